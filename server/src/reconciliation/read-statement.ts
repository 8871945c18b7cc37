import type { StatementMapping } from '@malipo/contract'
import type { Static } from 'typebox'
import { idOfReference } from '../primitives/reference.ts'
import { type FieldProblem, invalid } from '../primitives/refusal.ts'
import { wideSpanOf } from './compare-day.ts'
import { amountFrom, currencyFrom, hasLeft, timeReader } from './read-cells.ts'
import { BrokenCsv, type CsvRecord, findDelimiter, findHead, readCsv } from './read-csv.ts'
import type { About } from './reconciliation-row.ts'
import type { Line, Prefixes } from './stage-lines.ts'

export type Mapping = Static<typeof StatementMapping>

/** Whoever reads them mends the mapping or the file, and not one line after the other. */
const mostProblems = 20

/** As long as any reference that a provider has. */
const mostReferenceCharacters = 200

const same = (text: string) => text.trim().toLowerCase()

/**
 * Reads a statement by its mapping. What cannot be read is refused with the number of its line, all of it at once; lines of other days
 * are left out, and a statement that has only those is refused.
 */
export function readStatement(text: string, mapping: Mapping, day: string, prefixes: Prefixes): Line[] {
  const isHead = (cells: string[]) => cells.some((cell) => same(cell) === same(mapping.reference))
  const delimiter = mapping.delimiter ?? findDelimiter(text, isHead)
  const head = findHead(text, delimiter, isHead)
  if (head === null)
    throw refused(
      `has no line with the name ${mapping.reference} near its beginning; say how it is read with mapping or format`,
    )
  const read = lineReader(mapping, head, prefixes)
  const { from, to } = wideSpanOf({ day })
  const [lines, problems, days] = [[] as Line[], [] as string[], new Set<string>()]
  for (const record of records(text, delimiter, head.line)) {
    const line = read(record)
    if (typeof line === 'string') problems.push(`line ${record.line} ${line}`)
    if (problems.length === mostProblems) break
    if (line === null || typeof line === 'string') continue
    if (line.at === null || (line.at >= from && line.at < to)) lines.push(line)
    else days.add(line.at.toISOString().slice(0, 10))
  }
  if (problems.length > 0)
    throw invalid(...problems.map((problem): FieldProblem => ({ field: 'statement', problem })))
  if (lines.length === 0 && days.size > 0)
    throw refused(`has no line of ${day}: it is of ${[...days].sort().slice(0, 5).join(', ')}`)
  return lines
}

function refused(problem: string) {
  return invalid({ field: 'statement', problem })
}

function* records(text: string, delimiter: string, head: number): Iterable<CsvRecord> {
  try {
    for (const record of readCsv(text, delimiter)) if (record.line > head) yield record
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    throw refused(`line ${error.line}: ${error.message}`)
  }
}

type Read = (record: CsvRecord) => Line | string | null

/** Answers with the line, with what is wrong with it, or null for one that is to be ignored. */
function lineReader(mapping: Mapping, head: CsvRecord, prefixes: Prefixes): Read {
  const cell = cellReader(mapping, head)
  const ignored = (mapping.ignore ?? []).map((rule) => ({ ...rule, read: cell(rule.cell) }))
  const reference = cell(mapping.reference)
  const readMoney = moneyReader(mapping, cell)
  const readState = stateReader(mapping, cell(mapping.state))
  const readKind = kindReader(mapping, cell(mapping.kind), prefixes)
  const readTime = timeReader(mapping.time_format, mapping.time_zone ?? '+03:00')
  const time = cell(mapping.time)
  return (record) => {
    if (ignored.some(({ read, word }) => same(read(record) ?? '') === same(word))) return null
    const name = reference(record)?.trim() ?? ''
    if (name === '')
      return `has nothing in ${mapping.reference}; name what is to be passed over in ignore of the mapping`
    if (name.length > mostReferenceCharacters)
      return `has more than ${mostReferenceCharacters} characters in ${mapping.reference}`
    const state = readState(record)
    if (state === null)
      return `says ${quote(cell(mapping.state)(record))} in ${mapping.state}; say in states what it means`
    const about = readKind(record, name)
    if (about === null)
      return `says ${quote(cell(mapping.kind)(record))} in ${mapping.kind}; say in kinds what it means`
    const money = readMoney(record, about, state)
    if (typeof money === 'string') return money
    const moment = time(record)
    const at = moment === undefined ? null : readTime(moment)
    if (at === null && mapping.time !== undefined)
      return `has ${quote(moment)} in ${mapping.time}, which is no time as the mapping tells it`
    return { line: record.line, about, reference: name, state, ...money, at }
  }
}

