import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, html, type Language, type Page, sendPage, wordsIn } from '../pages/pages.ts'
import { Refusal } from '../primitives/refusal.ts'
import { securityHeaders } from '../primitives/security-headers.ts'
import { BrokenSources } from './make-dashboard.ts'
import type { Dashboard } from './open-dashboard.ts'
import { type DashboardFile, firstPage } from './read-files.ts'
import { tillManifest } from './till-manifest.ts'

export { type Dashboard, openDashboard } from './open-dashboard.ts'

/** Addresses of screens: each is answered with the one page, which then shows what its address says. */
const screens = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/invitations/*',
  '/new-business',
  '/account',
  '/m/*',
  '/admin',
  '/admin/*',
]

/** Named by their content: whoever has one never asks again. */
const forEver = 'public, max-age=31536000, immutable'
/** Named by what they show, like the icon of a till: an address that phones have kept goes on being right, so another picture comes a day later. */
const forADay = 'public, max-age=86400'

/** Its scripts and styles are our own files; nothing that somebody wrote into a page runs there. */
const powers = {
  baseUri: ["'none'"],
  formAction: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  styleSrcAttr: ["'unsafe-inline'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
}

/**
 * A screen is a dozen small files out of memory. Counted, they would use up what an office behind one address may ask of
 * the service before anybody has signed in; what pages then ask for is counted as ever.
 */
const uncounted = { config: { rateLimit: false as const } }

type Options = { baseUrl: string; dashboard: Dashboard; patienceMs?: number }

/** A first start makes it within seconds. Where that takes longer, a request would be ended before, and a person told so as a program is. */
const mostPatienceMs = 10_000
const lookAgainSeconds = 1

/** Serves the dashboard for merchants and Super Admins. */
export async function serveDashboard(app: FastifyInstance, options: Options): Promise<void> {
  const { dashboard, patienceMs = mostPatienceMs } = options
  const headers = securityHeaders(options.baseUrl, powers)
  await app.register(async (pages) => {
    pages.addHook('onRequest', (_request, reply, done) => {
      for (const [name, value] of headers) reply.header(name, value)
      done()
    })
    pages.get('/dashboard', uncounted, async (_request, reply) => reply.redirect('/'))
    for (const [paths, kept] of [
      ['/assets/*', forEver],
      ['/icons/*', forADay],
    ] as const)
      pages.get(paths, uncounted, async (request, reply) => {
        // A page that somebody has open asks for files of a dashboard that is no longer there.
        const files = await dashboard.files().catch(() => undefined)
        const file = files?.get(new URL(request.url, options.baseUrl).pathname)
        if (file === undefined) throw new Refusal('not_found')
        return sendFile(request, reply.header('cache-control', kept), file)
      })
    pages.get('/m/:merchantId/:environment/till.webmanifest', uncounted, async (request, reply) => {
      const { merchantId = '', environment = '' } = request.params as Record<string, string>
      const manifest = tillManifest(merchantId, environment, chooseLanguage(request))
      return reply.type('application/manifest+json').send(manifest)
    })
    for (const screen of screens) {
      pages.get(screen, uncounted, async (request, reply) => {
        const making = dashboard.files().then(
          (files) => files.get(firstPage),
          (error: Error) => error,
        )
        const found = await Promise.race([making, sleep(patienceMs, 'being made' as const, { ref: false })])
        if (found === 'being made')
          return sendPage(
            request,
            reply.code(503).header('refresh', lookAgainSeconds),
            beingMadePage(chooseLanguage(request)),
          )
        if (found === undefined || found instanceof Error)
          return sendPage(request, reply.code(503), notMadePage(chooseLanguage(request), found))
        return sendFile(request, reply.header('cache-control', 'no-cache'), found)
      })
    }
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: DashboardFile): FastifyReply {
  reply.type(file.type).header('etag', file.tag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(file.tag)) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (file.brotli && /\bbr\b/i.test(accepted)) return reply.header('content-encoding', 'br').send(file.brotli)
  if (file.gzip && /\bgzip\b/i.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.body)
}

function beingMadePage(language: Language): Page {
  const { dashboardNotMade: words } = wordsIn(language)
  return {
    language,
    title: words.beingMade,
    content: html`<p>${words.comes}</p><p><a href="/docs">${words.docs}</a></p>`,
  }
}

/** Where it could not be made, the service itself is there all the same. */
function notMadePage(language: Language, why: Error | undefined): Page {
  const { dashboardNotMade: words } = wordsIn(language)
  const said = why instanceof BrokenSources ? html`<pre>${why.message}</pre>` : html``
  return {
    language,
    title: words.title,
    content: html`<p>${words.what}</p><p><code>npm run build</code></p>${said}<p><a href="/docs">${words.docs}</a></p>`,
  }
}
