import type { FastifyInstance } from 'fastify'
import { securityHeaders } from '../http/http.ts'
import { styleHash } from './style-sheet.ts'

/**
 * What the pages of a scope may do, beyond nothing at all. Ours have the one style sheet and scripts from our own files.
 * `inline` is for a page of somebody else's making, which brings both with it.
 */
export type PagePowers = { styles: 'ours' | 'inline'; scripts?: 'own' | 'own and inline' }

/** Lets the pages of a scope do more than answers to programs may. */
export function allowPages(pages: FastifyInstance, baseUrl: string, powers: PagePowers): void {
  const headers = securityHeaders(baseUrl, directivesFor(powers))
  pages.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    done()
  })
}

function directivesFor({ styles, scripts }: PagePowers): Record<string, string[]> {
  return {
    imgSrc: ["'self'", 'data:'],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    ...(styles === 'ours'
      ? { styleSrc: [styleHash] }
      : {
          styleSrc: ["'self'", "'unsafe-inline'"],
          fontSrc: ["'self'", 'data:'],
          workerSrc: ["'self'", 'blob:'],
        }),
    ...(scripts && {
      scriptSrc: scripts === 'own' ? ["'self'"] : ["'self'", "'unsafe-inline'"],
      connectSrc: ["'self'"],
    }),
  }
}
