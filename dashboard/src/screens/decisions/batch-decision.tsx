import type { BatchDossier } from '@malipo/sdk'
import { lazy, Suspense } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { useWords } from '../../words/words.ts'
import { DecidedBy } from './decided-by.tsx'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { lastDecision } from './last-decision.ts'
import { Notice } from './notice.tsx'
import { useDecision } from './use-decision.ts'

/** Loaded beside the facts, which it must not hold up. */
const BatchWays = lazy(() => import('./batch-ways.tsx'))

type Props = { of: BatchDossier; except: readonly number[]; onExcept(rows: readonly number[]): void }

/** Where a Super Admin says what happens to a batch. What they may not do is absent, and why is said instead. */
export function BatchDecision({ of, except, onExcept }: Props) {
  const words = useWords(decisionWords)
  const { key } = useAdmin()
  const decision = useDecision<BatchDossier>([...key, 'batches', of.id])
  const { why, reject } = of.may_decide
  return (
    <section className={`card ${classes.decision}`} aria-labelledby="decision">
      <h2 id="decision">{words.decision}</h2>
      {decision.done !== undefined && <Notice tone="done">{decision.done}</Notice>}
      {why !== null && why !== 'decided' && (
        <Notice>
          <strong>{reject ? words.notNow : words.notAllowed}</strong>
          <p>{words.why[why]}</p>
        </Notice>
      )}
      {(why === 'decided' || decision.isOvertaken) && (
        <DecidedBy last={lastDecision(of.history)} isLate={decision.isOvertaken} />
      )}
      {Object.values(of.may_decide).includes(true) && (
        <Suspense fallback={<Waiting rows={1} />}>
          <BatchWays {...{ of, decision, except, onExcept }} />
        </Suspense>
      )}
    </section>
  )
}
