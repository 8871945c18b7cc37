import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The canonical form of a phone number: digits with the country code, no plus. A number without one is read
 * as Tanzanian. What cannot be a number is kept as its digits: numbering plans change faster than tables.
 */
export function canonicalPhone(text: string): string {
  const digits = text.replace(/^\+/, '')
  const international = text.startsWith('+') || digits.length > 10 ? `+${digits}` : text
  const parsed = parsePhoneNumberFromString(international, 'TZ')
  return parsed?.isPossible() ? parsed.number.slice(1) : digits
}
