import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../primitives/refusal.ts'

/** Ours have three fields. Whoever sends more than this sends something else. */
export const mostFormBytes = 4_096

/** Takes what forms send, in the scope that has them; elsewhere only JSON is taken. */
export function takeForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) =>
    bytes.toString('utf8'),
  )
}

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** A field that comes twice is no field: nobody could say which one was meant. */
export function readForm({ headers, body }: FastifyRequest): (name: string) => string {
  const text = typeof body === 'string' ? body : ''
  if (text !== '' && !formType.test(headers['content-type'] ?? ''))
    throw new Refusal('unsupported_media_type')
  const fields = new URLSearchParams(text)
  return (name) => {
    const given = fields.getAll(name)
    return given.length === 1 ? (given[0] ?? '') : ''
  }
}

/** As people write their number: with spaces, dots or dashes, with 0, 255 or +255. Null when it is no mobile number of Tanzania. */
export function mobileFrom(text: string): string | null {
  const [, digits] = /^(?:\+?255|0)?([67]\d{8})$/.exec(text.replace(/[\s().-]/g, '')) ?? []
  return digits === undefined ? null : `255${digits}`
}
