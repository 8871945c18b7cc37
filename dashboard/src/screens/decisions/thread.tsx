import type { WithdrawalDossier } from '@malipo/sdk'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import classes from './decisions.module.css'
import { FactCard } from './fact-card.tsx'
import { withdrawalWords } from './withdrawal-words.ts'

/** What was asked and answered, oldest first. */
export function Thread({ of }: { of: WithdrawalDossier['thread'] }) {
  const words = useWords(withdrawalWords)
  if (of.length === 0) return null
  return (
    <FactCard title={words.thread}>
      <ol className={classes.said}>
        {of.map(({ who, text, at }) => (
          <li key={at}>
            <span className="row small muted">
              <span>{words.who[who]}</span>
              <When at={at} />
            </span>
            <blockquote>{text}</blockquote>
          </li>
        ))}
      </ol>
    </FactCard>
  )
}
