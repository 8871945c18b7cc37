import type { WithdrawalDossier } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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
import { withdrawalWords } from './withdrawal-words.ts'

/** Loaded beside the facts, which they must not hold up. */
const PendingWays = lazy(() => import('./pending-ways.tsx'))
const UnclearWays = lazy(() => import('./unclear-ways.tsx'))
const ReturnWays = lazy(() => import('./return-ways.tsx'))

/** A row of a batch that nobody has decided about is decided with it; whoever would decide about it alone is led there. */
function useAwaited(batchId: string | null): boolean {
  const { malipo, key } = useAdmin()
  const { data } = useQuery({
    queryKey: [...key, 'batches', batchId],
    queryFn: ({ signal }) => malipo.admin.batches.get(batchId ?? '', { signal }),
    enabled: batchId !== null,
  })
  return data?.status === 'PENDING_ADMIN_APPROVAL' || data?.status === 'INFO_REQUESTED'
}

/** Where a Super Admin says what happens. What they may not do is absent, and why is said instead. */
export function WithdrawalDecision({ of }: { of: WithdrawalDossier }) {
  const words = useWords(decisionWords)
  const batch = useWords(withdrawalWords)
  const { key, at } = useAdmin()
  const isAwaited = useAwaited(of.batch_id)
  const decision = useDecision<WithdrawalDossier>([...key, 'withdrawals', of.id])
  const {
    approve,
    override_cooling: isEarly,
    ask,
    reject,
    resolve,
    retry,
    return_again: isOwed,
    why,
  } = of.may_decide
  return (
    <section className={`card ${classes.decision}`} aria-labelledby="decision">
      <h2 id="decision">{words.decision}</h2>
      {decision.done !== undefined && <Notice tone="done">{decision.done}</Notice>}
      {why !== null && why !== 'decided' && (
        <Notice>
          <strong>{reject || resolve ? words.notNow : words.notAllowed}</strong>
          <p>{words.why[why]}</p>
        </Notice>
      )}
      {(why === 'decided' || decision.isOvertaken) && (
        <DecidedBy last={lastDecision(of.history)} isLate={decision.isOvertaken} />
      )}
      {isAwaited && (
        <Notice>
          <p>{batch.decidedWithBatch}</p>
          <Link to={`${at}/batches/${of.batch_id}`}>{batch.openBatch}</Link>
        </Notice>
      )}
      <Suspense fallback={<Waiting rows={1} />}>
        {(approve || isEarly || ask || reject) && !isAwaited && <PendingWays of={of} decision={decision} />}
        {(resolve || retry) && <UnclearWays of={of} decision={decision} />}
        {isOwed && <ReturnWays of={of} decision={decision} />}
      </Suspense>
    </section>
  )
}
