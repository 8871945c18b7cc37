import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  chooseLanguage,
  fillIn,
  formatMoney,
  html,
  type Language,
  type Page,
  sendPage,
  wordsIn,
} from '../pages/pages.ts'
import { findOpenLink, type OpenLink, type PayingByLink, statusOf } from '../payment-links/payment-links.ts'
import { simulatedNames } from '../providers/providers.ts'
import { type Chosen, choosing, type Problem, waysOf } from './choosing.ts'
import { findLinkPayment, linkStateOf } from './link-view.ts'
import { type LinkForm, payFromForm } from './pay-from-form.ts'
import { payPage } from './pay-page.ts'
import { versionOf } from './pay-view.ts'
import { type Asked, opener, type PaymentParts, servePayment } from './payment-routes.ts'
import { mostFormBytes, readForm } from './read-form.ts'
import { findShop, type Shop } from './shop.ts'
import { shopFrame } from './shop-frame.ts'

type Visit = { link: OpenLink; shop: Shop; language: Language; suffix: string }
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

  async function visit(request: Asked): Promise<Visit> {
    const { token = '' } = request.params
    const { link, shop } = await payerTurns.look(token, async () => {
      const found = await findOpenLink(world.sql, token)
      return { link: found, shop: await findShop(world.sql, found.merchant_id) }
    })
    const language = chooseLanguage(request, shop.language ?? 'sw')
    const isAsked = (request.query as { lang?: unknown }).lang === language
    return { link, shop, language, suffix: isAsked ? `?lang=${language}` : '' }
  }

  pages.get('/l/:token', async (request: Asked, reply) =>
    sendPage(request, reply, linkPage(parts, await visit(request), nothing, [])),
  )

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
    if ('token' in begun)
      return reply.redirect(`/l/${visited.link.token}/${begun.token}${visited.suffix}`, 303)
    return answerWrong(parts, { request, reply }, visited, sent, begun.problems)
  })

  pages.get('/l/:token/:payment', async (request: Asked, reply) => {
    const { view, language, suffix } = await open(request)
    const link = await findOpenLink(world.sql, request.params.token ?? '')
    const now = world.clock.now()
    const shown = payPage(view, linkStateOf(view, link, now), {
      ...{ language, suffix, script: parts.script, chosen: chosenOf(parts, link, nothing, []) },
      version: versionOf(view.collection, view.tries, now),
      isAutomatic: (request.query as { auto?: unknown }).auto !== '0',
      payee: null,
      menuCode: null,
    })
    return sendPage(request, reply, shown)
  })
}

function answerWrong(
  parts: PaymentParts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  visited: Visit,
  sent: LinkForm,
  problems: Problem[],
): FastifyReply {
  return sendPage(request, reply.code(422), linkPage(parts, visited, sent, problems))
}

function chosenOf({ registry }: PaymentParts, link: OpenLink, sent: LinkForm, problems: Problem[]): Chosen {
  const carried = registry.routeFor(link.environment)?.can.methods ?? []
  const ways = waysOf(link.methods.filter((method) => carried.includes(method)))
  // A new name for each form: the same one sent twice is one payment.
  const attempt = randomUUID()
  return { ways, problems, attempt, wallet: null, method: sent.method || (ways[0] ?? ''), phone: sent.phone }
}

function linkPage(parts: PaymentParts, visited: Visit, sent: LinkForm, problems: Problem[]): Page {
  const { link, shop, language, suffix } = visited
  const { checkout: words } = wordsIn(language)
  const status = statusOf(link, parts.world.clock.now())
  const named = { shop: shop.name }
  const heading = {
    ACTIVE: fillIn(words.request, named),
    PAID: words.alreadyPaid,
    INACTIVE: words.closed,
    EXPIRED: fillIn(words.expired, named),
  }[status]
  const amount = link.amount === null ? null : formatMoney(link.amount, link.currency)
  const due = { path: `/l/${link.token}`, amount: link.amount, currency: link.currency, written: sent.amount }
  const provider = parts.registry.routeFor(link.environment)?.name ?? ''
  return {
    language,
    script: parts.script,
    title: heading,
    content: html`${status === 'ACTIVE' && choosing(due, chosenOf(parts, link, sent, problems), { language, suffix })}`,
    frame: shopFrame({
      ...{ words, shop, heading, tone: status === 'ACTIVE' ? 'plain' : 'reversed' },
      isTest: link.environment === 'sandbox' || simulatedNames.includes(provider),
      isError: problems.length > 0,
      subject: html`${amount !== null && html`<p class="amount">${amount}</p>`}
${link.description !== null && html`<p class="about">${link.description}</p>`}`,
      head: html`<meta property="og:title" content="${fillIn(words.request, named)}">
<meta property="og:description" content="${amount ?? link.description}">
<meta property="og:type" content="website">`,
    }),
  }
}
