import { type ControlNumber, fromMinor, toMinor } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { NumberAmount } from './number-amount.tsx'
import { numbersWords } from './numbers-words.ts'

export function NumberFacts({ of: number }: { of: ControlNumber }) {
  const words = useWords(numbersWords)
  const may = useMay()
  const { merchantId, environment } = useMerchant()
  const here = `/m/${merchantId}/${environment}`
  const { currency, customer_id: customer, invoice_id: invoice, paid_count: times } = number
  const left = leftOf(number)
  return (
    <section className="card stack" aria-label={words.summary}>
      <div>
        <Status of="number" status={number.status} />
      </div>
      <dl className="facts">
        <Fact name={words.kind}>{words.kinds[number.kind]}</Fact>
        <Fact name={words.amount}>
          <NumberAmount of={number} />
        </Fact>
        <Fact name={words.paid}>
          {times === 0 ? (
            words.notPaid
          ) : (
            <>
              <Money amount={number.paid_amount} currency={currency} />{' '}
              <span className="muted">({words.paidTimes(times)})</span>
            </>
          )}
        </Fact>
        {left !== null && (
          <Fact name={words.left}>
            <Money amount={left} currency={currency} />
          </Fact>
        )}
        {number.description && <Fact name={words.text}>{number.description}</Fact>}
        {number.merchant_reference && <Fact name={words.reference}>{number.merchant_reference}</Fact>}
        {customer && may('readCustomer') && (
          <Fact name={words.customer}>
            <Link to={`${here}/customers/${customer}`}>{words.open}</Link>
          </Fact>
        )}
        {invoice && may('readInvoice') && (
          <Fact name={words.invoice}>
            <Link to={`${here}/invoices/${invoice}`}>{words.open}</Link>
          </Fact>
        )}
        <Fact name={words.ends}>{number.expires_at ? <When at={number.expires_at} /> : words.never}</Fact>
        <Fact name={words.made}>
          <When at={number.created_at} />
        </Fact>
        {number.paid_at && (
          <Fact name={words.paidAt}>
            <When at={number.paid_at} />
          </Fact>
        )}
        {number.cancelled_at && (
          <Fact name={words.cancelledAt}>
            <When at={number.cancelled_at} />
          </Fact>
        )}
        <Fact name={words.id}>
          <Copyable text={number.id} label={words.id} />
        </Fact>
      </dl>
    </section>
  )
}

/** What is still to come of an order that is paid in parts. Of an invoice, that tells it. */
export function leftOf({
  kind,
  payment_mode: mode,
  status,
  amount,
  paid_amount: paid,
  invoice_id,
}: ControlNumber) {
  if (kind !== 'ORDER' || mode !== 'PART' || status !== 'ACTIVE' || amount === null || invoice_id) return null
  return fromMinor(toMinor(amount) - toMinor(paid))
}
