import type { Listed, Outcome, ProviderCallback } from '../provider.ts'
import type { Call } from './client.ts'
import { type Fields, fieldsOf, outcomeOfPayment, outcomeOfPayOut } from './codes.ts'

type Book = { path: string; about: ProviderCallback['about']; read(line: Fields): Outcome }

/** DOC: both are walked alike. */
const books: Book[] = [
  { path: '/payments/all', about: 'collection', read: outcomeOfPayment },
  { path: '/payouts/all', about: 'disbursement', read: outcomeOfPayOut },
]

/** DOC: 20 unless told otherwise. How many they give at most is not said. */
const linesAtOnce = 100

/** They are asked by days and do not say of which zone, so a day more on each side is asked for, and left out again. */
const dayMs = 24 * 3_600_000

/** What they have of a span of time. Oldest first, so that what comes meanwhile moves nothing that was not read yet. */
export async function* listBooks(
  call: Call,
  { from, to }: { from: Date; to: Date },
  signal: AbortSignal,
): AsyncIterable<Listed> {
  const span = {
    startDate: dayOf(new Date(from.getTime() - dayMs)),
    endDate: dayOf(new Date(to.getTime() + dayMs)),
  }
  for (const book of books) {
    for await (const line of linesOf(call, book, span, signal)) {
      if (line.at >= from && line.at < to) yield line
    }
  }
}

async function* linesOf(
  call: Call,
  { path, about, read }: Book,
  span: Record<string, string>,
  signal: AbortSignal,
): AsyncIterable<Listed> {
  const order = { ...span, sortBy: 'createdAt', orderBy: 'ASC', limit: String(linesAtOnce) }
  let [skip, total] = [0, 1]
  while (skip < total) {
    const query = new URLSearchParams({ ...order, skip: String(skip) })
    const { status, body, because } = await call({ path: `${path}?${query}` }, signal)
    const fields = status === 200 ? fieldsOf(body) : null
    // An iterator has no word for not knowing, and one that ended early would look whole.
    if (!Array.isArray(fields?.data) || typeof fields.totalCount !== 'number') throw new Error(because)
    total = fields.totalCount
    if (fields.data.length === 0 && skip < total) {
      throw new Error(`ClickPesa has ${total} lines of ${path}, and gave ${skip}.`)
    }
    for (const line of fields.data) yield lineOf(fieldsOf(line), about, read)
    skip += fields.data.length
  }
}

function lineOf(line: Fields | null, about: Listed['about'], read: Book['read']): Listed {
  const at = new Date(typeof line?.createdAt === 'string' ? line.createdAt : Number.NaN)
  if (!line || typeof line.orderReference !== 'string' || Number.isNaN(at.getTime())) {
    throw new Error('ClickPesa lists something that cannot be read.')
  }
  return { reference: line.orderReference, about, outcome: read(line), at }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
