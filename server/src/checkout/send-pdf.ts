import type { FastifyReply } from 'fastify'

/** Shown rather than saved, kept by nobody in between and found by no search. */
export function sendPdf(reply: FastifyReply, name: string, bytes: Buffer): FastifyReply {
  return reply
    .header('cache-control', 'private, no-cache')
    .header('x-robots-tag', 'noindex')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .type('application/pdf')
    .send(bytes)
}
