import type { MalipoError } from '@malipo/sdk'
import type { Saying } from '../../parts/trouble.tsx'
import type { decisionWords } from './decision-words.ts'
import { tellNumbers } from './row-numbers.ts'

/** What the service says beside a refusal. */
export function detailsOf(error: MalipoError | undefined): Record<string, unknown> {
  const details = error?.details
  return typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {}
}

type Words = (typeof decisionWords)['en']['gone']

/** What became of the money meanwhile, where an approval is refused for that: nobody else has decided, and the same would be refused again. */
export function tellRefused(error: MalipoError | undefined, words: Words): Saying {
  if (error?.code !== 'invalid_state') return {}
  const { payment, rows } = detailsOf(error)
  if (payment === 'paid' && Array.isArray(rows))
    return { invalid_state: words.rows(tellNumbers(rows as number[])) }
  return payment === 'paid' || payment === 'refunded' || payment === 'reversed'
    ? { invalid_state: words[payment] }
    : {}
}
