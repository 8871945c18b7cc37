import { operations } from '@malipo/contract'
import { noteByPerson } from '../audit/audit.ts'
import { type Database, type KeptForEver, keepForEver, type Transaction } from '../database/database.ts'
import { type Actor, type Call, type Route, route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import { readLooks } from '../merchants/merchants.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { refuseBegun, refuseUnowed } from './check-invoice.ts'
import { findInvoice, listInvoices } from './find-invoices.ts'
import type { PrintInvoice } from './invoice-printer.ts'
import { type InvoiceRow, numberOf, publicUrlOf, showInvoice } from './invoice-row.ts'
import { type InvoiceLinks, linkInvoice } from './link-invoice.ts'
import { moveInvoices } from './move-invoices.ts'
import { sendInvoice } from './send-invoice.ts'
import type { Shop } from './tell-customer.ts'
import { changeInvoice, createInvoice } from './write-invoices.ts'

export { billedTo } from './billed-to.ts'
export { checkInvoice, holdDrafts, issue, refuseUnowed } from './check-invoice.ts'
export { drawItems, drawSums } from './draw-items.ts'
export { findInvoice, findInvoiceByToken } from './find-invoices.ts'
export { hastenInvoice } from './hasten-invoice.ts'
export { figuresOf, leastPart, reckon, stateOf } from './invoice-figures.ts'
export type { Mover } from './invoice-lifecycle.ts'
export { invoicePrinter, type PrintInvoice } from './invoice-printer.ts'
export { type InvoiceRow, isOverdue, numberOf, publicUrlOf, statusAt } from './invoice-row.ts'
export { halfUp, type InvoiceItem, lineOf, totalsOf } from './invoice-totals.ts'
export { type InvoiceLinks, wayToPay } from './link-invoice.ts'
export { type InvoiceMove, lockInvoices, moveInvoices } from './move-invoices.ts'
export { writtenItem } from './write-invoices.ts'

type Parts = { world: World; registry: Registry; invoiceLinks: InvoiceLinks; printInvoice: PrintInvoice }

type Writing = Pick<Call<typeof operations.createInvoice>, 'caller' | 'requestId'>
type What = 'create' | 'change' | 'send' | 'link' | 'void'

export function routes({ world, registry, invoiceLinks, printInvoice }: Parts): Route[] {
  const noteOf = (tx: Transaction, call: Writing, what: What, { id }: Pick<InvoiceRow, 'id'>) =>
    noteByPerson(tx, world, call, { action: `invoice.${what}`, subject: { kind: 'invoice', id } })
  return [
    route(operations.createInvoice, (call) =>
      call.idempotently(async (tx) => {
        const invoice = await createInvoice(tx, world, registry, call.caller, call.body)
        noteOf(tx, call, 'create', invoice)
        return showInvoice(world, invoice)
      }),
    ),
    route(operations.listInvoices, ({ query, caller, lists }) => listInvoices(lists, world, caller, query)),
    route(operations.readInvoice, async ({ params, caller }) =>
      showInvoice(world, await findInvoice(world.sql, caller, params.invoice_id)),
    ),
    route(operations.readInvoicePdf, async ({ params, query, caller, lists }) => {
      const invoice = await findInvoice(lists, caller, params.invoice_id)
      const shop = await shopOf(lists, caller)
      const bytes = await printInvoice({
        invoice,
        shop: shop.name,
        url: publicUrlOf(world, invoice),
        language: query.lang ?? shop.language,
        now: world.clock.now(),
      })
      return { name: `${numberOf(invoice)}.pdf`, bytes }
    }),
    route(operations.changeInvoice, ({ params, body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const draft = await findInvoice(tx, caller, params.invoice_id, 'for update')
        noteOf(tx, { caller, requestId }, 'change', draft)
        return showInvoice(world, await changeInvoice(tx, world, registry, draft, body))
      }),
    ),
    route(operations.sendInvoice, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const invoice = await findInvoice(tx, caller, params.invoice_id, 'for update')
        noteOf(tx, { caller, requestId }, 'send', invoice)
        return await sendInvoice(tx, world, caller, invoice, await shopOf(tx, caller))
      }),
    ),
    route(operations.createInvoicePaymentLink, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const invoice = await findInvoice(tx, caller, params.invoice_id, 'for update')
        // Whoever asks again is told the one that there is.
        if (invoice.payment_link_id === null) noteOf(tx, { caller, requestId }, 'link', invoice)
        const { language } = await shopOf(tx, caller)
        return await linkInvoice(tx, world, invoiceLinks, caller, invoice, language)
      }),
    ),
    route(operations.voidInvoice, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const invoice = await findInvoice(tx, caller, params.invoice_id, 'for update')
        noteOf(tx, { caller, requestId }, 'void', invoice)
        refuseUnowed(invoice)
        refuseBegun(invoice)
        if (invoice.payment_link_id !== null) await invoiceLinks.close(tx, caller, invoice.payment_link_id)
        const at = world.clock.now()
        const [voided = invoice] = await moveInvoices(tx, world, [
          { invoice, to: 'VOID', by: 'merchant', at },
        ])
        await invoiceLinks.closeNumbers(tx, voided)
        return showInvoice(world, voided)
      }),
    ),
  ]
}

export function chores({ world }: Pick<Parts, 'world'>): Chore[] {
  return [{ name: 'invoices.keep-history', everyMs: 600_000, work: () => keepForEver(world, invoiceHistory) }]
}

export const invoiceHistory: KeptForEver = { table: 'invoice_history', key: 'invoice_id' }

/** As customers know the merchant, and in the language that it has chosen for them. */
async function shopOf(sql: Database | Transaction, { merchantId }: Actor): Promise<Shop> {
  const { name, display_name: shown, language } = await readLooks(sql, merchantId)
  return { name: shown ?? name, language: language ?? 'sw' }
}
