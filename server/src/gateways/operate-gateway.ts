import { textFromMinor } from '../primitives/money.ts'
import type { Book, End, Entry } from './book.ts'
import type { Post } from './callbacks.ts'
import type { Dialect, GatewayAnswer, GatewayRequest } from './dialect.ts'
import type { Switchboard } from './faults.ts'
import { type Phones, promptEnds } from './handsets.ts'
import { daysAsked, writeStatement } from './write-statement.ts'

export type Operated = {
  dialect: Dialect
  book: Book
  faults: Switchboard
  post: Post
  scan(code: string, phone: string): Entry | null
} & Phones

export const usage = {
  'GET /_book': 'everything in the book',
  'POST /_book': 'ends an entry: product, reference, end (paid, reversed, or why it failed)',
  'GET /_statement': 'what was settled, as CSV: day, or from and to, like 2026-11-16',
  'GET /_callbacks': 'what was called back, and how that was answered',
  'GET /_faults': 'what is switched on',
  'POST /_faults': 'switches one on: fault, on (a call, or *), share (1), times (until switched off)',
  'DELETE /_faults': 'switches all off',
  'GET /_codes': 'what can be scanned',
  'POST /_scan': 'somebody scans a code and pays: code, phone',
  'GET /_handsets': 'the phones that wait for you',
  'POST /_handsets': 'takes a phone into your hands: phone',
  'DELETE /_handsets': 'lets go of them all',
  'GET /_prompts': 'what waits for an answer: phone, or all',
  'POST /_prompts': 'answers: reference, end (paid, declined, …)',
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
      return operatePhones(request, gateway)
  }
}

function operatePhones({ method, path, query, body }: GatewayRequest, gateway: Operated): GatewayAnswer {
  const { held, prompts, codes } = gateway
  switch (`${method} ${path}`) {
    case 'GET /_codes':
      return answer(200, { codes: codes().map(inWords) })
    case 'GET /_prompts':
      return answer(200, { prompts: prompts(query.get('phone') ?? undefined).map(inWords) })
    case 'POST /_prompts':
      return answerPrompt(gateway, fieldsOf(body))
    case 'POST /_handsets': {
      const { phone } = fieldsOf(body)
      if (!isPhone(phone)) return answer(422, { problem: 'phone (255 and nine digits) is needed' })
      held.add(phone)
      return answer(200, { phones: [...held] })
    }
    case 'DELETE /_handsets':
      held.clear()
      return answer(200, { phones: [] })
    case 'GET /_handsets':
      return answer(200, { phones: [...held] })
    default:
      return answer(404, { usage })
  }
}

function answerPrompt(
  { answer: give }: Operated,
  { reference, end }: Record<string, unknown>,
): GatewayAnswer {
  const known = promptEnds.find((one) => one === end)
  if (known === undefined) return answer(422, { problem: `end must be one of ${promptEnds.join(', ')}` })
  const entry = give(String(reference), known)
  if (entry === null)
    return answer(404, { problem: 'Nothing waits under this reference; GET /_prompts shows what does.' })
  return answer(200, { state: entry.state })
}

function inWords<Shown extends { amount: bigint }>(shown: Shown) {
  return { ...shown, amount: textFromMinor(shown.amount) }
}

function isPhone(phone: unknown): phone is string {
  return typeof phone === 'string' && /^255[0-9]{9}$/.test(phone)
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
  if (typeof code !== 'string' || !isPhone(phone))
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
