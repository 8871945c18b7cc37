import { Link } from '@tanstack/react-router'
import { Icon } from '../../kit/icon.tsx'
import { useWords } from '../../words/words.ts'
import classes from './home.module.css'
import { homeWords } from './home-words.ts'
import { useSteps } from './use-steps.ts'

/** The way from an empty business to the first real payment, ticked by what has happened. Gone once all of it has. */
export function Checklist() {
  const words = useWords(homeWords)
  const steps = useSteps()
  if (!steps || steps.every(({ isDone }) => isDone)) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="stack tight" aria-label={words.checklist}>
      <div className="row apart">
        <h2>{words.checklist}</h2>
        <span className="muted">{words.stepsDone(done, steps.length)}</span>
      </div>
      <ol className={`card ${classes.steps}`}>
        {steps.map(({ step, isDone, to }) => (
          <li key={step} data-done={isDone}>
            <span className={classes.tick}>{isDone && <Icon name="check" size={14} />}</span>
            {isDone ? (
              <span>
                {words.steps[step]} <span className="heard">({words.done})</span>
              </span>
            ) : (
              <Link to={to}>{words.steps[step]}</Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
