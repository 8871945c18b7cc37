import { isId } from '../primitives/id.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { idOfReference } from '../primitives/reference.ts'
import { invalid } from '../primitives/refusal.ts'

/** All that somebody may have meant. */
export type Question = {
  /** An id, or what a provider calls something, which is made of one. */
  id: string | null
  /** A whole number, in its canonical form. */
  phone: string | null
  /** How a number ends. */
  endOfPhone: string | null
  reference: string
  invoiceNumber: string | null
  /** What a payer types, however it is spaced. */
  controlNumber: string | null
  /** How a name begins, in small letters. */
  name: string | null
}

const fewestCharacters = 3

/** Fewer digits are the end of anybody's number. */
const fewestDigits = 6
const fewestOfWholeNumber = 9
const mostDigits = 15

const ofControlNumber = 13

/** Spaces of any kind: what is copied from a page has some that do not break. */
const dialled = /^\+?[0-9][0-9\s().-]*$/
const invoiceNumber = /^(?:inv-?)?0*([1-9][0-9]{0,14})$/i
const hasLetter = /\p{L}/u

export function readQuestion(text: string, prefixes: readonly string[]): Question {
  const asked = text.trim()
  if ([...asked].length < fewestCharacters) {
    throw invalid({ field: 'q', problem: 'must be at least 3 characters beside spaces' })
  }
  const digits = dialled.test(asked) ? asked.replaceAll(/[^0-9+]/g, '') : ''
  const many = digits.replace('+', '').length
  const isWhole = many >= fewestOfWholeNumber && many <= mostDigits
  const isEnd = !digits.startsWith('+') && many >= fewestDigits && many < fewestOfWholeNumber
  return {
    id: idIn(asked, prefixes),
    phone: isWhole ? canonicalPhone(digits) : null,
    endOfPhone: isEnd ? digits : null,
    reference: asked,
    invoiceNumber: invoiceNumber.exec(asked)?.[1] ?? null,
    controlNumber: digits.length === ofControlNumber && many === ofControlNumber ? digits : null,
    name: hasLetter.test(asked) ? asked.toLowerCase() : null,
  }
}

function idIn(asked: string, prefixes: readonly string[]): string | null {
  const id = asked.toLowerCase()
  if (isId(id)) return id
  const found = prefixes.map((prefix) => idOfReference(prefix, asked.toUpperCase()))
  return found.find((one) => one !== null) ?? null
}
