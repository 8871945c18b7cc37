import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

const tanzanianMobile = /^(?:\+?255|0)?([67][0-9]{8})$/

/**
 * The canonical form of a phone number: digits with the country code, no plus. A number without one is read
 * as Tanzanian. What cannot be a number is kept as its digits: numbering plans change faster than tables.
 */
export function canonicalPhone(text: string): string {
  // Nearly all are Tanzanian mobile numbers, and on the way of every payment the library would be felt.
  const mobile = tanzanianMobile.exec(text)
  if (mobile) return `255${mobile[1]}`
  const digits = text.replace(/^\+/, '')
  const international = text.startsWith('+') || digits.length > 10 ? `+${digits}` : text
  const parsed = parsePhoneNumberFromString(international, 'TZ')
  return parsed?.isPossible() ? parsed.number.slice(1) : digits
}
