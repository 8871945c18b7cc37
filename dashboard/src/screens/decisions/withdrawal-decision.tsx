import type { WithdrawalDossier } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { useWords } from '../../words/words.ts'
import { DecidedBy } from './decided-by.tsx'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { lastDecision } from './last-decision.ts'
import { Notice } from './notice.tsx'
import { PendingWays } from './pending-ways.tsx'
import { UnclearWays } from './unclear-ways.tsx'
import { useDecision } from './use-decision.ts'

/** Where a Super Admin says what happens. What they may not do is absent, and why is said instead. */
export function WithdrawalDecision({ of }: { of: WithdrawalDossier }) {
  const words = useWords(decisionWords)
  const { key } = useAdmin()
  const decision = useDecision<WithdrawalDossier>([...key, 'withdrawals', of.id])
  const { approve, override_cooling: isEarly, ask, reject, resolve, retry, why } = of.may_decide
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
      {(why === 'decided' || decision.isLate) && (
        <DecidedBy last={lastDecision(of.history)} isLate={decision.isLate} />
      )}
      {(approve || isEarly || ask || reject) && <PendingWays of={of} decision={decision} />}
      {(resolve || retry) && <UnclearWays of={of} decision={decision} />}
    </section>
  )
}
