import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { type ToldStep, threadOf } from './thread-of.ts'
import { withdrawalWords } from './withdrawal-words.ts'
import classes from './withdrawals.module.css'

/** What was asked and answered, in order. */
export function Thread({ of: { history } }: { of: { history: readonly ToldStep[] } }) {
  const words = useWords(withdrawalWords)
  const thread = threadOf(history)
  if (thread.length === 0) return null
  return (
    <section className="card stack tight">
      <h2>{words.thread}</h2>
      <ol className={classes.thread}>
        {thread.map(({ by, text, at }) => (
          <li key={at} className={classes.said} data-by={by}>
            <span className="small">
              <strong>{by === 'us' ? words.you : words.they}</strong>, <When at={at} />
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
