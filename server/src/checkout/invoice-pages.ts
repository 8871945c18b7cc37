import type { FastifyInstance } from 'fastify'
import { findReceiptPath } from '../collections/collections.ts'
import {
  figuresOf,
  findInvoiceByToken,
  type InvoiceLinks,
  type InvoiceRow,
  isOverdue,
  leastPart,
  lineOf,
  numberOf,
  type PrintInvoice,
  publicUrlOf,
  statusAt,
  wayToPay,
} from '../invoices/invoices.ts'
import {
  fillIn,
  formatDay,
  formatInstant,
  formatMoney,
  type Html,
  html,
  type Language,
  type Page,
  sayErased,
  sendPage,
  wordsIn,
} from '../pages/pages.ts'
import { beginningOf } from '../primitives/instant.ts'
import { minorFromText } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Tone } from './icons.ts'
import { networkNotice, networksInTrouble } from './network-notice.ts'
import { isTest } from './pay-page.ts'
import type { Asked, PaymentParts } from './payment-routes.ts'
import { mostFormBytes, readForm } from './read-form.ts'
import { factList } from './receipt-facts.ts'
import { sendPdf } from './send-pdf.ts'
import { findShop, isClosed, type Shop } from './shop.ts'
import { previewOf, shopFrame, subjectOf } from './shop-frame.ts'
import { type Spoken, spokenTo } from './spoken-language.ts'

export type InvoiceParts = { invoiceLinks: InvoiceLinks; printInvoice: PrintInvoice }

/** With the address of the receipt, where it is paid. */
type Visit = { invoice: InvoiceRow; shop: Shop; receipt: string | null } & Spoken

/** The page of an invoice: what is billed, on paper too, and the way to its payment link. */
export function serveInvoicePages(
  pages: FastifyInstance,
  parts: PaymentParts,
  { invoiceLinks: links, printInvoice }: InvoiceParts,
): void {
  const { world, payerTurns } = parts

  async function visit(request: Asked): Promise<Visit> {
    const { token = '' } = request.params
    const { invoice, shop, receipt } = await payerTurns.look(token, async () => {
      const found = await findInvoiceByToken(world.sql, token)
      if (!found) throw new Refusal('not_found')
      const { merchant_id: merchantId, paid_by: paidBy } = found
      const path = paidBy === null ? null : await findReceiptPath(world.sql, paidBy)
      return { invoice: found, shop: await findShop(world.sql, merchantId), receipt: path }
    })
    return { invoice, shop, receipt, ...spokenTo(request, shop) }
  }

  pages.get('/i/:token', async (request: Asked, reply) =>
    sendPage(request, reply, await invoicePage(parts, await visit(request))),
  )

  // The link is made by whoever pays first, so that an invoice that nobody pays has none.
  pages.post('/i/:token', { bodyLimit: mostFormBytes }, async (request: Asked, reply) => {
    readForm(request)
    const { invoice, shop, language, suffix } = await visit(request)
    const at = { merchantId: invoice.merchant_id, place: invoice.id }
    const way = isClosed(shop, invoice.environment)
      ? null
      : await payerTurns.change(at, () => wayToPay(world, links, invoice, language))
    const url = way ?? publicUrlOf(world, invoice)
    return reply.redirect(`${new URL(url).pathname}${suffix}`, 303)
  })

  pages.get('/i/:token/invoice.pdf', async (request: Asked, reply) => {
    const { invoice, shop, language } = await visit(request)
    const url = publicUrlOf(world, invoice)
    const bytes = await printInvoice({ invoice, shop: shop.name, url, language, now: world.clock.now() })
    return sendPdf(reply, numberOf(invoice), bytes)
  })
}

const tones = {
  SENT: 'plain',
  OVERDUE: 'plain',
  PARTIALLY_PAID: 'plain',
  PAID: 'paid',
  CREDITED: 'ended',
  VOID: 'ended',
  DRAFT: 'plain',
} as const

