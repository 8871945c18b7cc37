import { fromMinor, toMinor, type WithdrawalQuote } from '@malipo/sdk'
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
import type { useQuote } from './use-quote.ts'
import classes from './withdrawals.module.css'

/** How much is missing for a quote, as the service would say it: null where there is enough. */
export function shortBy(quote: WithdrawalQuote, available: string): string | null {
  const missing = toMinor(quote.total_reserved_amount) - toMinor(available)
  return missing > 0n ? fromMinor(missing) : null
}

/** What a withdrawal costs, line by line with the reason of each, while it is typed. */
export function Costs({ of: { quote, error, isAskable } }: { of: ReturnType<typeof useQuote> }) {
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
        {quote && <Lines quote={quote} />}
      </div>
    </section>
  )
}

export function Lines({ quote }: { quote: WithdrawalQuote }) {
  const words = useWords(askingWords)
  const { data: balance } = useBalance()
  const short = balance && shortBy(quote, balance.available)
  return (
    <>
      <table className={classes.lines}>
        <tbody>
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
        </tbody>
      </table>
      {short && <Notice tone="failed">{words.short(formatMoney(short))}</Notice>}
    </>
  )
}

type LineProps = { name: string; amount: string; because?: string; isSum?: boolean }

function Line({ name, amount, because, isSum }: LineProps) {
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
