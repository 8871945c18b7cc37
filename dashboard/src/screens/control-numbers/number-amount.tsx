import type { ControlNumber } from '@malipo/sdk'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import { numbersWords } from './numbers-words.ts'

type Of = Pick<ControlNumber, 'amount' | 'currency' | 'payment_mode'>

/** What may be paid for it: an amount, up to an amount, or whatever the payer sends. */
export function NumberAmount({ of: { amount, currency, payment_mode: mode } }: { of: Of }) {
  const words = useWords(numbersWords)
  if (mode === 'ANY' || amount === null) return <span className="muted">{words.chooses}</span>
  return (
    <>
      {mode === 'PART' && <span className="muted">{words.upTo} </span>}
      <Money {...{ amount, currency }} />
    </>
  )
}
