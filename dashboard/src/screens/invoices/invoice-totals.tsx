import { fromMinor } from '@malipo/sdk'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import classes from './invoices.module.css'
import { invoicesWords } from './invoices-words.ts'

type Props = { subtotal: bigint; tax: bigint; currency?: string }

/** What it comes to. In the editor it changes with each digit, and is read out once somebody rests. */
export function InvoiceTotals({ subtotal, tax, currency = 'TZS' }: Props) {
  const words = useWords(invoicesWords)
  return (
    <section className="card stack tight" aria-label={words.total}>
      <dl className={classes.totals} aria-live="polite">
        <dt>{words.subtotal}</dt>
        <dd>
          <Money amount={fromMinor(subtotal)} currency={currency} />
        </dd>
        <dt>{words.tax}</dt>
        <dd>
          <Money amount={fromMinor(tax)} currency={currency} />
        </dd>
        <dt>
          <strong>{words.total}</strong>
        </dt>
        <dd>
          <strong className="sum">
            <Money amount={fromMinor(subtotal + tax)} currency={currency} />
          </strong>
        </dd>
      </dl>
    </section>
  )
}
