import type { IncomingHttpHeaders } from 'node:http'
import type { NewId } from '../primitives/id.ts'

/** Letters, digits and a little punctuation: safe in a header, a log line and a support ticket. */
const sane = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/

export function requestIdFrom(headers: IncomingHttpHeaders, newId: NewId): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : newId()
}
