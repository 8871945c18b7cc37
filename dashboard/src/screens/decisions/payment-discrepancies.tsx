import type { Discrepancy } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Status } from '../../parts/status.tsx'
import { useWords } from '../../words/words.ts'
import classes from './decisions.module.css'
import { discrepancyWords } from './discrepancy-words.ts'
import { FactCard } from './fact-card.tsx'
import { paymentWords } from './payment-words.ts'

/** Where a provider contradicts what we hold of it. */
export function PaymentDiscrepancies({ of }: { of: readonly Discrepancy[] }) {
  const words = useWords(paymentWords)
  const { kinds } = useWords(discrepancyWords)
  const { at } = useAdmin()
  if (of.length === 0) return null
  return (
    <FactCard title={words.discrepancies}>
      <ul className={classes.said}>
        {of.map((one) => (
          <li key={one.id} className="row">
            <Status of="discrepancy" status={one.status} />
            <Link to={`${at}/discrepancies/${one.id}`}>{kinds[one.kind]}</Link>
          </li>
        ))}
      </ul>
    </FactCard>
  )
}
