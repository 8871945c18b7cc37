import assert from 'node:assert/strict'
import { writeCreditNotes } from '../src/credit-notes/write-credit-notes.ts'
import type { Actor } from '../src/http/http.ts'
import { type InvoiceMove, type InvoiceRow, moveInvoices } from '../src/invoices/invoices.ts'
import { createInvoice } from '../src/invoices/write-invoices.ts'
import type { Registry } from '../src/providers/providers.ts'
import type { World } from '../src/world/world.ts'

/** Invoices that are paid in part, too much, and taken back with a credit note; and one that is voided. */
export async function tellOfInvoices(world: World, registry: Registry, actor: Actor): Promise<void> {
  const at = world.clock.now()
  const items = [{ description: 'Sukari', quantity: '1', unit_price: '1500.00' }]
  const customer = { customer_name: 'Asha', customer_phone: '0712345678' }
  const body = {
    merchant_id: actor.merchantId,
    ...customer,
    items,
    due_date: '2026-12-31',
    allow_part_payment: true,
  }
  await world.sql.begin(async (tx) => {
    const make = () => createInvoice(tx, world, registry, actor, body)
    const move = async (invoice: InvoiceRow, wish: Pick<InvoiceMove, 'to' | 'by' | 'paid' | 'paidBy'>) => {
      const [moved] = await moveInvoices(tx, world, [{ invoice, at, ...wish }])
      return moved ?? assert.fail('it did not move')
    }
    const send = async () => move(await make(), { to: 'SENT', by: 'merchant' })
    const pay = (invoice: InvoiceRow, paid: bigint, paidBy = { id: world.newId(), at }) =>
      move(invoice, { to: 'PAID', by: 'payment', paid, paidBy })
    const whole = 150_000n
    await move(await send(), { to: 'PARTIALLY_PAID', by: 'payment', paid: 50_000n })
    await pay(await pay(await send(), whole), whole + 50_000n)
    const again = await move(await pay(await send(), whole), { to: 'SENT', by: 'payment', paid: 0n })
    const credit = {
      amount: 50_000n,
      given_back: 0n,
      items: null,
      reason: 'Torn',
      refund_id: null,
      tax: null,
    }
    await writeCreditNotes(tx, world, [{ ...credit, invoice: again, at }])
    await move(await send(), { to: 'VOID', by: 'merchant' })
  })
}
