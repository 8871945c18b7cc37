import type { FastifyInstance } from 'fastify'
import { type CollectionRow, findReceipt } from '../collections/collections.ts'
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
import { Refusal } from '../primitives/refusal.ts'
import type { Tone } from './icons.ts'
import { helpLine, isTest } from './pay-page.ts'
import type { Asked, PaymentParts } from './payment-routes.ts'
import { factList, factsOf } from './receipt-facts.ts'
import { findShop, type Shop } from './shop.ts'
import { shopFrame, subjectOf } from './shop-frame.ts'

type Visit = { collection: CollectionRow; shop: Shop; language: Language; suffix: string }

/** The receipt of a payment. Whoever has its address sees what was paid, and can do nothing else. */
export function serveReceiptPages(pages: FastifyInstance, parts: PaymentParts): void {
  const { sql } = parts.world

  async function visit(request: Asked): Promise<Visit> {
    const collection = await findReceipt(sql, request.params.token ?? '')
    if (!collection) throw new Refusal('not_found')
    const shop = await findShop(sql, collection.merchant_id)
    const language = chooseLanguage(request, shop.language ?? 'sw')
    const isAsked = (request.query as { lang?: unknown }).lang === language
    return { collection, shop, language, suffix: isAsked ? `?lang=${language}` : '' }
  }

  pages.get('/r/:token', async (request: Asked, reply) =>
    sendPage(request, reply, receiptPage(parts, await visit(request))),
  )
}

type State = 'paid' | 'held' | 'returned'
const tones: Record<State, Tone> = { paid: 'paid', held: 'checked', returned: 'reversed' }

/** As it stands now: what was paid once and has gone back is no receipt of money that the shop has. */
function stateOf({ status }: CollectionRow): State {
  if (status === 'reversed') return 'returned'
  return status === 'successful' ? 'paid' : 'held'
}

function receiptPage({ script }: PaymentParts, visited: Visit): Page {
  const { collection, shop, language } = visited
  const { checkout: words } = wordsIn(language)
  const state = stateOf(collection)
  const amount = formatMoney(collection.amount, collection.currency)
  const heading = words[state]
  return {
    language,
    script,
    title: heading,
    content: html`${state === 'paid' && html`<p>${fillIn(words.youPaid, { amount, shop: shop.name })}</p>`}
${factList(factsOf(collection, shop, language))}
${state !== 'paid' && helpLine(visited, language)}
<p class="hint">${words.notTax}</p>
<p hidden><button type="button" class="quiet" data-prints>${words.print}</button></p>`,
    frame: shopFrame({
      ...{ words, shop, heading, tone: tones[state], isTest: isTest(visited) },
      subject: subjectOf(amount, collection.description, words),
      // Who paid is nobody's business who only sees the message.
      head: html`<meta property="og:title" content="${fillIn(words.receiptFrom, { shop: shop.name })}">
<meta property="og:description" content="${amount}">
<meta property="og:type" content="website">`,
    }),
  }
}
