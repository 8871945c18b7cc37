import type { Reconciliation } from '@malipo/sdk'
import { Money } from '../../parts/money.tsx'
import { tellReason } from '../../parts/tell-reason.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { reconciliationWords } from './reconciliation-words.ts'

/** How many agree, how many do not, and what should lie there. */
export function RunCounts({ of: { counts, float, source, covers } }: { of: Reconciliation }) {
  const words = useWords(reconciliationWords)
  const language = useLanguage()
  const { kinds } = words
  const told: [string, number][] = [
    [words.lines, counts.lines],
    [words.matched, counts.matched],
    [kinds.missing_there, counts.missing_there],
    [kinds.missing_here, counts.missing_here],
    [kinds.different_amount, counts.different_amount],
    [kinds.different_state, counts.different_state],
    [kinds.still_open, counts.still_open],
    [kinds.settled, counts.settled],
  ]
  return (
    <div className="halves">
      <section className="card stack" aria-labelledby="counts">
        <h2 id="counts">{words.counts}</h2>
        <dl className="facts">
          {told.map(([label, count]) => (
            <div key={label} className="fact">
              <dt>{label}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="card stack" aria-labelledby="compared">
        <h2 id="compared">{words.compared}</h2>
        <dl className="facts">
          <dt>{words.source}</dt>
          <dd>{words.sources[source]}</dd>
          <dt>{words.covers}</dt>
          <dd>{covers.map((one) => words.abouts[one]).join(', ')}</dd>
          <dt>{words.booked}</dt>
          <dd>
            {float.booked === null ? '–' : <Money amount={float.booked} currency={float.currency ?? 'TZS'} />}
          </dd>
          <dt>{words.told}</dt>
          <dd>
            {float.told === null ? '–' : <Money amount={float.told} currency={float.currency ?? 'TZS'} />}
          </dd>
        </dl>
        {float.note !== null && <p className="muted">{tellReason(float.note, language)}</p>}
      </section>
    </div>
  )
}
