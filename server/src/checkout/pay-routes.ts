import type { FastifyInstance } from 'fastify'
import { leavePage, useAnotherWay } from '../collections/collections.ts'
import { type Page, sendPage } from '../pages/pages.ts'
import { countAttempts } from '../tallies/tallies.ts'
import { attemptOf, beginPayment } from './begin-payment.ts'
import { type Chosen, type Problem, phoneAtFirst, waysOf } from './choosing.ts'
import { networksInTrouble } from './network-notice.ts'
import { isTest, payPage } from './pay-page.ts'
import { stateOf } from './pay-state.ts'
import { payViewFinder, versionOf } from './pay-view.ts'
import { hintsOf, walletOf } from './payer-hints.ts'
import { type Asked, backTo, type Opened, opener, type PaymentParts, servePayment } from './payment-routes.ts'
import { mostFormBytes, readForm } from './read-form.ts'
import { isClosed } from './shop.ts'

/** How often the provider is asked to cancel one try: whoever taps again asks for what is being asked already. */
const cancelsOnceIn = { kind: 'page-cancel', most: 1, windowMs: 5_000 }

/** The hosted page of a collection: what to do now, and the forms that do it. */
export function servePayPages(pages: FastifyInstance, parts: PaymentParts): void {
  const { world, registry, payerTurns } = parts
  const cancels = countAttempts(world.sql, world.clock, cancelsOnceIn)
  const find = payViewFinder(world, registry)
  const open = opener(({ token = '' }) => find(token))
  const atPlace = ({ view }: Opened) => ({ merchantId: view.collection.merchant_id, place: view.token })
  servePayment(pages, parts, '/pay/:token', open)

  pages.get('/pay/:token', async (request: Asked, reply) => {
    const opened = await open(request)
    return sendPage(request, reply, await pageOf(parts, opened, request))
  })

  pages.post('/pay/:token', { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    const field = readForm(request)
    const opened = await open(request)
    const sent = { method: field('method'), phone: field('phone'), attempt: field('attempt') }
    const problems = await beginPayment(parts, opened.view, sent, opened.language)
    if (problems.length === 0) return backTo(opened, reply)
    const page = await pageOf(parts, opened, request, { ...sent, problems })
    return sendPage(request, reply.code(422), page)
  })

  pages.post('/pay/:token/another-way', { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    readForm(request)
    const opened = await open(request)
    const { may, shown, token } = opened.view
    const isAsked =
      may.useAnotherWay &&
      shown !== null &&
      (await payerTurns.change(atPlace(opened), () => cancels.take(shown.id))) === 0
    if (isAsked) await useAnotherWay(parts, token)
    return backTo(opened, reply)
  })

  pages.post('/pay/:token/leave', { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    readForm(request)
    const opened = await open(request)
    await payerTurns.change(atPlace(opened), () =>
      world.sql.begin((tx) => leavePage(tx, world, { token: opened.view.token })),
    )
    return backTo(opened, reply)
  })
}

type Kept = { method: string; phone: string; problems: Problem[] }

async function pageOf(parts: PaymentParts, opened: Opened, request: Asked, kept?: Kept): Promise<Page> {
  const { world, registry, script } = parts
  const { view, language, suffix } = opened
  const { auto, again } = request.query as { auto?: unknown; again?: unknown }
  const { environment, merchant_id: merchantId } = view.collection
  const shop = { environment, merchantId }
  await registry.ready()
  const ways = waysOf(view.may.begin ? registry.waysFor(shop) : [])
  const chosen: Chosen = {
    ways,
    method: kept?.method ?? view.shown?.method ?? ways[0] ?? '',
    phone: kept?.phone ?? phoneAtFirst(view),
    problems: kept?.problems ?? [],
    wallet: view.may.begin ? walletOf(registry, shop) : null,
    attempt: attemptOf(view),
    troubled: await networksInTrouble(parts, shop, ways),
  }
  const now = world.clock.now()
  const state = stateOf(view, now)
  // Who wants to try again chooses again; nothing has begun before the form is sent.
  const chooses = state === 'choose' || (state === 'retry' && (again === '1' || kept !== undefined))
  const choosing = isClosed(view.shop, environment) ? 'closed' : 'choose'
  return payPage(view, chooses ? choosing : state, {
    version: versionOf(view, now),
    ...{ language, suffix, script, chosen },
    isAutomatic: auto !== '0',
    hints: hintsOf(registry, view, language),
    isTest: isTest(registry, view.collection),
  })
}
