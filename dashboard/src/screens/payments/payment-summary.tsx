import type { MerchantCollection } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { failureWords } from '../../parts/failure-words.ts'
import { formatPhone } from '../../parts/format.ts'
import { isUnanswered } from '../../parts/is-unanswered.ts'
import { Money } from '../../parts/money.tsx'
import { networkOf } from '../../parts/network-of.ts'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { NumberOfPayment } from './number-of-payment.tsx'
import { paymentsWords } from './payments-words.ts'

/** What a payment is, at a glance: the amount, how it stands, who, and under which names it is found elsewhere. */
export function PaymentSummary({
  payment,
  askedBy,
}: {
  payment: MerchantCollection
  askedBy: string | null
}) {
  const words = useWords(paymentsWords)
  const failures = useWords(failureWords)
  const may = useMay()
  const { merchantId, environment } = useMerchant()
  const here = `/m/${merchantId}/${environment}`
  const { customer_phone: phone, failure_code: code, invoice_id, payment_link_id, customer_id } = payment
  const { control_number_id: numberId } = payment
  const { payer_name: payer, payer_name_match: match } = payment
  const facts: [string, ReactNode][] = [
    [words.why, code && failures[code]],
    [words.name, payment.customer_name],
    [words.paidBy, payer && (match ? `${payer} (${words.alike[match]})` : payer)],
    [words.phone, phone && formatPhone(phone)],
    [words.network, phone && networkOf(phone)],
    [words.email, payment.customer_email],
    [
      words.customer,
      customer_id && may('readCustomer') && (
        <Link to={`${here}/customers/${customer_id}`}>{words.openCustomer}</Link>
      ),
    ],
    [words.method, payment.method ? words.methods[payment.method] : words.notChosen],
    [words.reference, payment.merchant_reference],
    [words.description, payment.description],
    [words.invoice, invoice_id && <Link to={`${here}/invoices/${invoice_id}`}>{words.openCustomer}</Link>],
    [
      words.link,
      payment_link_id && <Link to={`${here}/links/${payment_link_id}`}>{words.openCustomer}</Link>,
    ],
    [
      words.methods.BILL_PAY,
      numberId && may('readControlNumber') && <NumberOfPayment id={numberId} unknown={words.openCustomer} />,
    ],
    [words.askedBy, askedBy],
    [words.begun, <When key="begun" at={payment.initiated_at} />],
    [words.ended, payment.completed_at && <When key="ended" at={payment.completed_at} />],
  ]
  const names: [string, string][] = [
    [words.id, payment.id],
    [words.receiptNumber, payment.transaction_reference],
    [words.providerReference, payment.provider_reference],
  ]
  return (
    <section className="card stack" aria-label={words.payment}>
      <div className="row apart">
        <strong className="sum">
          <Money amount={payment.amount} currency={payment.currency} />
        </strong>
        <Status of="payment" status={payment.status} isUnknown={isUnanswered(payment)} />
      </div>
      <dl className="facts">
        {facts
          .filter(([, fact]) => Boolean(fact))
          .map(([label, fact]) => (
            <div key={label} className="fact">
              <dt>{label}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
      </dl>
      <dl className="facts stacked">
        {names.map(([label, text]) => (
          <div key={label}>
            <dt className="small">{label}</dt>
            <dd>
              <Copyable text={text} label={label} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
