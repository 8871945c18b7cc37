import type { Discrepancy } from '@malipo/sdk'
import { lazy, Suspense } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { tellReason } from '../../parts/tell-reason.ts'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { discrepancyWords } from './discrepancy-words.ts'
import { Notice } from './notice.tsx'
import { useDecision } from './use-decision.ts'

/** Loaded beside both sides, which it must not hold up. */
const SettleForm = lazy(() => import('./settle-form.tsx'))

/** How it is settled: what each way posts, and why the other is not there. */
export function DiscrepancyDecision({ of }: { of: Discrepancy }) {
  const words = useWords(discrepancyWords)
  const language = useLanguage()
  const { decision: title, notAllowed } = useWords(decisionWords)
  const { key } = useAdmin()
  const decision = useDecision<Discrepancy>([...key, 'discrepancies', of.id])
  const isOpen = of.choices.some(({ allowed }) => allowed)
  const forbidden = of.choices.filter(({ allowed, why }) => !allowed && why !== null && why !== 'settled')
  return (
    <section className={`card ${classes.decision}`} aria-labelledby="decision">
      <h2 id="decision">{title}</h2>
      {decision.done !== undefined && <Notice tone="done">{decision.done}</Notice>}
      {of.status === 'settled' && <Settled of={of} isLate={decision.isLate} />}
      {of.proposal && of.status === 'open' && (
        <Notice>
          <strong>
            {words.proposal}: {words.actions[of.proposal.action]}
          </strong>
          <p>{tellReason(of.proposal.because, language)}</p>
        </Notice>
      )}
      {isOpen && (
        <Suspense fallback={<Waiting rows={3} />}>
          <SettleForm of={of} decision={decision} />
        </Suspense>
      )}
      {of.status === 'open' &&
        forbidden.map(({ action, why }) => (
          <p key={action} className="muted">
            {isOpen ? words.actions[action] : notAllowed}: {why !== null && words.whyNot[why]}
          </p>
        ))}
    </section>
  )
}

function Settled({ of, isLate }: { of: Discrepancy; isLate: boolean }) {
  const words = useWords(discrepancyWords)
  const { by } = useWords(decisionWords)
  return (
    <Notice tone={isLate ? 'look' : 'plain'}>
      <strong>{words.settledAs(of.action === null ? '–' : words.actions[of.action])}</strong>
      {of.settled_by_name !== null && <p>{by(of.settled_by_name)}</p>}
      <When at={of.settled_at} />
      {of.note !== null && <p>{of.note}</p>}
    </Notice>
  )
}
