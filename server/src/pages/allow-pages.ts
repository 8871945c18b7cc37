import type { FastifyInstance, FastifyReply } from 'fastify'
import { securityHeaders } from '../primitives/security-headers.ts'
import type { StyleSheet } from './style-sheet.ts'

/** What the pages of a scope may do, beyond nothing at all: they have one style sheet, and scripts from our own files. */
export type PagePowers = { styles: StyleSheet; scripts?: 'own' }

/** Lets the pages of a scope do more than answers to programs may. Returns how to let one that answers a failed request. */
export function allowPages(
  pages: FastifyInstance,
  baseUrl: string,
  powers: PagePowers,
): (reply: FastifyReply) => void {
  const headers = securityHeaders(baseUrl, directivesFor(powers))
  function allow(reply: FastifyReply) {
    for (const [name, value] of headers) reply.header(name, value)
  }
  pages.addHook('onRequest', (_request, reply, done) => {
    allow(reply)
    done()
  })
  return allow
}

function directivesFor({ styles, scripts }: PagePowers): Record<string, string[]> {
  return {
    imgSrc: ["'self'", 'data:'],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    styleSrc: [styles.hash],
    ...(scripts && { scriptSrc: ["'self'"], connectSrc: ["'self'"] }),
  }
}
