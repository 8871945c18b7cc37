import type { BatchDossier, WithdrawalDossier } from '@malipo/sdk'
import { Status } from '../../parts/status.tsx'
import { tellPause } from '../../parts/tell-pause.ts'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { Folded } from './folded.tsx'

type Props =
  | { of: 'withdrawal'; history: WithdrawalDossier['history'] }
  | { of: 'batch'; history: BatchDossier['history'] }

/** The steps, who took them and what they said, oldest first. */
export function StepsTaken({ of, history }: Props) {
  const words = useWords(decisionWords)
  const language = useLanguage()
  return (
    <Folded title={words.history}>
      <ol className={classes.said}>
        {history.map(({ to, at, by, source, note }) => (
          <li key={`${at} ${to}`}>
            <span className="row">
              <Status of={of} status={to} />
              <span className="muted small">
                <When at={at} /> · {by ?? words.takenBy[source] ?? source}
              </span>
            </span>
            {note !== null && <blockquote>{tellPause(note, language)}</blockquote>}
          </li>
        ))}
      </ol>
    </Folded>
  )
}
