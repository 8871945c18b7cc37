import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { leavePage, type Resolve, refreshCollection, useAnotherWay } from '../collections/collections.ts'
import { answerStream, type Gate, goneSignal } from '../http/http.ts'
import { chooseLanguage, type Language, type Page, sendPage } from '../pages/pages.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { countAttempts } from '../tallies/tallies.ts'
import type { World } from '../world/world.ts'
import { attemptOf, beginPayment } from './begin-payment.ts'
import { type Chosen, type Problem, phoneAtFirst, waysOf } from './choosing.ts'
import type { PageFeed } from './page-feed.ts'
import { payPage } from './pay-page.ts'
import { stateOf } from './pay-state.ts'
import { findPayView, type PayView, versionOf } from './pay-view.ts'
import { drawCode, paintCode } from './qr-code.ts'
import { mostFormBytes, readForm } from './read-form.ts'

export type PayParts = {
  world: World
  registry: Registry
  resolve: Resolve
  script: string
  feed: PageFeed
  gate: Gate
}

type Asked = FastifyRequest<{ Params: { token: string } }>
type Opened = { view: PayView; language: Language; suffix: string }

/** How often one page may have its provider asked. */
const onceIn = { kind: 'page-check', most: 1, windowMs: 5_000 }

/** The hosted page of a collection: what to do now, the forms that do it, and the code to scan. */
export function servePayPages(pages: FastifyInstance, parts: PayParts): void {
  const { world, registry, resolve, feed, gate } = parts
  const checks = countAttempts(world.sql, world.clock, onceIn)

  async function open(request: Asked): Promise<Opened> {
    const view = await findPayView(world, registry, request.params.token)
    if (!view) throw new Refusal('not_found')
    const asked = (request.query as { lang?: unknown }).lang
    const language = chooseLanguage(request, view.shop.language ?? 'sw')
    return { view, language, suffix: asked === language ? `?lang=${language}` : '' }
  }

  pages.get('/pay/:token', async (request: Asked, reply) => {
    const opened = await open(request)
    return sendPage(request, reply, pageOf(parts, opened, request))
  })

  pages.post('/pay/:token', { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    const field = readForm(request)
    const opened = await open(request)
    const sent = { method: field('method'), phone: field('phone'), attempt: field('attempt') }
    const problems = await beginPayment(parts, opened.view, sent, opened.language)
    if (problems.length === 0) return backTo(opened, reply)
    return sendPage(request, reply.code(422), pageOf(parts, opened, request, { ...sent, problems }))
  })

  pages.post('/pay/:token/check', { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    readForm(request)
    const opened = await open(request)
    const { collection, shown } = opened.view
    if (shown?.state === 'open' && (await checks.take(collection.id)) === 0)
      await refreshCollection(registry, resolve, collection)
    return backTo(opened, reply)
  })

  pages.post('/pay/:token/another-way', { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    readForm(request)
    const opened = await open(request)
    await useAnotherWay(parts, opened.view.token)
    return backTo(opened, reply)
  })

  pages.post('/pay/:token/leave', { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    readForm(request)
    const opened = await open(request)
    await world.sql.begin((tx) => leavePage(tx, world, { token: opened.view.token }))
    return backTo(opened, reply)
  })

  // One word when the page is no longer what the listener has; and for scripts that cannot listen, what to compare.
  pages.get('/pay/:token/changes', async (request: Asked, reply) => {
    const { view } = await open(request)
    const { version } = request.query as { version?: unknown }
    const gone = goneSignal(reply, gate)
    const texts = feed.listen({ token: view.token, version: String(version), gone })
    return answerStream(reply, texts, gone)
  })

  pages.get('/pay/:token/version', async (request: Asked, reply) => {
    const { view } = await open(request)
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(versionOf(view.collection, view.tries, world.clock.now()))
  })

  pages.get('/pay/:token/code.svg', async (request: Asked, reply) => {
    const code = await codeOf(request)
    return picture(reply, 'image/svg+xml').send(await drawCode(code))
  })

  pages.get('/pay/:token/code.png', async (request: Asked, reply) => {
    const code = await codeOf(request)
    return picture(reply, 'image/png').send(await paintCode(code))
  })

  /** Only while it may be paid: nobody should keep, or scan, the code of what is over. */
  async function codeOf(request: Asked): Promise<string> {
    const { shown, collection } = (await open(request)).view
    if (shown?.state !== 'open' || collection.qr_payload === null) throw new Refusal('not_found')
    return collection.qr_payload
  }
}

function picture(reply: FastifyReply, type: string): FastifyReply {
  return reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex').type(type)
}

/** After a form comes the page itself, so that going back or loading again repeats nothing. */
function backTo({ view, suffix }: Opened, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/pay/${view.token}${suffix}`, 303)
}

type Kept = { method: string; phone: string; problems: Problem[] }

function pageOf(parts: PayParts, opened: Opened, request: Asked, kept?: Kept): Page {
  const { world, registry, script } = parts
  const { view, language, suffix } = opened
  const { auto, again } = request.query as { auto?: unknown; again?: unknown }
  const provider = view.may.begin ? registry.routeFor(view.collection.environment) : null
  const ways = waysOf(provider?.can.methods ?? [])
  const chosen: Chosen = {
    ways,
    method: kept?.method ?? view.shown?.method ?? ways[0] ?? '',
    phone: kept?.phone ?? phoneAtFirst(view),
    problems: kept?.problems ?? [],
    wallet: null,
    attempt: attemptOf(view),
  }
  const described = describe(registry, view)
  const now = world.clock.now()
  const state = stateOf(view, now)
  // Who wants to try again chooses again; nothing has begun before the form is sent.
  const isAgain = state === 'retry' && (again === '1' || kept !== undefined)
  return payPage(view, isAgain ? 'choose' : state, {
    version: versionOf(view.collection, view.tries, now),
    ...{ language, suffix, script, chosen },
    isAutomatic: auto !== '0',
    payee: described?.payee_shown ?? null,
    menuCode: described?.menu_code ?? null,
  })
}

/** What the provider tells payers beforehand, if it does. */
function describe(registry: Registry, { shown }: PayView) {
  if (shown?.state !== 'open') return undefined
  return registry.named(shown.provider)?.describe?.({ method: shown.method, phone: shown.customer_phone })
}
