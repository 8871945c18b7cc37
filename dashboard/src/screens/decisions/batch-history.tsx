import type { BatchDossier } from '@malipo/sdk'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { Folded } from './folded.tsx'

/** The steps, who took them and what they said, oldest first. */
export function BatchHistory({ of }: { of: BatchDossier }) {
  const words = useWords(decisionWords)
  return (
    <Folded title={words.history}>
      <ol className={classes.said}>
        {of.history.map(({ to, at, by, source, note }) => (
          <li key={`${at} ${to}`}>
            <span className="row">
              <Status of="batch" status={to} />
              <span className="muted small">
                <When at={at} /> · {by ?? source}
              </span>
            </span>
            {note !== null && <blockquote>{note}</blockquote>}
          </li>
        ))}
      </ol>
    </Folded>
  )
}