type ReadMoney = (
  record: CsvRecord,
  about: About,
  state: Line['state'],
) => Pick<Line, 'amount' | 'currency'> | string

function moneyReader(mapping: Mapping, cell: (name: string | undefined) => ReadCell): ReadMoney {
  const [amount, currency] = [cell(mapping.amount), cell(mapping.currency)]
  return (record, about, state) => {
    const sum = amount(record)
    const isWritten = (sum ?? '').trim() !== ''
    const minor = isWritten ? amountFrom(sum ?? '', mapping.decimal_mark ?? '.') : null
    if (minor === null && (state === 'paid' || isWritten) && mapping.amount !== undefined)
      return `has ${quote(sum)} in ${mapping.amount}, which is no amount`
    // A charge or a refund under the reference of a payment would pass for the payment.
    if (state === 'paid' && about === 'collection' && hasLeft(sum ?? ''))
      return `has ${quote(sum)} in ${mapping.amount}, which left, for money that came in; say in states what it means, or pass it over with ignore`
    const code = currencyFrom(currency(record), sum)
    if (code === null) return `has ${quote(currency(record))} in ${mapping.currency}, which is no currency`
    return { amount: minor, currency: code }
  }
}

/** Where a cell of that name stands; what a mapping names and the file does not have is refused before any line is read. */
function cellReader(mapping: Mapping, head: CsvRecord) {
  const names = head.cells.map(same)
  const wanted = [
    mapping.amount,
    mapping.currency,
    mapping.state,
    mapping.kind,
    mapping.time,
    ...(mapping.ignore ?? []).map((rule) => rule.cell),
  ]
  const missing = wanted.filter((name) => name !== undefined && !names.includes(same(name)))
  if (missing.length > 0)
    throw refused(
      `has no ${missing.join(', ')} among ${head.cells.map((name) => name.trim()).join(', ')}`.slice(0, 500),
    )
  return (name: string | undefined) => {
    const place = name === undefined ? -1 : names.indexOf(same(name))
    return ({ cells }: CsvRecord): string | undefined => (place === -1 ? undefined : (cells[place] ?? ''))
  }
}

type ReadCell = (record: CsvRecord) => string | undefined

function stateReader(
  { state, states = [] }: Mapping,
  read: ReadCell,
): (record: CsvRecord) => Line['state'] | null {
  if (state === undefined) return () => 'paid'
  const meant = new Map(states.map((one) => [same(one.word), one.state]))
  return (record) => meant.get(same(read(record) ?? '')) ?? null
}

/** A reference of ours tells by itself what it is about. */
function kindReader({ kind, kinds = [], covers }: Mapping, read: ReadCell, prefixes: Prefixes) {
  const meant = new Map(kinds.map((one) => [same(one.word), one.kind]))
  return (record: CsvRecord, reference: string): About | null => {
    for (const about of ['collection', 'disbursement'] as const) {
      if (idOfReference(prefixes[about], reference) !== null) return about
    }
    if (kind === undefined) return covers?.length === 1 ? (covers[0] ?? null) : 'collection'
    return meant.get(same(read(record) ?? '')) ?? null
  }
}

function quote(text: string | undefined): string {
  return `"${(text ?? '').trim().slice(0, 40)}"`
}
