import { statusWords } from '../../parts/status-words.ts'
import { useWords } from '../../words/words.ts'
import { unclearWords } from './unclear-words.ts'

/** The statuses to choose from. Merchants read one word for all that is being checked; whoever looks after them has one for each. */
export function useWithdrawalStatuses(): { value: string; label: string }[] {
  const { withdrawal } = useWords(statusWords)
  const unclear: Record<string, string> = useWords(unclearWords)
  return Object.entries(withdrawal).map(([value, [, label]]) => ({ value, label: unclear[value] ?? label }))
}
