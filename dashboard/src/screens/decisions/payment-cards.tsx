import type { CollectionDossier } from '@malipo/sdk'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { tellFailure } from '../../parts/tell-failure.ts'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { paymentsWords } from '../payments/payments-words.ts'
import { decisionWords } from './decision-words.ts'
import { FactCard, Facts } from './fact-card.tsx'
import { paymentWords } from './payment-words.ts'

/** Who pays how much, and above which amount it is held. */
export function PaymentCard({ of }: { of: CollectionDossier }) {
  const words = useWords(paymentWords)
  const { amount, reference, id } = useWords(decisionWords)
  const { methods } = useWords(paymentsWords)
  const language = useLanguage()
  const isHeld = of.status === 'pending_clearance'
  return (
    <FactCard title={words.payment}>
      <Facts
        of={[
          [amount, <Money key="amount" amount={of.amount} currency={of.currency} />],
          (isHeld || of.hold_threshold !== null) && [
            words.threshold,
            of.hold_threshold === null ? (
              words.noThreshold
            ) : (
              <Money key="threshold" amount={of.hold_threshold} currency={of.currency} />
            ),
          ],
          [words.payer, of.customer_phone ? formatPhone(of.customer_phone) : '–'],
          of.customer_name !== null && [words.payerName, of.customer_name],
          [words.method, of.method === null ? '–' : methods[of.method]],
          of.merchant_reference !== null && [reference, of.merchant_reference],
          of.description !== null && [words.description, of.description],
          of.failure_message !== null && [words.failure, tellFailure(of, language)],
          [words.created, <When key="created" at={of.created_at} />],
          [id, <Copyable key="id" text={of.id} shown={`${of.id.slice(0, 8)}…`} label={id} />],
        ]}
      />
    </FactCard>
  )
}

const toneOf: Record<CollectionDossier['tries'][number]['state'], Tone> = {
  open: 'waiting',
  failed: 'failed',
  cancelled: 'reversed',
  paid: 'paid',
}

/** The orders of a page, one after another. */
export function TriesCard({ of }: { of: CollectionDossier }) {
  const words = useWords(paymentWords)
  return (
    <FactCard title={words.tries}>
      <Facts
        of={of.tries.map((one) => [
          words.tryNumber(one.number),
          <span key={one.number} className="row">
            <Badge tone={toneOf[one.state]}>{words.states[one.state]}</Badge>
            <span>{one.customer_phone ? formatPhone(one.customer_phone) : one.method}</span>
            <span className="muted">{one.provider}</span>
          </span>,
        ])}
      />
    </FactCard>
  )
}