async function invoicePage(parts: PaymentParts, visited: Visit): Promise<Page> {
  const { world, registry, script } = parts
  const { invoice, shop, receipt, language, suffix } = visited
  const { checkout: words, invoice: own } = wordsIn(language)
  const status = statusAt(invoice, world.clock.now())
  const title = fillIn(own.title, { number: numberOf(invoice) })
  const isOwed = status === 'SENT' || status === 'OVERDUE' || status === 'PARTIALLY_PAID'
  const isPayable = isOwed && !isClosed(shop, invoice.environment)
  const { environment, merchant_id: merchantId } = invoice
  const who = { environment, merchantId }
  await registry.ready()
  const provider = registry.routeFor(who)
  const troubled = isPayable ? await networksInTrouble(parts, who, registry.waysFor(who)) : []
  const amount = formatMoney(isOwed ? figuresOf(invoice).due : invoice.total, invoice.currency)
  const heading = {
    PAID: words.alreadyPaid,
    VOID: own.cancelled,
    CREDITED: own.creditedWhole,
    OVERDUE: own.late,
    PARTIALLY_PAID: isOverdue(invoice, world.clock.now()) ? own.late : own.partly,
    SENT: title,
    DRAFT: title,
  }
  const tone: Tone = tones[status]
  return {
    language,
    script,
    title: heading[status],
    content: html`${facts(visited)}${items(invoice, language)}
${networkNotice(troubled, language)}
${isOwed && !isPayable && html`<p><strong>${words.closed}</strong></p>`}
${isPayable && leastPart(invoice) !== null && html`<p class="hint">${own.payPart}</p>`}
${isPayable && html`<form method="post" action="/i/${invoice.token}${suffix}"><button>${own.pay}</button></form>`}
${receipt !== null && html`<p><a class="button quiet" href="${receipt + suffix}">${words.receipt}</a></p>`}
<p><a class="button quiet" href="/i/${invoice.token}/invoice.pdf${suffix}">PDF</a></p>
<p class="hint">${own.noTaxReceipt}</p>`,
    frame: shopFrame({
      ...{ words, shop, tone, heading: heading[status] },
      isTest: isTest(registry, { environment, provider: provider?.name ?? '' }),
      subject: subjectOf(amount, null, words),
      head: previewOf(fillIn(own.subject, { number: numberOf(invoice), shop: shop.name }), amount),
    }),
  }
}

function facts({ invoice, shop, language }: Visit): Html {
  const { invoice: own } = wordsIn(language)
  const due = beginningOf(invoice.due_date)
  const rows: [string, string | null][] = [
    [own.number, numberOf(invoice)],
    [own.from, shop.name],
    [own.to, sayErased(invoice.customer_name, language)],
    [own.due, due && formatDay(due, language)],
    [own.paidOn, invoice.paid_at && formatInstant(invoice.paid_at, language)],
  ]
  return factList(rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])))
}

/** What was paid and credited so far and what is left of it, where that is not all or nothing. */
function partSums(invoice: InvoiceRow, language: Language): [string, bigint][] {
  const { invoice: own } = wordsIn(language)
  const { paid, credited, due, overpaid } = figuresOf(invoice)
  if (invoice.status === 'VOID' || (paid % invoice.total === 0n && credited === 0n && overpaid === 0n))
    return []
  const rows: [string, bigint][] = [
    [own.amountPaid, paid],
    [own.amountCredited, credited],
    [own.amountOverpaid, overpaid],
  ]
  return [...rows.filter(([, minor]) => minor > 0n), [own.amountDue, due]]
}

function items(invoice: InvoiceRow, language: Language): Html {
  const { invoice: own } = wordsIn(language)
  const { currency } = invoice
  const money = (minor: bigint) => formatMoney(minor, currency)
  return html`<table class="items">
<thead><tr><th scope="col">${own.item}</th><th scope="col">${own.amount}</th></tr></thead>
<tbody>${invoice.items.map(
    (item) =>
      html`<tr><td>${sayErased(item.description, language)}<br><span class="hint">${item.quantity} × ${money(minorFromText(item.unit_price) ?? 0n)}${
        item.tax_percent !== null && html`, ${own.tax} ${item.tax_percent}%`
      }</span></td><td>${money(lineOf(item).amount)}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">${own.subtotal}</th><td>${money(invoice.subtotal)}</td></tr>
<tr><th scope="row">${own.tax}</th><td>${money(invoice.tax)}</td></tr>
<tr><th scope="row">${own.total}</th><td>${money(invoice.total)}</td></tr>
${partSums(invoice, language).map(([name, minor]) => html`<tr><th scope="row">${name}</th><td>${money(minor)}</td></tr>`)}</tfoot>
</table>
${invoice.notes !== null && html`<p class="about">${invoice.notes}</p>`}`
}
