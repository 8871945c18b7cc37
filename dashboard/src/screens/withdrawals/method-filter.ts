import type { Filter } from '../../lists/filters.ts'
import { useWords } from '../../words/words.ts'
import { withdrawalsWords } from './withdrawals-words.ts'

/** Where to money went: of withdrawals and of refunds. */
export function useMethodFilter(): Filter {
  const { method, methods } = useWords(withdrawalsWords)
  return {
    name: 'method',
    label: method,
    kind: 'choice',
    choices: Object.entries(methods).map(([value, label]) => ({ value, label })),
  }
}
