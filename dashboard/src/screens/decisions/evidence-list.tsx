import type { Evidence } from '@malipo/sdk'
import { tellReason } from '../../parts/tell-reason.ts'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { saidWords } from './said-words.ts'
import { tellSaid } from './tell-said.ts'

/** What a provider said and what moved nothing, oldest first. */
export function EvidenceList({ of }: { of: readonly Evidence[] }) {
  const words = useWords(decisionWords)
  const said = useWords(saidWords)
  const language = useLanguage()
  if (of.length === 0) return <p className="muted">{words.noEvidence}</p>
  return (
    <ul className={classes.said}>
      {of.map((word) => (
        <li key={`${word.try} ${word.kind} ${word.source} ${word.first_at}`}>
          <span className="row small muted">
            <When at={word.first_at} />
            <span>{words.sources[word.source]}</span>
            <span>{words.times(word.times)}</span>
          </span>
          <blockquote>
            {tellSaid(word.told, said)}
            {word.note !== null && <p className="small">{tellReason(word.note, language)}</p>}
          </blockquote>
        </li>
      ))}
    </ul>
  )
}
