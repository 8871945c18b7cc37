import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

const tanzanianMobile = /^(?:\+?255|\+?0)?([67][0-9]{8})$/

/**
 * The canonical form of a phone number: digits with the country code, no plus. A number without one is read
 * as Tanzanian, also with a plus before its zero, since no country's code begins with one; after two zeroes comes a country. What cannot be a number is kept as its digits: numbering plans change faster than tables.
 */
export function canonicalPhone(text: string): string {
  // Nearly all are Tanzanian mobile numbers, and on the way of every payment the library would be felt.
  const mobile = tanzanianMobile.exec(text)
  if (mobile) return `255${mobile[1]}`
  const digits = text.replace(/^\+/, '')
  const dialled = digits.replace(/^00(?=[1-9])/, '')
  const isAbroad = dialled !== digits || digits.length > 10 || /^\+[1-9]/.test(text)
  const parsed = parsePhoneNumberFromString(isAbroad ? `+${dialled}` : digits, 'TZ')
  return parsed?.isPossible() ? parsed.number.slice(1) : digits
}
