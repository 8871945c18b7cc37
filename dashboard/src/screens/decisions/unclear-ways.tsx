import type { WithdrawalDossier } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import { ReasonForm } from './reason-form.tsx'
import { ResolveForm } from './resolve-form.tsx'
import { unclearWords } from './unclear-words.ts'
import type { Decision } from './use-decision.ts'

/** A payout of which nobody knows the end: somebody finds out and says it. One that never left is sent again. */
export default function UnclearWays({
  of,
  decision,
}: {
  of: WithdrawalDossier
  decision: Decision<WithdrawalDossier>
}) {
  const words = useWords(unclearWords)
  const { noteOptional, noteHint } = useWords(decisionWords)
  const { withdrawals } = useAdmin().malipo.admin
  const { submission } = decision
  return (
    <>
      {of.may_decide.retry ? (
        <div className="stack tight">
          <h3>{words.retry}</h3>
          <p>{words.retryText}</p>
          <ReasonForm
            submission={submission}
            label={noteOptional}
            hint={noteHint}
            button={words.retryNow}
            isOptional
            onSend={(note) =>
              void decision.decide(
                (options) => withdrawals.retry(of.id, note === '' ? {} : { note }, options),
                () => words.retried,
              )
            }
          />
        </div>
      ) : (
        <p className="muted">{words.noRetry}</p>
      )}
      {of.may_decide.resolve && (
        <ResolveForm
          of={of}
          submission={submission}
          onResolve={(outcome, note) =>
            void decision.decide(
              (options) =>
                withdrawals.resolve(of.id, { outcome, note, evidence_version: of.evidence_version }, options),
              () => words.resolved,
            )
          }
        />
      )}
    </>
  )
}
