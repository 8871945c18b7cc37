import type { Database } from '../database/database.ts'
import { csvLines, type FileReply } from '../http/http.ts'
import { type BookRow, readRows } from '../ledger/ledger.ts'
import { readLooks } from '../merchants/merchants.ts'
import type { Language } from '../pages/pages.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { PrintStatement } from './statement-printer.ts'
import { bookOf, type StatementRow, showStatement } from './statement-row.ts'

/** About two hundred pages, drawn within seconds. Nobody reads more of them on paper. */
export const mostOnPaper = 10_000

type Wish = { format: 'csv' | 'pdf' | 'json'; lang?: Language }

/** What each page of rows is read in, so that whoever downloads much leaves room for others. */
type InTurn = <Result>(read: () => Promise<Result>) => Promise<Result>
type Parts = { lists: Database; inTurn: InTurn; print: PrintStatement }

/** The rows are read as they are sent: however many there are, a page of them is in memory. */
export async function writeStatementFile(
  parts: Parts,
  statement: StatementRow,
  { format, lang }: Wish,
): Promise<FileReply> {
  if (statement.status !== 'READY')
    throw new Refusal('invalid_state', {
      message: 'This statement is still being prepared. Read it until it is READY.',
    })
  const { environment, currency, from_day: from, to_day: to } = statement
  const days = from === to ? from : `${from}-to-${to}`
  const name = `statement-${environment === 'sandbox' ? 'sandbox-' : ''}${currency}-${days}.${format}`
  if (format === 'pdf') return { name, bytes: await onPaper(parts, statement, lang) }
  const pages = pagesOf(parts, statement)
  return format === 'csv'
    ? { name, type: 'text/csv', texts: asCsv(statement, pages) }
    : { name, type: 'application/json', texts: asJson(statement, pages) }
}

async function* pagesOf({ lists, inTurn }: Parts, statement: StatementRow): AsyncGenerator<BookRow[]> {
  const { first_seq: first, last_seq: last } = statement
  if (first === null || last === null) return
  const pages = readRows(lists, bookOf(statement), { first, last })
  for (;;) {
    const { done, value } = await inTurn(() => pages.next())
    if (done) return
    yield value
  }
}

export const fileColumns = [
  'seq',
  'id',
  'created_at',
  'type',
  'direction',
  'amount',
  'currency',
  'balance_after',
  'collection_id',
  'withdrawal_id',
  'reference',
  'description',
  'metadata',
] as const

function rowIn({ currency }: StatementRow, row: BookRow): Record<(typeof fileColumns)[number], unknown> {
  const { id, type, direction, collection_id, withdrawal_id, reference, description, metadata } = row
  return {
    seq: Number(row.seq),
    id,
    created_at: row.created_at.toISOString(),
    type,
    direction,
    amount: textFromMinor(row.amount),
    currency,
    balance_after: textFromMinor(row.balance_after),
    ...{ collection_id, withdrawal_id, reference, description, metadata },
  }
}

async function* asCsv(statement: StatementRow, pages: AsyncIterable<BookRow[]>): AsyncGenerator<string> {
  yield `${fileColumns.join(',')}\r\n`
  for await (const rows of pages)
    yield csvLines(
      fileColumns,
      rows.map((row) => rowIn(statement, row)),
    )
}

async function* asJson(statement: StatementRow, pages: AsyncIterable<BookRow[]>): AsyncGenerator<string> {
  const { environment } = statement
  yield `{"statement":${JSON.stringify({ ...showStatement(statement), environment })},"rows":[`
  let isFirst = true
  for await (const rows of pages) {
    const text = rows.map((row) => JSON.stringify(rowIn(statement, row))).join(',\n')
    yield isFirst ? `\n${text}` : `,\n${text}`
    isFirst = false
  }
  yield '\n]}\n'
}

async function onPaper(parts: Parts, statement: StatementRow, lang?: Language): Promise<Buffer> {
  const { name, display_name: shown, language } = await readLooks(parts.lists, statement.merchant_id)
  const rows =
    (statement.totals?.count ?? 0) > mostOnPaper ? null : await Array.fromAsync(pagesOf(parts, statement))
  return await parts.print({
    statement,
    rows: rows?.flat() ?? null,
    shop: shown ?? name,
    language: lang ?? language ?? 'sw',
  })
}
