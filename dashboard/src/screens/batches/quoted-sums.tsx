import { type BatchQuote, fromMinor, toMinor } from '@malipo/sdk'
import { formatMoney } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useWords } from '../../words/words.ts'
import classes from './batches.module.css'
import { newBatchWords } from './new-batch-words.ts'

/** What a batch comes to, and whether the balance covers it. */
export function QuotedSums({ of }: { of: BatchQuote }) {
  const words = useWords(newBatchWords)
  const left = toMinor(of.available) - toMinor(of.total_reserved_amount)
  const sums: [name: string, amount: string, isSum?: true][] = [
    [words.recipientsGet, of.amount_total],
    [words.charges, of.charges_total],
    [words.taken, of.total_reserved_amount, true],
    [words.available, of.available],
  ]
  return (
    <section className="card stack tight" aria-label={words.totals}>
      <h2>{words.totals}</h2>
      {of.problems.length > 0 && <p className="muted">{words.ofOthers}</p>}
      <table className={classes.sums}>
        <tbody>
          <tr>
            <th scope="row">{words.rows}</th>
            <td className="number">{of.row_count}</td>
          </tr>
          {sums.map(([name, amount, isSum]) => (
            <tr key={name} data-sum={isSum}>
              <th scope="row">{name}</th>
              <td className="number">
                <Money amount={amount} currency={of.currency} />
              </td>
            </tr>
          ))}
          {of.is_covered && (
            <tr>
              <th scope="row">{words.left}</th>
              <td className="number">
                <Money amount={fromMinor(left)} currency={of.currency} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {!of.is_covered && (
        <Notice tone="failed">{words.short(formatMoney(fromMinor(-left), of.currency))}</Notice>
      )}
    </section>
  )
}
