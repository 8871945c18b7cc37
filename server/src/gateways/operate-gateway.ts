import type { Book, End, Entry } from './book.ts'
import type { Post } from './callbacks.ts'
import type { Dialect, GatewayAnswer, GatewayRequest } from './dialect.ts'
import type { Switchboard } from './faults.ts'
import { daysAsked, writeStatement } from './write-statement.ts'

export type Operated = {
  dialect: Dialect
  book: Book
  faults: Switchboard
  post: Post
  scan(code: string, phone: string): Entry | null
}

const usage = {
  'GET /_book': 'everything in the book',
  'POST /_book': 'ends an entry: product, reference, end (paid, reversed, or why it failed)',
  'GET /_statement': 'what was settled, as CSV: day, or from and to, like 2026-11-16',
  'GET /_callbacks': 'what was called back, and how that was answered',
  'GET /_faults': 'what is switched on',
  'POST /_faults': 'switches one on: fault, on (a call, or *), share (1), times (until switched off)',
  'DELETE /_faults': 'switches all off',
  'POST /_scan': 'somebody scans a code and pays: code, phone',
}

/** What whoever runs a gateway may do with it, besides what its dialect can say. */
export function operate(request: GatewayRequest, gateway: Operated): GatewayAnswer {
  const { book, faults, post } = gateway
  switch (`${request.method} ${request.path}`) {
    case 'GET /_book':
      return answer(200, book.export())
    case 'POST /_book':
      return endEntry(book, fieldsOf(request.body))
    case 'GET /_statement':
      return statement(gateway, request.query)
    case 'GET /_callbacks':
      return answer(200, { sent: post.sent() })
    case 'GET /_faults':
      return answer(200, { faults: faults.list() })
    case 'POST /_faults': {
      const problem = faults.add(fieldsOf(request.body))
      return problem === null ? answer(201, { faults: faults.list() }) : answer(422, { problem })
    }
    case 'DELETE /_faults':
      faults.clear()
      return answer(200, { faults: [] })
    case 'POST /_scan':
      return scanCode(gateway, fieldsOf(request.body))
    default:
      return answer(404, { usage })
  }
}

const ends: readonly string[] = [
  'paid',
  'reversed',
  'declined',
  'insufficient_funds',
  'wrong_pin',
  'expired',
  'cancelled',
  'invalid_number',
  'limit',
  'refused',
] satisfies End[]

function endEntry(book: Book, { product, reference, end }: Record<string, unknown>): GatewayAnswer {
  if (!ends.includes(String(end))) return answer(422, { problem: `end must be one of ${ends.join(', ')}` })
  const entry = book.find(String(product), String(reference))
  if (entry === null) return answer(404, { problem: 'There is no such entry; GET /_book shows them all.' })
  if (book.end(entry, end as End)) return answer(200, { state: entry.state })
  return answer(409, { problem: `It is ${entry.state}.` })
}

function statement({ dialect, book }: Operated, query: URLSearchParams): GatewayAnswer {
  const days = daysAsked(query)
  if (days === null)
    return answer(422, {
      problem: 'day, or from and to, must be days like 2026-11-16, the first not the later',
    })
  const headers = { 'content-type': 'text/csv; charset=utf-8' }
  return { status: 200, headers, body: writeStatement(dialect, book.all(), days) }
}

function scanCode({ scan }: Operated, { code, phone }: Record<string, unknown>): GatewayAnswer {
  if (typeof code !== 'string' || typeof phone !== 'string' || !/^255[0-9]{9}$/.test(phone))
    return answer(422, { problem: 'code and phone (255 and nine digits) are needed' })
  const entry = scan(code, phone)
  if (entry === null) return answer(404, { problem: 'Nothing waits to be paid under this code.' })
  return answer(200, { product: entry.product, reference: entry.reference })
}

function answer(status: number, body: unknown): GatewayAnswer {
  return { status, body: JSON.stringify(body) }
}

/** What is no object has no fields, and is refused for what is missing. */
function fieldsOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
