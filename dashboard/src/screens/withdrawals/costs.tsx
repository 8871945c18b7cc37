import { fromMinor, toMinor, type WithdrawalQuote } from '@malipo/sdk'
import type { ReactNode } from 'react'
import { asMalipoError } from '../../calls/query-client.ts'
import { useToldProblems } from '../../forms/use-told-problems.ts'
import { formatMoney } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Refused } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { askingWords } from './asking-words.ts'
import { explainCharge } from './explain-charge.ts'
import { useBalance } from './use-balance.ts'
import type { Quoted } from './use-quote.ts'
import classes from './withdrawals.module.css'

/** How much is missing for a quote, as the service would say it: null where there is enough. */
export function shortBy(
  quote: Pick<WithdrawalQuote, 'total_reserved_amount'>,
  available: string,
): string | null {
  const missing = toMinor(quote.total_reserved_amount) - toMinor(available)
  return missing > 0n ? fromMinor(missing) : null
}

type CostsProps<Quote> = { of: Quoted<Quote>; lines(quote: Quote): ReactNode }

/** What it costs that is being typed, or why that cannot be told. */
export function Costs<Quote>({ of: { quote, error, isAskable }, lines }: CostsProps<Quote>) {
  const words = useWords(askingWords)
  const refused = error ? asMalipoError(error) : undefined
  const problems = useToldProblems(refused)
  return (
    <section className="card stack tight" aria-label={words.costs}>
      <h2>{words.costs}</h2>
      <div role="status" className="stack tight">
        {refused && (
          <Notice tone="failed">
            <strong>{words.noQuote}</strong>
            <Refused error={refused} />
            {Object.values(problems).map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Notice>
        )}
        {!error && !isAskable && <p className="muted">{words.costsLater}</p>}
        {!error && isAskable && !quote && <p className="muted">{words.waitForQuote}</p>}
        {quote && lines(quote)}
      </div>
    </section>
  )
}

/** What a withdrawal costs, line by line with the reason of each. */
export function Lines({ quote }: { quote: WithdrawalQuote }) {
  const words = useWords(askingWords)
  const { data: balance } = useBalance()
  const short = balance && shortBy(quote, balance.available)
  return (
    <LineTable short={short}>
      <Line name={words.gets} amount={quote.recipient_net_amount} />
      {quote.explanation.map(({ line, amount, because }) => (
        <Line
          key={line}
          name={words.lines[line] ?? line}
          because={explainCharge(because, words)}
          amount={amount}
        />
      ))}
      <Line name={words.taken} amount={quote.total_reserved_amount} isSum />
      {balance && !short && (
        <Line
          name={words.left}
          amount={fromMinor(toMinor(balance.available) - toMinor(quote.total_reserved_amount))}
        />
      )}
    </LineTable>
  )
}

/** Lines of an amount each, and what is missing in the balance for them. */
export function LineTable({ short, children }: { short: string | null | undefined; children: ReactNode }) {
  const words = useWords(askingWords)
  return (
    <>
      <table className={classes.lines}>
        <tbody>{children}</tbody>
      </table>
      {short && <Notice tone="failed">{words.short(formatMoney(short))}</Notice>}
    </>
  )
}

type LineProps = { name: string; amount: string; because?: string; isSum?: boolean }

export function Line({ name, amount, because, isSum }: LineProps) {
  return (
    <tr data-sum={isSum}>
      <th scope="row">
        {name}
        {because !== undefined && <div className="small muted">{because}</div>}
      </th>
      <td>
        <Money amount={amount} />
      </td>
    </tr>
  )
}
