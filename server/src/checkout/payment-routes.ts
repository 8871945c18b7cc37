import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Resolve, refreshCollection } from '../collections/collections.ts'
import { answerStream, type Gate, goneSignal, type PayerTurns } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import { subscriberOf } from '../primitives/subscriber.ts'
import type { Registry } from '../providers/providers.ts'
import { countAttempts, type RingCount } from '../tallies/tallies.ts'
import type { Weather } from '../weather/weather.ts'
import type { World } from '../world/world.ts'
import type { PageFeed } from './page-feed.ts'
import { type PayView, versionOf } from './pay-view.ts'
import { drawCode, paintCode } from './qr-code.ts'
import { mostFormBytes, readForm } from './read-form.ts'
import { type Spoken, spokenTo } from './spoken-language.ts'

export type PaymentParts = {
  world: World
  registry: Registry
  resolve: Resolve
  script: string
  feed: PageFeed
  gate: Gate
  /** How often a stranger may make a phone ring. */
  prompts: RingCount
  payerTurns: PayerTurns
  weather: Weather
}

export type Asked = FastifyRequest<{ Params: Record<string, string> }>
export type Opened = { view: PayView } & Spoken
export type Open = (request: Asked) => Promise<Opened>

/** Opens the page that is asked for, in the language of whoever asks. */
export function opener(find: (params: Record<string, string>) => Promise<PayView | null>): Open {
  return async (request) => {
    const view = await find(request.params)
    if (!view) throw new Refusal('not_found')
    return { view, ...spokenTo(request, view.shop) }
  }
}

/** How often one page may have its provider asked. */
const onceIn = { kind: 'page-check', most: 1, windowMs: 5_000 }

/** What every page of a payment has below its own address: asking now, hearing of changes, and the code to scan. */
export function servePayment(pages: FastifyInstance, parts: PaymentParts, path: string, open: Open): void {
  const { world, registry, resolve, feed, gate, payerTurns } = parts
  const checks = countAttempts(world.sql, world.clock, onceIn)

  pages.post(`${path}/check`, { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    readForm(request)
    const opened = await open(request)
    const { collection, shown } = opened.view
    const at = { merchantId: collection.merchant_id, place: opened.view.token }
    const isAsked =
      shown?.state === 'open' && (await payerTurns.change(at, () => checks.take(collection.id))) === 0
    if (isAsked) await refreshCollection(registry, resolve, collection)
    return backTo(opened, reply)
  })

  // One word when the page is no longer what the listener has; and for scripts that cannot listen, what to compare.
  pages.get(`${path}/changes`, async (request: Asked, reply) => {
    const { view } = await open(request)
    const { version } = request.query as { version?: unknown }
    const gone = goneSignal(reply, gate)
    const address = subscriberOf(request.ip)
    const texts = feed.listen({ token: view.token, version: String(version), address, gone })
    return answerStream(reply, texts, gone)
  })

  pages.get(`${path}/version`, async (request: Asked, reply) => {
    const { view } = await open(request)
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(versionOf(view, world.clock.now()))
  })

  pages.get(`${path}/code.svg`, async (request: Asked, reply) => {
    const code = await codeOf(request)
    return picture(reply, 'image/svg+xml').send(await drawCode(code))
  })

  pages.get(`${path}/code.png`, async (request: Asked, reply) => {
    const code = await codeOf(request)
    return picture(reply, 'image/png').send(await paintCode(code))
  })

  /** Only while it may be paid: nobody should keep, or scan, the code of what is over. */
  async function codeOf(request: Asked): Promise<string> {
    const { shown, collection, codeEndsAt: end } = (await open(request)).view
    const isOver = shown?.state !== 'open' || (end !== null && end <= world.clock.now())
    if (isOver || collection.qr_payload === null) throw new Refusal('not_found')
    return collection.qr_payload
  }
}

function picture(reply: FastifyReply, type: string): FastifyReply {
  return reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex').type(type)
}

/** After a form comes the page itself, so that going back or loading again repeats nothing. */
export function backTo({ view, suffix }: Opened, reply: FastifyReply): FastifyReply {
  return reply.redirect(view.path + suffix, 303)
}
