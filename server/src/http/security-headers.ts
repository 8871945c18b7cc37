import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** What a page may do, beyond nothing at all. `scripts` are always our own files; `inline` ones are asked for by name. */
export type PagePowers = { styles?: boolean; scripts?: 'own' | 'own and inline' }

/**
 * Helmet's headers, worked out once: they never change, and working them out for each request would cost more than
 * the rest of a fast answer.
 */
export function securityHeaders(baseUrl: string, powers: PagePowers = {}): [string, string][] {
  const headers: [string, string][] = []
  const recorder = {
    setHeader: (name: string, value: string) => void headers.push([name.toLowerCase(), value]),
    removeHeader: () => {},
  }
  const apply = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directivesFor(powers) },
    strictTransportSecurity: baseUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  apply({} as IncomingMessage, recorder as unknown as ServerResponse, () => {})
  return headers
}

/** Lets the pages of a scope do more than answers to programs may. */
export function allowPages(pages: FastifyInstance, baseUrl: string, powers: PagePowers): void {
  const headers = securityHeaders(baseUrl, powers)
  pages.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    done()
  })
}

function directivesFor({ styles, scripts }: PagePowers) {
  return {
    defaultSrc: ["'none'"],
    frameAncestors: ["'none'"],
    ...(styles && {
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      baseUri: ["'none'"],
      formAction: ["'self'"],
    }),
    ...(scripts && {
      scriptSrc: scripts === 'own' ? ["'self'"] : ["'self'", "'unsafe-inline'"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
    }),
  }
}
