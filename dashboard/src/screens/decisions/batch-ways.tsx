import type { BatchDossier } from '@malipo/sdk'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { useWords } from '../../words/words.ts'
import { ApproveBatch, hasReviewed } from './approve-batch.tsx'
import { batchWayWords } from './batch-way-words.ts'
import { decisionWords } from './decision-words.ts'
import { ReasonForm } from './reason-form.tsx'
import { type Decision, endingWith } from './use-decision.ts'
import { WayButtons } from './way-buttons.tsx'
import { withdrawalWords } from './withdrawal-words.ts'

const allWays = ['approve', 'ask', 'reject', 'pause', 'resume'] as const
type Way = (typeof allWays)[number]
const letters: Record<Way, string> = { approve: 'a', ask: 'i', reject: 'r', pause: 'p', resume: 'u' }

type Props = {
  of: BatchDossier
  decision: Decision<BatchDossier>
  except: readonly number[]
  onExcept(rows: readonly number[]): void
}

/** Side by side and none of them first: each opens a form, and only that decides. */
export default function BatchWays(props: Props) {
  const batch = useWords(batchWayWords)
  const words = useWords(withdrawalWords)
  const { environment } = useAdmin()
  const [way, setWay] = useState<Way>()
  const ways = allWays.filter((one) => props.of.may_decide[one])
  const turnTo = (next: Way | undefined) => {
    props.decision.submission.clear()
    setWay(next)
  }
  const isTest = environment === 'sandbox'
  const names: Record<Way, string> = {
    approve: isTest ? words.approveTest : words.approve,
    ask: isTest ? words.askTest : words.ask,
    reject: isTest ? words.rejectTest : words.reject,
    pause: batch.pause,
    resume: batch.resume,
  }
  return (
    <>
      <WayButtons {...{ ways, names, letters }} chosen={way} onTurn={turnTo} />
      {way !== undefined && ways.includes(way) && (
        <WayForm {...props} way={way} onEnd={() => setWay(undefined)} />
      )}
    </>
  )
}

type FormProps = Props & { way: Way; onEnd(): void }

function WayForm({ of, decision, except, onExcept, way, onEnd }: FormProps) {
  const batch = useWords(batchWayWords)
  const words = useWords(withdrawalWords)
  const { batches } = useAdmin().malipo.admin
  const { noteOptional } = useWords(decisionWords)
  const { submission } = decision
  const decide = endingWith(decision, onEnd)
  if (way === 'approve')
    return (
      <ApproveBatch
        {...{ of, submission, except, onExcept }}
        onCancel={onEnd}
        onApprove={({ except: left, note, isEarly }) =>
          void decide(
            (options) =>
              batches.approve(
                of.id,
                {
                  content_hash: of.content_hash,
                  ...(left.length > 0 && { except: [...left] }),
                  ...(note !== '' && { note }),
                  ...(isEarly && { override_cooling: true }),
                },
                options,
              ),
            ({ status }) =>
              status === 'PENDING_ADMIN_APPROVAL'
                ? words.counted
                : of.approve_rows
                  ? batch.approvedByRow
                  : hasReviewed(of)
                    ? batch.approvedOthers
                    : batch.approved,
          )
        }
      />
    )
  const forms = {
    ask: { label: words.question, hint: words.questionHint, button: words.askNow, told: words.sentQuestion },
    reject: { label: words.reason, hint: batch.reasonHint, button: words.rejectNow, told: words.rejected },
    pause: { label: batch.pauseReason, hint: batch.pauseHint, button: batch.pauseNow, told: batch.paused },
    resume: { label: noteOptional, hint: batch.resumeHint, button: batch.resumeNow, told: batch.resumed },
  }[way]
  return (
    <ReasonForm
      key={way}
      submission={submission}
      label={forms.label}
      hint={forms.hint}
      button={forms.button}
      isOptional={way === 'resume'}
      look={way === 'reject' ? 'danger' : 'main'}
      onCancel={onEnd}
      onSend={(note) =>
        void decide(
          (options) =>
            way === 'resume'
              ? batches.resume(of.id, note === '' ? {} : { note }, options)
              : batches[way](of.id, { note }, options),
          () => forms.told,
        )
      }
    />
  )
}
