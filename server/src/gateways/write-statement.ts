import { dayAt, isDay } from '../primitives/instant.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { Entry } from './book.ts'
import type { Dialect } from './dialect.ts'
import { localTime } from './local-time.ts'

/** As it is told in docs/gateways.md, to whoever compares it with books of their own. */
const columns = [
  'time',
  'reference',
  'gateway_reference',
  'kind',
  'amount',
  'currency',
  'fee',
  'state',
] as const

type Line = Record<(typeof columns)[number], string>

/** From the first day to the last, both of them whole, in Dar es Salaam. */
export type Days = { from: string; to: string }

/** One day, or from one to another; null for what names none. */
export function daysAsked(query: URLSearchParams): Days | null {
  const day = query.get('day')
  const [from, to] = [query.get('from') ?? day ?? '', query.get('to') ?? day ?? '']
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}

/** Everything that was settled in these days, in that order, as a provider would send it to whoever is its customer. */
export function writeStatement(dialect: Dialect, entries: readonly Entry[], { from, to }: Days): string {
  const settled = entries
    .flatMap((entry) => (entry.settledAt === null ? [] : [{ entry, at: entry.settledAt }]))
    .filter(({ at }) => dayAt(at) >= from && dayAt(at) <= to)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  const lines = settled.map(({ entry, at }) => lineOf(dialect, entry, at))
  return [columns, ...lines.map((line) => columns.map((column) => line[column]))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')
}

function lineOf(dialect: Dialect, entry: Entry, at: Date): Line {
  const { reference, fee } = dialect.billed(entry)
  return {
    time: localTime(at).replace('T', ' '),
    reference: entry.reference,
    gateway_reference: reference,
    kind: entry.about === 'collection' ? 'collection' : 'payout',
    amount: textFromMinor(entry.paidAmount ?? entry.amount),
    currency: entry.currency,
    fee: textFromMinor(fee),
    state: entry.state,
  }
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
