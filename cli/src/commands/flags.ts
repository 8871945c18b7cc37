import { InvalidArgumentError, Option } from 'commander'

/** Reads of flags what the service would refuse, where a word about the flag is of more use than one about the field. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    return value
  }
}

export function amountText(text: string): string {
  if (!/^(?!0+(\.0+)?$)\d{1,13}(\.\d{1,2})?$/.test(text))
    throw new InvalidArgumentError('It must be an amount above 0 like 1000 or 1000.50.')
  return text
}

/** `field=value`, as often as it is said. */
export function pair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It must be written as field=value.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** How long ago (`10m`, `2h`), or an instant in full. */
export function instant(now: () => Date): (text: string) => Date {
  return (text) => {
    const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
    if (count !== undefined)
      return new Date(now().getTime() - Number(count) * unitsMs[unit as keyof typeof unitsMs])
    const at = /^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : new Date(Number.NaN)
    if (Number.isNaN(at.getTime()))
      throw new InvalidArgumentError('It must be like 10m, 2h or 1d ago, or 2026-11-15T12:30:00Z.')
    return at
  }
}

/** Leaves out what was not said. */
export function said<Fields extends Record<string, unknown>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>
}

/** One page of a list. */
export const limitOption = () =>
  new Option('--limit <count>', 'how many').argParser(wholeNumber(1, 100)).default(20)

export const cursorOption = () => new Option('--cursor <cursor>', 'the next_cursor of an earlier answer')

export const idempotencyOption = () =>
  new Option('--idempotency-key <uuid>', 'say the same one again, and the same call acts once')

/** The words of the merchant that are written beside something. */
export const metadataOption = () =>
  new Option('--metadata <key=value>', 'your own words beside it; as often as you like').argParser(pair)
