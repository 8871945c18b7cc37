import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { allowPages } from '../pages/pages.ts'

const configuration = {
  url: '/openapi.json',
  pageTitle: 'Malipo API reference',
  favicon: '/favicon.ico',
  authentication: { preferredSecurityScheme: 'apiKey' },
  // Nothing that leads away from the page or calls home.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
} as const

/** The interactive reference. It is large and rarely opened, so it is loaded when somebody first does. */
export async function serveReference(app: FastifyInstance, baseUrl: string): Promise<void> {
  let opened: Promise<FastifyInstance> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    opened ??= openReference()
    const { statusCode, headers, rawPayload } = await (await opened).inject({
      method: 'GET',
      url: request.url,
    })
    for (const name of ['content-type', 'location', 'cache-control'] as const) {
      if (headers[name] !== undefined) reply.header(name, headers[name])
    }
    return reply.code(statusCode).send(rawPayload)
  }
  await app.register(async (docs) => {
    allowPages(docs, baseUrl, { styles: 'inline', scripts: 'own and inline' })
    docs.get('/docs', answer)
    docs.get('/docs/*', answer)
  })
}

async function openReference(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const inner: FastifyInstance = fastify()
  await inner.register(apiReference, { routePrefix: '/docs', configuration })
  await inner.ready()
  return inner
}
