import { instantFrom } from '../primitives/instant.ts'
import { minorFromText } from '../primitives/money.ts'

/** Longer than any amount or time is written. A cell may have megabytes, over which a pattern would be at work for days. */
const mostCharacters = 64

/** What amounts are dressed in: the currency before or behind, and how shillings are written by hand. */
const dress = /^(?:TZS|TSHS?|KES|USD|\/=)\.?\s*|\s*(?:TZS|TSHS?|KES|USD|\/=|\/-)$/gi

/**
 * The minor units of an amount as statements write it: `TZS 1,500.00`, `(1 500,00)`, `-1500`. What left is written with a minus or in
 * parentheses, and is the same amount. Null for whatever could be read in two ways.
 */
export function amountFrom(text: string, decimalMark: '.' | ','): bigint | null {
  if (text.trim().length > mostCharacters) return null
  const bare = text
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .trim()
  const undressed = bare
    .replace(/^[-+]\s*/, '')
    .replaceAll(dress, '')
    .replace(/^[-+]\s*/, '')
    .trim()
  const [point, group] = decimalMark === '.' ? ['\\.', "[,' ]"] : [',', "[.' ]"]
  const shape = new RegExp(`^(\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:${point}(\\d{1,2})0*)?$`)
  const [, whole, fraction] = shape.exec(undressed) ?? []
  if (whole === undefined) return null
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  return minorFromText(fraction === undefined ? digits : `${digits}.${fraction}`)
}

/** Whether an amount is written as one that left. */
export function hasLeft(text: string): boolean {
  return /^\s*(?:\(|[^\d-]{0,10}-)/.test(text)
}

/**
 * The currency that stands in a cell of its own or beside the amount; shillings where none does. Null for what is no currency, which
 * must not pass for shillings.
 */
export function currencyFrom(text: string | undefined, amount: string | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? ''
  if (code === '')
    return /\b(?:KES|USD)\b/.exec(amount?.slice(0, mostCharacters).toUpperCase() ?? '')?.[0] ?? 'TZS'
  if (/^(?:TSHS?|\/=)\.?$/.test(code)) return 'TZS'
  return /^[A-Z]{3}$/.test(code) ? code : null
}

const parts: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})(?:\\.\\d+)?',
  A: '(?<half>[AaPp][Mm])',
}

/** Reads times of one format; null for what is none. A day without a time is its noon. */
export function timeReader(format: string | undefined, zone: string): (text: string) => Date | null {
  if (format === undefined) return (text) => isoTime(text.trim(), zone)
  const shape = format.replaceAll(
    /YYYY|MM|DD|HH|hh|mm|ss|A|[^\w\s]|\s+/g,
    (part) => parts[part] ?? (part.trim() === '' ? '\\s+' : `\\${part}`),
  )
  const pattern = new RegExp(`^${shape}$`)
  return (text) => {
    const bare = text.trim()
    const found = bare.length > mostCharacters ? undefined : pattern.exec(bare)?.groups
    if (!found) return null
    const { year, month = '', day = '', minute = '00', second = '00' } = found
    const time =
      found.hour === undefined ? '12:00:00' : `${hourOf(found.hour, found.half)}:${minute}:${second}`
    return instantFrom(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time}${zone}`)
  }
}

function hourOf(hour: string, half: string | undefined): string {
  const isAfternoon = half?.toLowerCase() === 'pm'
  const counted = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  return String(counted).padStart(2, '0')
}

function isoTime(text: string, zone: string): Date | null {
  const [, day, time, second, offset] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text) ?? []
  if (day === undefined) return null
  return instantFrom(
    time === undefined ? `${day}T12:00:00${zone}` : `${day}T${time}${second ?? ':00'}${offset ?? zone}`,
  )
}
