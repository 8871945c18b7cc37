import { textFromMinor } from '../primitives/money.ts'
import { type Language, wordsIn } from './language.ts'

/** An amount as people read it: `TSh 25,000`, with cents only where there are any; `USD 12.00` in another currency. */
export function formatMoney(minor: bigint, currency: string): string {
  const [whole = '0', cents = '00'] = textFromMinor(minor).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const isShillings = currency === 'TZS'
  const hasCents = !isShillings || cents !== '00'
  // No-break: an amount that is torn in two at the end of a line is misread.
  return `${isShillings ? 'TSh' : currency}\u00a0${grouped}${hasCents ? `.${cents}` : ''}`
}

/** A canonical number as it is written at home, `0712 345 678`; one from elsewhere with its country. */
export function formatPhone(phone: string): string {
  const [, start, middle, end] = /^255(\d{3})(\d{3})(\d{3})$/.exec(phone) ?? []
  return start === undefined ? `+${phone}` : `0${start}\u00a0${middle}\u00a0${end}`
}

/** Enough for its owner to know it by, once nobody needs to be reached on it any more. */
export function maskPhone(phone: string): string {
  const written = formatPhone(phone)
  const parts = written.split('\u00a0')
  if (parts.length === 3) return `${parts[0]}\u00a0***\u00a0${parts[2]}`
  return `${written.slice(0, 4)}***${written.slice(-3)}`
}

/** East Africa Time, all year round. */
const offsetMs = 3 * 3_600_000

/** `14:05` in Dar es Salaam. In digits in both languages: the Swahili clock is six hours off. */
export function formatTime(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(11, 16)
}

/** `5 Mei 2026` in Dar es Salaam. */
export function formatDay(at: Date, language: Language): string {
  const there = new Date(at.getTime() + offsetMs)
  const month = wordsIn(language).checkout.months[there.getUTCMonth()]
  return `${there.getUTCDate()} ${month} ${there.getUTCFullYear()}`
}

export function formatInstant(at: Date, language: Language): string {
  return `${formatDay(at, language)}, ${formatTime(at)}`
}
