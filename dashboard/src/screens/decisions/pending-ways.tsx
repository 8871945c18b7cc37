import type { ApprovalRequest, WithdrawalDossier } from '@malipo/sdk'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { useWords } from '../../words/words.ts'
import { ApproveForm } from './approve-form.tsx'
import { ReasonForm } from './reason-form.tsx'
import { type Decision, endingWith } from './use-decision.ts'
import { WayButtons } from './way-buttons.tsx'
import { withdrawalWords } from './withdrawal-words.ts'

type Way = 'approve' | 'ask' | 'reject'
const letters: Record<Way, string> = { approve: 'a', ask: 'i', reject: 'r' }

type Props = { of: WithdrawalDossier; decision: Decision<WithdrawalDossier> }

/** Approve, ask or reject, side by side and none of them first: each opens a form, and only that decides. */
export default function PendingWays({ of, decision }: Props) {
  const words = useWords(withdrawalWords)
  const { environment } = useAdmin()
  const [way, setWay] = useState<Way>()
  const may = { ...of.may_decide, approve: of.may_decide.approve || of.may_decide.override_cooling }
  const ways = (['approve', 'ask', 'reject'] as const).filter((one) => may[one])
  const turnTo = (next: Way | undefined) => {
    decision.submission.clear()
    setWay(next)
  }
  const names =
    environment === 'sandbox'
      ? { approve: words.approveTest, ask: words.askTest, reject: words.rejectTest }
      : words
  return (
    <>
      <WayButtons {...{ ways, names, letters }} chosen={way} onTurn={turnTo} />
      {way !== undefined && may[way] && (
        <WayForm {...{ of, decision, way }} onEnd={() => setWay(undefined)} />
      )}
    </>
  )
}

/** Before its recipient is ready it is said that this is known. */
function approvalOf({ may_decide: may }: WithdrawalDossier, note: string): ApprovalRequest {
  return { ...(note !== '' && { note }), ...(may.override_cooling && { override_cooling: true }) }
}

function WayForm({ of, decision, way, onEnd }: Props & { way: Way; onEnd(): void }) {
  const words = useWords(withdrawalWords)
  const { withdrawals } = useAdmin().malipo.admin
  const { submission } = decision
  const decide = endingWith(decision, onEnd)
  if (way === 'approve')
    return (
      <ApproveForm
        {...{ of, submission }}
        onCancel={onEnd}
        onApprove={(note) =>
          void decide(
            (options) => withdrawals.approve(of.id, approvalOf(of, note), options),
            ({ status }) => (status === 'PENDING_ADMIN_APPROVAL' ? words.counted : words.approved),
          )
        }
      />
    )
  const isAsking = way === 'ask'
  return (
    <ReasonForm
      key={way}
      submission={submission}
      label={isAsking ? words.question : words.reason}
      hint={isAsking ? words.questionHint : words.reasonHint}
      button={isAsking ? words.askNow : words.rejectNow}
      look={isAsking ? 'main' : 'danger'}
      onCancel={onEnd}
      onSend={(note) =>
        void decide(
          (options) => withdrawals[isAsking ? 'requestInfo' : 'reject'](of.id, { note }, options),
          () => (isAsking ? words.sentQuestion : words.rejected),
        )
      }
    />
  )
}
