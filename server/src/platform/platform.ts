import { openApi } from '@malipo/contract'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../http/http.ts'
import { allowPages, chooseLanguage, sendPage, serveMark, styleSheet } from '../pages/pages.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Metrics } from '../telemetry/telemetry.ts'
import { frontPage, llmsText } from './front-page.ts'
import { serveReference } from './serve-reference.ts'

export type PlatformOptions = {
  baseUrl: string
  version: string
  /** Whether the front page leads to the phones in the browser. */
  hasPhones: boolean
  metrics: Metrics
  /** When set, /metrics asks for it as a bearer token. */
  metricsToken: string | undefined
  gate: Gate
  /** Rejects or answers false when the database is away or not migrated. */
  isReady(): Promise<boolean>
}

/** What the service says about itself: health, metrics, the reference, and a page for whoever opens the address. */
export async function servePlatform(app: FastifyInstance, options: PlatformOptions): Promise<void> {
  app.get('/healthz', async () => ({ success: true, data: { status: 'alive' } }))
  app.get('/readyz', async () => {
    if (options.gate.isClosed() || !(await options.isReady())) throw new Refusal('unavailable')
    return { success: true, data: { status: 'ready' } }
  })
  app.get('/metrics', async (request, reply) => {
    const wanted = options.metricsToken
    if (wanted !== undefined && request.headers.authorization !== `Bearer ${wanted}`)
      throw new Refusal('unauthenticated')
    return reply.type(options.metrics.contentType).send(await options.metrics.text())
  })

  let document: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi({ version: options.version, baseUrl: options.baseUrl }))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/llms.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(options.baseUrl)),
  )
  await servePages(app, options)
}

async function servePages(app: FastifyInstance, options: PlatformOptions): Promise<void> {
  const { baseUrl } = options
  await app.register(async (pages) => {
    allowPages(pages, baseUrl, { styles: styleSheet })
    serveMark(pages)
    pages.get('/', async (request, reply) =>
      sendPage(request, reply, frontPage(chooseLanguage(request), options)),
    )
  })
  await serveReference(app, baseUrl)
}
