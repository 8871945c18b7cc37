import type { NameLookUp } from '@malipo/sdk'
import type { nameCheckWords } from './name-check-words.ts'

export type ToldName = Pick<NameLookUp, 'outcome' | 'registered_name' | 'match'>
type Words = (typeof nameCheckWords)['en']

/** One sentence about whose it is. */
export function tellName({ outcome, registered_name: name, match }: ToldName, words: Words): string {
  if (outcome !== 'found' || name === null)
    return words.outcome[outcome === 'found' ? 'not_supported' : outcome]
  return match === null ? words.unnamed(name) : words.match[match](name)
}

/** How loudly it is said. */
export function toneOfName({ outcome, match }: ToldName): 'paid' | 'waiting' | 'failed' {
  if (match === 'exact') return 'paid'
  return match === 'different' || outcome === 'not_found' ? 'failed' : 'waiting'
}
