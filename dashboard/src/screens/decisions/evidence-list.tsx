import type { Evidence } from '@malipo/sdk'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'

/** What a provider said and what moved nothing, oldest first. */
export function EvidenceList({ of }: { of: readonly Evidence[] }) {
  const words = useWords(decisionWords)
  if (of.length === 0) return <p className="muted">{words.noEvidence}</p>
  return (
    <ul className={classes.said}>
      {of.map((word) => (
        <li key={`${word.try} ${word.kind} ${word.source} ${word.first_at}`}>
          <span className="row small muted">
            <When at={word.first_at} />
            <span>{word.source}</span>
            <span>{words.times(word.times)}</span>
          </span>
          <blockquote>
            {word.told}
            {word.note !== null && <p className="small">{word.note}</p>}
          </blockquote>
        </li>
      ))}
    </ul>
  )
}
