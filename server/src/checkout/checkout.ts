import { join } from 'node:path'
import type { RefusalCode } from '@malipo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Resolve } from '../collections/collections.ts'
import { type Gate, refuse } from '../http/http.ts'
import { allowPages, chooseLanguage, html, sendPage, serveFile, type Words, wordsIn } from '../pages/pages.ts'
import type { PayingByLink } from '../payment-links/payment-links.ts'
import type { Registry } from '../providers/providers.ts'
import type { Weather } from '../weather/weather.ts'
import type { World } from '../world/world.ts'
import { type InvoiceParts, serveInvoicePages } from './invoice-pages.ts'
import { serveLinkPages } from './link-pages.ts'
import type { PageFeed } from './page-feed.ts'
import { servePayPages } from './pay-routes.ts'
import type { PrintReceipt } from './print-receipt.ts'
import { takeForms } from './read-form.ts'
import { serveReceiptPages } from './receipt-pages.ts'
import { payerStyles, shopFrame } from './shop-frame.ts'
import { serveVerifyPage } from './verify-page.ts'

export { createPageFeed, type PageFeed } from './page-feed.ts'
export { type PrintReceipt, receiptPrinter } from './print-receipt.ts'

export type CheckoutParts = {
  world: World
  registry: Registry
  resolve: Resolve
  pages: PageFeed
  gate: Gate
  weather: Weather
  printReceipt: PrintReceipt
} & InvoiceParts &
  Omit<PayingByLink, 'world'>

/** The pages that payers see. They work without scripts, and say no more than we know. */
export async function serveCheckout(app: FastifyInstance, parts: CheckoutParts): Promise<void> {
  const { world, registry, resolve, pages: feed, gate } = parts
  await app.register(async (pages) => {
    const allow = allowPages(pages, world.baseUrl, { styles: payerStyles, scripts: 'own' })
    takeForms(pages)
    pages.setErrorHandler((error, request, reply) => {
      allow(reply)
      return answerWithPage(error, request, reply)
    })
    const script = serveFile(pages, '/checkout.js', join(import.meta.dirname, 'checkout.js'))
    const { prompts, payerTurns, weather } = parts
    const payments = { world, registry, resolve, script, feed, gate, prompts, payerTurns, weather }
    servePayPages(pages, payments)
    serveLinkPages(pages, payments, parts)
    serveInvoicePages(pages, payments, parts)
    serveReceiptPages(pages, payments, parts.printReceipt)
    serveVerifyPage(pages, payments)
  })
}

/** What is wrong, as a page: in words for payers, who can do nothing about most of it but come again. */
function answerWithPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code } = refuse(error, request, reply)
  const language = chooseLanguage(request)
  const { checkout: words } = wordsIn(language)
  const heading = headingFor(code, words)
  const [page] = /^\/\w+\/[\w-]{22,64}/.exec(request.url) ?? []
  const mayReturn = page !== undefined && code !== 'not_found'
  return sendPage(request, reply, {
    language,
    title: heading,
    content: html`${mayReturn && html`<p><a class="button" href="${page}">${words.again}</a></p>`}`,
    frame: shopFrame({ words, shop: null, heading, tone: 'plain', isTest: false }),
  })
}

const ofForms = new Set<RefusalCode>(['bad_request', 'body_too_large', 'unsupported_media_type'])

function headingFor(code: RefusalCode, words: Words['checkout']): string {
  if (code === 'not_found') return words.nothingHere
  return ofForms.has(code) ? words.unreadable : words.cannotAnswer
}
