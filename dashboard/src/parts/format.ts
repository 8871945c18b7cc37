import type { Language } from '../words/words.ts'

/** An amount as people read it: `TSh 25,000`, with cents only where there are any; `USD 12.00` in another currency. It stays text: no digit is ever computed. */
export function formatMoney(amount: string | number, currency = 'TZS'): string {
  const text = typeof amount === 'number' ? amount.toFixed(2) : amount
  const [, sign = '', whole = '0', cents = ''] = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const isShillings = currency === 'TZS'
  const end = isShillings && /^0*$/.test(cents) ? '' : `.${cents.padEnd(2, '0')}`
  // No-break: an amount that is torn in two at the end of a line is misread.
  return `${sign.replace('-', '\u2212')}${isShillings ? 'TSh' : currency}\u00a0${grouped}${end}`
}

/** A canonical number as it is written at home, `0712 345 678`; one from elsewhere with its country. */
export function formatPhone(phone: string): string {
  const [, start, middle, end] = /^\+?255(\d{3})(\d{3})(\d{3})$/.exec(phone) ?? []
  if (start === undefined) return phone
  return `0${start}\u00a0${middle}\u00a0${end}`
}

/** A control number as people read it to each other: `1048 137 756 190`, never torn at the end of a line. */
export function formatNumber(number: string): string {
  return number.replace(/^(\d{4})(\d{3})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3\u00a0$4')
}

/** A number as people type it, with spaces or dashes between its digits, as the service takes it. */
export function readPhone(typed: string): string {
  return typed.replace(/[\s().-]/g, '')
}

/** East Africa Time, all year round. */
const offsetMs = 3 * 3_600_000

const months: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  sw: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
}

/** `2026-05-05` in Dar es Salaam, as date fields and filters want it. */
export function dayIn(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(0, 10)
}

/** `14:05` in Dar es Salaam. In digits in both languages: the Swahili clock is six hours off. */
export function formatTime(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(11, 16)
}

/** `14:05:02.1`, where what happened after what matters. */
export function formatTimeClosely(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(11, 21)
}

/** `5 Mei 2026` in Dar es Salaam. */
export function formatDay(at: Date, language: Language): string {
  const there = new Date(at.getTime() + offsetMs)
  return `${there.getUTCDate()} ${months[language][there.getUTCMonth()]} ${there.getUTCFullYear()}`
}

/** What is of this year needs no year. */
export function formatInstant(at: Date, language: Language, now = new Date()): string {
  const day = formatDay(at, language)
  const year = dayIn(now).slice(0, 4)
  return `${day.endsWith(` ${year}`) ? day.slice(0, -5) : day}, ${formatTime(at)}`
}
