import { openApi } from '@malipo/contract'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../http/http.ts'
import { allowPages, serveMark, styleSheet } from '../pages/pages.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Metrics } from '../telemetry/telemetry.ts'

export type PlatformOptions = {
  baseUrl: string
  /** Where the sandbox takes callbacks. */
  sandboxBaseUrl: string
  version: string
  metrics: Metrics
  /** When set, /metrics asks for it as a bearer token. */
  metricsToken: string | undefined
  gate: Gate
  /** Rejects or answers false when the database is away or not migrated. */
  isReady(): Promise<boolean>
}

/** What the service says about itself: health, metrics, the interface as data, and our mark. */
export async function servePlatform(app: FastifyInstance, options: PlatformOptions): Promise<void> {
  app.get('/healthz', async () => ({ success: true, data: { status: 'alive' } }))
  app.get('/readyz', async () => {
    if (!options.gate.isOpen() || !(await options.isReady())) throw new Refusal('unavailable')
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
    const { version, baseUrl, sandboxBaseUrl } = options
    document ??= JSON.stringify(openApi({ version, baseUrl, sandboxBaseUrl }))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  await app.register(async (pages) => {
    allowPages(pages, options.baseUrl, { styles: styleSheet })
    serveMark(pages)
  })
}
