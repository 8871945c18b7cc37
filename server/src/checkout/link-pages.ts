import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { fillIn, formatMoney, html, type Page, sendPage, wordsIn } from '../pages/pages.ts'
import { findOpenLinks, type OpenLink, type PayingByLink, statusOf } from '../payment-links/payment-links.ts'
import { gather } from '../primitives/gather.ts'
import { Refusal } from '../primitives/refusal.ts'
import { limitsOf } from './amount-limits.ts'
import { type Chosen, choosing, type Problem, waysOf } from './choosing.ts'
import { findLinkPayment, linkStateOf } from './link-view.ts'
import { networksInTrouble } from './network-notice.ts'
import { type LinkForm, payFromForm } from './pay-from-form.ts'
import { isTest, payPage } from './pay-page.ts'
import { isOpen } from './pay-state.ts'
import { versionOf } from './pay-view.ts'
import { hintsOf, walletOf } from './payer-hints.ts'
import { forgetPayment, keepPayment, keptPayment } from './payment-cookie.ts'
import { type Asked, opener, type PaymentParts, servePayment } from './payment-routes.ts'
import { mostFormBytes, readForm } from './read-form.ts'
import { findShops, isClosed, type Shop } from './shop.ts'
import { previewOf, shopFrame, subjectOf } from './shop-frame.ts'
import { type Spoken, spokenTo } from './spoken-language.ts'

type Visit = { link: OpenLink; shop: Shop } & Spoken
const tones = { ACTIVE: 'plain', PAID: 'paid', INACTIVE: 'ended', EXPIRED: 'ended' } as const
const nothing: LinkForm = { method: '', phone: '', amount: '', attempt: '' }

/** The page of a payment link, and the pages of the payments that are begun on it. */
export function serveLinkPages(
  pages: FastifyInstance,
  parts: PaymentParts,
  paying: Omit<PayingByLink, 'world'>,
): void {
  const { world, payerTurns } = parts
  const payment = ({ token = '', payment: id = '' }) =>
    payerTurns.look(token, () => findLinkPayment(world, token, id))
  const open = opener(payment)
  servePayment(pages, parts, '/l/:token/:payment', open)

  const find = linkFinder(world.sql)

  async function visit(request: Asked): Promise<Visit> {
    const found = await find(request.params.token ?? '')
    if (!found) throw new Refusal('not_found')
    const { link, shop } = found
    return { link, shop, ...spokenTo(request, shop) }
  }

  pages.get('/l/:token', async (request: Asked, reply) => {
    const visited = await visit(request)
    const kept = keptPayment(request)
    const begun = kept === null ? null : await payment({ token: visited.link.token, payment: kept })
    if (begun) return reply.redirect(begun.path + visited.suffix, 303)
    return sendPage(request, reply, await linkPage(parts, visited, nothing, []))
  })

  pages.post('/l/:token', { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    const field = readForm(request)
    const visited = await visit(request)
    const sent = {
      method: field('method'),
      phone: field('phone'),
      amount: field('amount'),
      attempt: field('attempt'),
    }
    const begun = await payFromForm({ ...paying, world }, visited, sent, request.ip)
    if ('token' in begun) {
      const path = `/l/${visited.link.token}`
      keepPayment(reply, world, { path, token: begun.token })
      return reply.redirect(`${path}/${begun.token}${visited.suffix}`, 303)
    }
    return answerWrong(parts, { request, reply }, visited, sent, begun.problems)
  })

  pages.get('/l/:token/:payment', async (request: Asked, reply) => {
    const { view, language, suffix } = await open(request)
    const { link } = await visit(request)
    const now = world.clock.now()
    const state = linkStateOf(view, now)
    // Whoever has seen how it ended may begin anew.
    const isOver = !isOpen(state) && state !== 'held'
    if (isOver && keptPayment(request) === view.token)
      forgetPayment(reply, world, { path: `/l/${link.token}` })
    const shown = payPage(view, state, {
      ...{ language, suffix, script: parts.script, chosen: await chosenOf(parts, link, nothing, []) },
      version: versionOf(view, now),
      isAutomatic: (request.query as { auto?: unknown }).auto !== '0',
      hints: hintsOf(parts.registry, view, language),
      isTest: isTest(parts.registry, view.collection),
    })
    return sendPage(request, reply, shown)
  })
}

/** A link with its shop, null where there is none. Everybody opens a link that was sent around, and many at once: they share their queries. */
function linkFinder(sql: Database): (token: string) => Promise<Pick<Visit, 'link' | 'shop'> | null> {
  return gather(
    async (tokens: string[]) => {
      const links = await findOpenLinks(sql, tokens)
      const shops = await findShops(
        sql,
        Array.from(links.values(), ({ merchant_id: merchantId }) => merchantId),
      )
      return tokens.map((token) => {
        const link = links.get(token)
        const shop = link && shops.get(link.merchant_id)
        return link && shop ? { link, shop } : null
      })
    },
    { most: 200, atOnce: 2 },
  )
}

async function answerWrong(
  parts: PaymentParts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  visited: Visit,
  sent: LinkForm,
  problems: Problem[],
): Promise<FastifyReply> {
  return sendPage(request, reply.code(422), await linkPage(parts, visited, sent, problems))
}

async function chosenOf(
  parts: PaymentParts,
  link: OpenLink,
  sent: LinkForm,
  problems: Problem[],
): Promise<Chosen> {
  const shop = { environment: link.environment, merchantId: link.merchant_id }
  await parts.registry.ready()
  const carried = parts.registry.waysFor(shop)
  const ways = waysOf(link.methods.filter((method) => carried.includes(method)))
  // A new name for each form: the same one sent twice is one payment.
  const attempt = randomUUID()
  return {
    ...{ ways, problems, attempt, method: sent.method || (ways[0] ?? ''), phone: sent.phone },
    wallet: walletOf(parts.registry, shop),
    troubled: await networksInTrouble(parts, shop, ways),
  }
}

async function linkPage(
  parts: PaymentParts,
  visited: Visit,
  sent: LinkForm,
  problems: Problem[],
): Promise<Page> {
  const { link, shop, language, suffix } = visited
  const { checkout: words } = wordsIn(language)
  const made = statusOf(link, parts.world.clock.now())
  const status = made === 'ACTIVE' && isClosed(shop, link.environment) ? 'INACTIVE' : made
  const named = { shop: shop.name }
  const heading = {
    ACTIVE: fillIn(words.request, named),
    PAID: words.alreadyPaid,
    INACTIVE: words.closed,
    EXPIRED: fillIn(words.expired, named),
  }[status]
  const amount = link.amount === null ? null : formatMoney(link.amount, link.currency)
  const due = {
    ...{ path: `/l/${link.token}`, amount: link.amount, currency: link.currency, written: sent.amount },
    limits: limitsOf(link, language),
  }
  const { environment, merchant_id: merchantId } = link
  const provider = parts.registry.routeFor({ environment, merchantId })?.name ?? ''
  const chosen = status === 'ACTIVE' && (await chosenOf(parts, link, sent, problems))
  return {
    language,
    script: parts.script,
    title: heading,
    content: html`${chosen && choosing(due, chosen, { language, suffix })}`,
    ...(chosen && { own: chosen.attempt }),
    frame: shopFrame({
      ...{ words, shop, heading, tone: tones[status] },
      isTest: isTest(parts.registry, { environment, provider }),
      isError: problems.length > 0,
      subject: subjectOf(amount, link.description, words),
      head: previewOf(fillIn(words.request, named), amount ?? link.description),
    }),
  }
}
