import type { WithdrawalDossier } from '@malipo/sdk'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import { askingWords } from '../withdrawals/asking-words.ts'
import { explainCharge } from '../withdrawals/explain-charge.ts'
import classes from './decisions.module.css'
import { FactCard } from './fact-card.tsx'
import { withdrawalWords } from './withdrawal-words.ts'

/** How the charges came about, line by line. */
export function ChargesCard({ of }: { of: WithdrawalDossier }) {
  const words = useWords(withdrawalWords)
  const asking = useWords(askingWords)
  if (of.charges.length === 0) return null
  // Each begins with the name of the rule.
  const explained = (because: string) => {
    const [, rule, reason] = /^(.+?): (.+)$/.exec(because) ?? []
    return reason === undefined
      ? because
      : `${rule}: ${explainCharge(reason, { ...asking, ...words.charged })}`
  }
  return (
    <FactCard title={words.charges}>
      <table className={classes.sums}>
        <tbody>
          {of.charges.map(({ line, amount, because }) => (
            <tr key={line}>
              <th scope="row">
                {asking.lines[line] ?? line}
                <span className={`small ${classes.reason}`}>{explained(because)}</span>
              </th>
              <td className="number">
                <Money amount={amount} currency={of.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FactCard>
  )
}
