import { fromMinor, type Invoice, toMinor } from '@malipo/sdk'
import { Fragment } from 'react'
import { useIsSmall } from '../../kit/use-media.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Fact } from '../../parts/fact.tsx'
import { formatMoney, formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { sumOfLine } from './invoice-sum.ts'
import { InvoiceTotals } from './invoice-totals.tsx'
import classes from './invoices.module.css'
import { invoicesWords } from './invoices-words.ts'

type Props = { of: Invoice }

export function InvoiceFacts({ of: invoice }: Props) {
  const sayWho = useSayWho()
  const words = useWords(invoicesWords)
  return (
    <>
      <section className="card stack" aria-label={words.summary}>
        <div>
          <Status of="invoice" status={invoice.status} />
        </div>
        <dl className="facts">
          <Fact name={words.customer}>{sayWho(invoice.customer_name)}</Fact>
          <Fact name={words.phone}>{sayWho(formatPhone(invoice.customer_phone))}</Fact>
          {invoice.customer_email && <Fact name={words.email}>{invoice.customer_email}</Fact>}
          <Fact name={words.due}>
            <When at={invoice.due_date} only="day" />
          </Fact>
          <Fact name={words.id}>
            <Copyable text={invoice.id} label={words.id} />
          </Fact>
        </dl>
      </section>
      <InvoiceTotals
        subtotal={toMinor(invoice.subtotal)}
        tax={toMinor(invoice.tax)}
        currency={invoice.currency}
      />
      <InvoiceParts of={invoice} />
      <InvoiceHistory of={invoice} />
    </>
  )
}

/** What was paid and credited so far, and what is left; of one that is paid whole or not at all the total says it. */
function InvoiceParts({ of: invoice }: Props) {
  const words = useWords(invoicesWords)
  const { amount_paid: paid, amount_credited: credited, amount_overpaid: overpaid } = invoice
  const isWhole = (paid === '0.00' || paid === invoice.total) && credited === '0.00' && overpaid === '0.00'
  if (isWhole && !invoice.allow_part_payment) return null
  const sums = [
    [words.amountPaid, paid],
    [words.amountCredited, credited],
    [words.amountOverpaid, overpaid],
    [words.amountDue, invoice.amount_due],
  ] as const
  return (
    <section className="card stack tight" aria-label={words.parts}>
      <dl className={classes.totals}>
        {sums.map(
          ([name, amount]) =>
            (amount !== '0.00' || name === words.amountDue) && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>
                  <Money amount={amount} currency={invoice.currency} />
                </dd>
              </Fragment>
            ),
        )}
      </dl>
      {invoice.allow_part_payment && (
        <p className="muted small">
          {invoice.minimum_payment === null
            ? words.inParts
            : words.inPartsFrom(formatMoney(invoice.minimum_payment, invoice.currency))}
        </p>
      )}
    </section>
  )
}

function InvoiceHistory({ of: invoice }: Props) {
  const words = useWords(invoicesWords)
  const steps = [
    [words.written, invoice.created_at],
    [words.sentAt, invoice.sent_at],
    [words.paidAt, invoice.paid_at],
    [words.voidedAt, invoice.voided_at],
  ] as const
  return (
    <section className="card stack tight" aria-label={words.history}>
      <strong>{words.history}</strong>
      <ol className={classes.steps}>
        {steps.map(
          ([name, at]) =>
            at && (
              <li key={name}>
                <span className="muted">{name}</span>
                <When at={at} />
              </li>
            ),
        )}
      </ol>
    </section>
  )
}

/** On small screens quantity and price stand below the item, so that no figure is torn. */
export function InvoiceItems({ of: { items, currency, notes } }: Props) {
  const words = useWords(invoicesWords)
  const isSmall = useIsSmall()
  return (
    <section className="card stack" aria-label={words.lines}>
      <table className={classes.items}>
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            {!isSmall && <th scope="col">{words.quantity}</th>}
            {!isSmall && <th scope="col">{words.price}</th>}
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place.
            <ItemRow key={at} {...{ item, currency, isSmall }} />
          ))}
        </tbody>
      </table>
      {notes && (
        <div>
          <strong>{words.notes}</strong>
          <p style={{ whiteSpace: 'pre-wrap' }}>{notes}</p>
        </div>
      )}
    </section>
  )
}

type ItemProps = { item: Invoice['items'][number]; currency: string; isSmall: boolean }

function ItemRow({ item, currency, isSmall }: ItemProps) {
  const words = useWords(invoicesWords)
  const sayWho = useSayWho()
  const { description, quantity, unit_price: price, tax_percent: tax } = item
  const sum = sumOfLine({ description, quantity, price, tax: tax ?? '' })
  return (
    <tr>
      <td>
        {sayWho(description)}
        {isSmall && (
          <div className="small muted">
            {quantity} × <Money amount={price} currency={currency} />
          </div>
        )}
        {tax && (
          <div className="small muted">
            {words.tax} {tax} %
          </div>
        )}
      </td>
      {!isSmall && <td>{quantity}</td>}
      {!isSmall && (
        <td>
          <Money amount={price} currency={currency} />
        </td>
      )}
      <td>
        <Money amount={fromMinor(sum?.amount ?? 0n)} currency={currency} />
      </td>
    </tr>
  )
}
