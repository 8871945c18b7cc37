import { useState } from 'react'
import { readAmount } from './read-amount.ts'

/** The one amount of a form, as it is typed. `read` tells what it is, or leaves at the field that it is none. */
export function useTypedAmount(first: string, noAmount: string) {
  const [typed, setTyped] = useState(first)
  const [isWrong, setWrong] = useState(false)
  return {
    read(): string | undefined {
      const amount = readAmount(typed)
      setWrong(amount === undefined)
      return amount
    },
    empty: () => setTyped(''),
    field: {
      name: 'amount',
      inputMode: 'decimal',
      value: typed,
      onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
      problem: isWrong ? noAmount : undefined,
    } as const,
  }
}
