import type { WithdrawalDossier } from '@malipo/sdk'
import { formatMoney } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import classes from './decisions.module.css'
import { FactCard } from './fact-card.tsx'
import { withdrawalWords } from './withdrawal-words.ts'

/** Whether the business can pay it, and all others that wait. */
export function CanPayCard({ of: { can_pay: sums } }: { of: WithdrawalDossier }) {
  const words = useWords(withdrawalWords)
  const { currency } = sums
  const isShort = !/^0+(\.0+)?$/.test(sums.short_by)
  const lines = [
    [words.available, sums.available],
    [words.thisOne, sums.this_one],
    [words.others, sums.others_pending],
  ] as const
  return (
    <FactCard title={words.canPay}>
      <table className={classes.sums}>
        <tbody>
          {lines.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">
                <Money amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
          <tr data-sum data-short={isShort || undefined}>
            <th scope="row">{words.allPending}</th>
            <td className="number">
              {isShort ? words.shortBy(formatMoney(sums.short_by, currency)) : words.enough}
            </td>
          </tr>
        </tbody>
      </table>
    </FactCard>
  )
}
