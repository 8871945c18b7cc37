import type { ClearedCollection, CollectionDossier } from '@malipo/sdk'
import { lazy, Suspense, useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { useLetterKeys } from '../../admin/use-letter-keys.ts'
import { Button } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { formatMoney } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { Notice } from './notice.tsx'
import { paymentWords } from './payment-words.ts'
import { ReasonForm } from './reason-form.tsx'
import { type Decision, endingWith, useDecision } from './use-decision.ts'

type Way = 'clear' | 'decline'
type Decided = ClearedCollection & { refund_id?: string | null }
type Props = { of: CollectionDossier; decision: Decision<Decided> }

/** Loaded beside the facts, which it must not hold up. */
const DeclineForm = lazy(() => import('./decline-form.tsx'))

/** What happens to a payment that is held. There is nothing to decide about any other. */
export function PaymentDecision({ of }: { of: CollectionDossier }) {
  const words = useWords(decisionWords)
  const { key } = useAdmin()
  const decision = useDecision<Decided>([...key, 'collections', of.id])
  const { clear, decline, why } = of.may_decide
  const isDecided = why === 'decided'
  if (isDecided && decision.done === undefined && !decision.isLate) return null
  return (
    <section className={`card ${classes.decision}`} aria-labelledby="decision">
      <h2 id="decision">{words.decision}</h2>
      {decision.done !== undefined && <Notice tone="done">{decision.done}</Notice>}
      {decision.isLate && isDecided && <Notice tone="look">{words.why.decided}</Notice>}
      {why !== null && !isDecided && (
        <Notice>
          <strong>{words.notAllowed}</strong>
          <p>{words.why[why]}</p>
        </Notice>
      )}
      {(clear || decline) && <ClearOrDecline of={of} decision={decision} />}
    </section>
  )
}

function ClearOrDecline({ of, decision }: Props) {
  const words = useWords(paymentWords)
  const { environment } = useAdmin()
  const [way, setWay] = useState<Way>()
  const turnTo = (next: Way | undefined) => {
    decision.submission.clear()
    setWay(next)
  }
  useLetterKeys({ c: () => turnTo('clear'), d: () => turnTo('decline') })
  const onEnd = () => setWay(undefined)
  const isTest = environment === 'sandbox'
  return (
    <>
      <div className="row">
        <Button look="plain" aria-expanded={way === 'clear'} onClick={() => turnTo('clear')}>
          {isTest ? words.clearTest : words.clear}
        </Button>
        <Button look="danger" aria-expanded={way === 'decline'} onClick={() => turnTo('decline')}>
          {isTest ? words.declineTest : words.decline}
        </Button>
      </div>
      {way === 'clear' && <ClearForm of={of} decision={decision} onEnd={onEnd} />}
      {way === 'decline' && (
        <Suspense fallback={<Waiting rows={2} />}>
          <DeclineForm of={of} decision={decision} onEnd={onEnd} />
        </Suspense>
      )}
    </>
  )
}

function ClearForm({ of, decision, onEnd }: Props & { onEnd(): void }) {
  const words = useWords(paymentWords)
  const { noteOptional } = useWords(decisionWords)
  const { collections } = useAdmin().malipo.admin
  const decide = async (note: string) => {
    const body = { ...(note !== '' && { note }), evidence_version: of.evidence_version }
    await endingWith(decision, onEnd)(
      (options) => collections.clear(of.id, body, options),
      () => words.cleared,
    )
  }
  return (
    <ReasonForm
      submission={decision.submission}
      label={noteOptional}
      hint={words.clearText}
      button={words.clearNow(formatMoney(of.amount, of.currency))}
      isOptional
      onCancel={onEnd}
      onSend={(note) => void decide(note)}
    />
  )
}
