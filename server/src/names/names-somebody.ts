import { wordsOf } from './match-names.ts'

/** What gateways were seen to say in the place of a name, and what programs say for nothing. */
const namesNobody = new Set([
  ...[
    'ok',
    'okay',
    'success',
    'successful',
    'approved',
    'active',
    'valid',
    'verified',
    'found',
    'true',
    'yes',
  ],
  ...['null', 'none', 'nil', 'undefined', 'unknown', 'na', 'n a', 'not available', 'no name', 'false'],
  ...['customer', 'subscriber', 'account', 'account holder', 'name', 'test', 'user'],
])

/** Whether a name that was told is somebody's: an answer that says OK, repeats the number or has no letter names nobody. */
export function namesSomebody(told: string, identifier: string): boolean {
  const words = wordsOf(told)
  const text = words.join(' ')
  if (!/\p{L}/u.test(text)) return false
  return !namesNobody.has(text) && text.replaceAll(' ', '') !== wordsOf(identifier).join('')
}
