import type { GatewayAnswer } from '../dialect.ts'

/** What a call said, flat: numbers are text. */
export type Fields = Record<string, string>

const results: Record<string, string> = { '000': 'SUCCESS', '111': 'INPROGRESS', '999': 'AMBIGUOUS' }

export type Said = {
  code: string
  message: string
  status?: number
  result?: string
  transid?: string
  reference?: string
  rows?: Record<string, string>[]
}

/** Every answer has this shape; `data` is a list even where it is empty. */
export function envelope({
  code,
  message,
  status = 200,
  result,
  transid,
  reference,
  rows = [],
}: Said): GatewayAnswer {
  const body = {
    ...(transid !== undefined && { transid }),
    reference: reference ?? '',
    resultcode: code,
    result: result ?? results[code] ?? 'FAIL',
    message,
    data: rows,
  }
  return { status, body: JSON.stringify(body) }
}

/** The spelling is theirs. */
const noUpstream = 'No reponse from upstream system'

/** What they say when they do not know. */
export function ambiguous(transid: string | undefined): GatewayAnswer {
  return envelope({ code: '999', message: noUpstream, ...(transid !== undefined && { transid }) })
}

/** The documentation has another spelling than what was seen on the wire. */
export function speltAsDocumented(answer: GatewayAnswer | 'silence'): GatewayAnswer | 'silence' {
  if (answer === 'silence') return answer
  return { ...answer, body: answer.body.replace('"AMBIGUOUS"', '"AMBIGOUS"') }
}

/** HTTP and result code agree where the gateway itself turns a call away. */
export function turnedAway(status: 401 | 403 | 412, message: string): GatewayAnswer {
  return envelope({ status, code: String(status), message })
}

export const strangeAddress = turnedAway(403, 'Request denied. Source IP not whitelisted (4032)')
export const notEnabled = turnedAway(403, 'API endpoint not enabled for the vendor (4035)')

/** Flat fields of a body or a query; null for a body that has none. */
export function fieldsOf(method: string, query: URLSearchParams, body: string): Fields | null {
  if (method !== 'POST') return Object.fromEntries(query)
  try {
    const value: unknown = JSON.parse(body)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, String(inner)]))
  } catch {
    return null
  }
}

/** Shillings, as they write them. */
export function shillings(minor: bigint): string {
  return minor % 100n === 0n
    ? String(minor / 100n)
    : `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
}

/** Whole shillings in minor units; null for anything else. */
export function minorOf(text: string | undefined): bigint | null {
  return text !== undefined && /^[1-9][0-9]{0,12}$/.test(text) ? BigInt(text) * 100n : null
}
