import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { refuseUnowed } from './check-invoice.ts'
import { findInvoice, listInvoices } from './find-invoices.ts'
import { showInvoice } from './invoice-row.ts'
import { moveInvoices } from './move-invoices.ts'
import { changeInvoice, createInvoice } from './write-invoices.ts'

export { checkInvoice } from './check-invoice.ts'
export type { InvoiceRow } from './invoice-row.ts'
export { type InvoiceMove, lockInvoices, moveInvoices } from './move-invoices.ts'

export function routes({ world, registry }: { world: World; registry: Registry }): Route[] {
  return [
    route(operations.createInvoice, ({ body, caller, idempotently }) =>
      idempotently(async (tx) => showInvoice(world, await createInvoice(tx, world, registry, caller, body))),
    ),
    route(operations.listInvoices, ({ query, caller, lists }) => listInvoices(lists, world, caller, query)),
    route(operations.readInvoice, async ({ params, caller }) =>
      showInvoice(world, await findInvoice(world.sql, caller, params.invoice_id)),
    ),
    route(operations.changeInvoice, ({ params, body, caller, idempotently }) =>
      idempotently(async (tx) => {
        const draft = await findInvoice(tx, caller, params.invoice_id, 'for update')
        return showInvoice(world, await changeInvoice(tx, world, registry, draft, body))
      }),
    ),
    route(operations.voidInvoice, ({ params, caller, idempotently }) =>
      idempotently(async (tx) => {
        const invoice = await findInvoice(tx, caller, params.invoice_id, 'for update')
        refuseUnowed(invoice)
        const at = world.clock.now()
        const [voided = invoice] = await moveInvoices(tx, [{ invoice, to: 'VOID', by: 'merchant', at }])
        return showInvoice(world, voided)
      }),
    ),
  ]
}
