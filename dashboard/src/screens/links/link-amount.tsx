import type { PaymentLink } from '@malipo/sdk'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import { linksWords } from './links-words.ts'

type Of = Pick<PaymentLink, 'amount' | 'currency'>

export function LinkAmount({ of: { amount, currency } }: { of: Of }) {
  const words = useWords(linksWords)
  return amount === null ? (
    <span className="muted">{words.chooses}</span>
  ) : (
    <Money {...{ amount, currency }} />
  )
}
