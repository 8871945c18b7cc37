import type { Language } from '../pages/pages.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { choosers, type TakenUp } from '../providers/providers.ts'

/** A phone on the page, and the language of its owner. */
export type ShownPhone = { phone: string; language: Language }

/** Side by side; more would not fit, and nobody has more hands. */
export const mostPhones = 3

/** One of each of the three largest networks; the first is the one that examples are written with. */
const usual = ['255712345678', '255754321098', '255784567890']

/** The phones that an address names, Swahili unless it says otherwise. What is no number is left out. */
export function phonesIn(text: unknown): ShownPhone[] {
  const named = typeof text === 'string' ? text.split(',').slice(0, mostPhones) : []
  const found = named.flatMap((one): ShownPhone[] => {
    const [, phone, language] = /^(255[67]\d{8})(?:\.(sw|en))?$/.exec(one) ?? []
    return phone === undefined ? [] : [{ phone, language: language === 'en' ? 'en' : 'sw' }]
  })
  const once = found.filter(({ phone }, at) => found.findIndex((other) => other.phone === phone) === at)
  return once.length > 0 ? once : [{ phone: usual[0] ?? '', language: 'sw' }]
}

/** As an address names them. */
export function phonesText(phones: ShownPhone[]): string {
  return phones.map(({ phone, language }) => (language === 'sw' ? phone : `${phone}.${language}`)).join(',')
}

/** One more; null where there is no room. */
export function withAnother(phones: ShownPhone[]): ShownPhone[] | null {
  const free = usual.find((one) => phones.every(({ phone }) => phone !== one))
  if (phones.length >= mostPhones || free === undefined) return null
  return [...phones, { phone: free, language: 'sw' }]
}

/** With this number too: beside the others where there is room, else in place of the last. */
export function withNumber(phones: ShownPhone[], number: string): ShownPhone[] {
  if (phones.some(({ phone }) => phone === number)) return phones
  return [...phones.slice(0, mostPhones - 1), { phone: number, language: 'sw' }]
}

/** The phone at a place with another number, as somebody has written it. Null where that is no number of a phone here. */
export function withDialled(phones: ShownPhone[], at: number, written: string): ShownPhone[] | null {
  const number = canonicalPhone(written.replace(/[\s().-]/g, ''))
  if (!/^255[67]\d{8}$/.test(number)) return null
  const changed = phones.map((one, place) => (place === at ? { ...one, phone: number } : one))
  return phonesIn(phonesText(changed))
}

/** Numbers that choose the outcome go on doing so until somebody says that they answer themselves. */
export function takenUp({ phone }: ShownPhone): TakenUp {
  return { phone, answers: !choosers.includes(phone) }
}
