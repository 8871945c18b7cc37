import type { WithdrawalDossier } from '@malipo/sdk'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { formatMoney } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import classes from './decisions.module.css'
import { FactCard } from './fact-card.tsx'
import { riskWords } from './risk-words.ts'
import { timesLarger } from './times-larger.ts'
import { withdrawalWords } from './withdrawal-words.ts'

type Check = WithdrawalDossier['risk_checks'][number]

const order: Check['result'][] = ['look', 'unchecked', 'fine']
const icons: Record<Check['result'], IconName> = { look: 'warning', fine: 'check', unchecked: 'question' }

/** What was looked at: what deserves a second look first, and what is fine too, because fine is not unchecked. */
export function RiskCard({ of }: { of: WithdrawalDossier }) {
  const words = useWords(withdrawalWords)
  const risks = useWords(riskWords)
  const checks = of.risk_checks.toSorted(
    (one, other) => order.indexOf(one.result) - order.indexOf(other.result),
  )
  return (
    <FactCard title={words.lookAt}>
      <ul className={classes.checks}>
        {checks.map((check) => (
          <li key={check.kind} data-result={check.result}>
            <Icon name={icons[check.result]} />
            <span>
              <span className="heard">{risks.results[check.result]}: </span>
              {risks.checks[check.kind][check.result]}
              {detailOf(check, of)}
            </span>
          </li>
        ))}
      </ul>
    </FactCard>
  )
}

/** What it was compared with. */
function detailOf({ kind, found }: Check, { amount, currency }: WithdrawalDossier): string {
  if (found === null) return ''
  if (kind !== 'unusual_amount') return `: ${found}`
  const times = timesLarger(amount, found)
  // Of what is far smaller nobody asks how many times.
  return times.startsWith('0')
    ? `: ${formatMoney(found, currency)}`
    : `: ${times} × ${formatMoney(found, currency)}`
}
