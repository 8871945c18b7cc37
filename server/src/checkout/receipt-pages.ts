import type { FastifyInstance } from 'fastify'
import { type CollectionRow, findReceipt, receiptPathOf } from '../collections/collections.ts'
import type { FiscalReceiptOfSeller } from '../fiscal/fiscal.ts'
import { fillIn, formatMoney, html, type Page, sendPage, wordsIn } from '../pages/pages.ts'
import { oneLine } from '../primitives/one-line.ts'
import { spokenReference } from '../primitives/reference.ts'
import { Refusal } from '../primitives/refusal.ts'
import { findFiscal, fiscalCode, fiscalFacts, fiscalWord } from './fiscal-facts.ts'
import type { Tone } from './icons.ts'
import { helpLine, isTest } from './pay-page.ts'
import type { Asked, PaymentParts } from './payment-routes.ts'
import type { PrintedReceipt, PrintReceipt } from './print-receipt.ts'
import { drawCode } from './qr-code.ts'
import { factList, factsOf } from './receipt-facts.ts'
import { sendPdf } from './send-pdf.ts'
import { findShop, type Shop } from './shop.ts'
import { previewOf, shopFrame, subjectOf } from './shop-frame.ts'
import { type Spoken, spokenTo } from './spoken-language.ts'

type Visit = { collection: CollectionRow; shop: Shop; fiscal: FiscalReceiptOfSeller | null } & Spoken

/** The receipt of a payment. Whoever has its address sees what was paid, and can do nothing else. */
export function serveReceiptPages(pages: FastifyInstance, parts: PaymentParts, print: PrintReceipt): void {
  const { world, payerTurns } = parts

  async function visit(request: Asked): Promise<Visit> {
    const { token = '' } = request.params
    const { collection, shop, fiscal } = await payerTurns.look(token, async () => {
      const found = await findReceipt(world.sql, token)
      if (!found) throw new Refusal('not_found')
      return {
        collection: found,
        shop: await findShop(world.sql, found.merchant_id),
        fiscal: await findFiscal(world.sql, found),
      }
    })
    return { collection, shop, fiscal, ...spokenTo(request, shop) }
  }

  pages.get('/r/:token', async (request: Asked, reply) =>
    sendPage(request, reply, receiptPage(parts, await visit(request))),
  )

  pages.get('/r/:token/verify.svg', async (request: Asked, reply) => {
    const { fiscal } = await visit(request)
    if (fiscal?.status !== 'ISSUED' || fiscal.verification_url === null) throw new Refusal('not_found')
    return await reply
      .header('cache-control', 'private, no-store')
      .type('image/svg+xml')
      .send(await drawCode(fiscal.verification_url))
  })

  pages.get('/r/:token/receipt.pdf', async (request: Asked, reply) => {
    const visited = await visit(request)
    const bytes = await print(inWords(parts, visited))
    return sendPdf(reply, spokenReference('TX', visited.collection.id), bytes)
  })
}

type State = 'paid' | 'held' | 'returned'
const tones: Record<State, Tone> = { paid: 'paid', held: 'checked', returned: 'reversed' }

/** As it stands now: what was paid once and has gone back is no receipt of money that the shop has. */
function stateOf({ status }: CollectionRow): State {
  if (status === 'reversed') return 'returned'
  return status === 'successful' ? 'paid' : 'held'
}

function receiptPage({ script, registry }: PaymentParts, visited: Visit): Page {
  const { collection, shop, fiscal, language, suffix } = visited
  const { checkout: words } = wordsIn(language)
  const state = stateOf(collection)
  const amount = formatMoney(collection.amount, collection.currency)
  const heading = words[state]
  const path = receiptPathOf(collection) ?? ''
  const word = fiscalWord(fiscal, shop, language)
  return {
    language,
    script,
    title: heading,
    content: html`${state === 'paid' && html`<p>${fillIn(words.youPaid, { amount, shop: shop.name })}</p>`}
${factList([...factsOf(collection, shop, language), ...fiscalFacts(fiscal, language)])}
${fiscalCode(fiscal, path, language)}
${state !== 'paid' && helpLine(visited, language)}
${word !== null && html`<p class="hint">${word}</p>`}
<p hidden><button type="button" class="quiet" data-prints>${words.print}</button></p>
<p><a class="button quiet" href="${path}/receipt.pdf${suffix}">PDF</a></p>`,
    frame: shopFrame({
      ...{ words, shop, heading, tone: tones[state], isTest: isTest(registry, collection) },
      subject: subjectOf(amount, collection.description, words),
      head: previewOf(fillIn(words.receiptFrom, { shop: shop.name }), amount),
    }),
  }
}

const inks = { paid: 'paid', held: 'late', returned: 'void' } as const

/** What the page says, for paper. */
function inWords({ world, registry }: PaymentParts, visited: Visit): PrintedReceipt {
  const { collection, shop, fiscal, language } = visited
  const { checkout: words } = wordsIn(language)
  const state = stateOf(collection)
  return {
    ...{ merchantId: collection.merchant_id, language, at: latest(collection, fiscal) },
    ...{ title: words.receipt, shop: oneLine(shop.name), seeHere: words.receiptHere },
    stamp: { word: words.stamps[state], ink: inks[state] },
    amount: formatMoney(collection.amount, collection.currency),
    about: oneLine(collection.description ?? ''),
    facts: [...factsOf(collection, shop, language), ...fiscalFacts(fiscal, language)].map(
      ([name, value]) => [name, oneLine(value)] as const,
    ),
    notes: [state === 'paid' ? null : words[state], fiscalWord(fiscal, shop, language)].flatMap(
      (note) => note ?? [],
    ),
    test: isTest(registry, collection) ? words.test : null,
    url: `${world.baseUrl}${receiptPathOf(collection)}`,
    verify:
      fiscal?.status === 'ISSUED' && fiscal.verification_url !== null
        ? { here: words.fiscal.check, url: fiscal.verification_url }
        : null,
  }
}

/** When anything on it changed last, so that the same receipt is the same file. */
function latest({ updated_at: at }: CollectionRow, fiscal: FiscalReceiptOfSeller | null): Date {
  return fiscal !== null && fiscal.updated_at > at ? fiscal.updated_at : at
}
