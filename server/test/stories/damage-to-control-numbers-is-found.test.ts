import { after, before } from 'node:test'
import { billChecks } from '../../src/books/checks/bill-checks.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { openCounter } from './money/counter-of-bills.ts'
import { type Damage, damageIsFound, type Intruder, openIntruder } from './money/damage.ts'
import { dataOf } from './money/shop.ts'

let service: Service
let intruder: Intruder

/** An order that is paid, one in parts, an invoice, a customer who paid twice, somebody unwelcome, and money for nobody. */
before(async () => {
  service = await startService()
  const at = await openCounter(service)
  const { shop } = at
  const order = await at.make({ kind: 'ORDER', amount: '1000', description: 'order' })
  await at.pay(order.number, '1000')
  const parts = await at.make({
    ...{ kind: 'ORDER', amount: '1000', payment_mode: 'PART', description: 'parts' },
  })
  await at.pay(parts.number, '400')
  const customer = await at.make({ kind: 'CUSTOMER', description: 'customer' })
  for (const amount of ['300', '500']) await at.pay(customer.number, amount)
  const invoice = dataOf(
    await shop.dashboard('/v1/invoices', 'sandbox', {
      body: {
        ...{ merchant_id: shop.merchantId, customer_name: 'Asha', customer_phone: '0712345678' },
        ...{ due_date: '2099-12-31', items: [{ description: 'Kanga', quantity: '1', unit_price: '700' }] },
      },
    }),
  )
  const billed = await at.make({ kind: 'ORDER', invoice_id: invoice.id, description: 'invoice' })
  await at.pay(billed.number, '700')
  const cancelled = await at.make({ kind: 'ORDER', amount: '1000', description: 'cancelled' })
  await shop.call(`/v1/control-numbers/${cancelled.id}/cancel`, { method: 'POST' })
  await at.pay(cancelled.number, '1000', { insist: true })
  await at.pay(at.mistyped(order.number), '1000', { insist: true })
  const { sql } = service.world
  await until(async () => (await sql`select from bill_payments where collection_id is null`).count === 1)
  intruder = await openIntruder(service, {
    tables: [
      'control_numbers',
      'control_number_history',
      'bill_payments',
      'collections',
      'invoices',
      'ledger_transactions',
    ],
  })
})
after(async () => {
  await intruder.leave()
  await endStory(service)
})

const number = (what: string) => `(select id from control_numbers where description = '${what}')`
const paidFor = (what: string) =>
  `(select id from collections where control_number_id = ${number(what)} order by id limit 1)`
const steps = (what: string) => `control_number_id = ${number(what)}`

const damages: Damage[] = [
  [
    'the counts and sums of control numbers equal their successful collections',
    [
      `update control_numbers set paid_count = paid_count + 1 where id = ${number('customer')}`,
      `update control_numbers set paid_amount = paid_amount - 1 where id = ${number('parts')}`,
      `update collections set control_number_id = ${number('customer')} where id = ${paidFor('parts')}`,
      `delete from control_numbers where description = 'customer'`,
    ],
  ],
  [
    'the number of an order never brings its merchant more than it asks for',
    [
      `update collections set amount = 100001 where id = ${paidFor('parts')}`,
      `update collections set amount = amount - 1 where id = ${paidFor('order')}`,
      `update collections set control_number_id = ${number('order')}, status = 'pending_clearance' where id = ${paidFor('parts')}`,
      `update control_numbers set kind = 'ORDER' where description = 'customer'`,
    ],
  ],
  [
    'the number of an order is paid exactly when its payments say so',
    [
      `update control_numbers set status = 'ACTIVE', paid_at = null where description = 'order'`,
      `update control_numbers set status = 'PAID' where description = 'parts'`,
      `update control_numbers set status = 'ACTIVE' where description = 'invoice'`,
      `update invoices set status = 'SENT'`,
    ],
  ],
  [
    'each receipt of a provider is one payment, for the number that it names',
    [
      `delete from bill_payments where collection_id = ${paidFor('order')}`,
      `update bill_payments set amount = amount + 1 where collection_id = ${paidFor('order')}`,
      `update bill_payments set control_number_id = ${number('parts')} where collection_id = ${paidFor('order')}`,
      `update collections set provider_reference = provider_reference || 'x' where id = ${paidFor('order')}`,
      `delete from collections where id = ${paidFor('cancelled')}`,
    ],
  ],
  [
    "what came in spite of a no is never the merchant's",
    [
      `update collections set status = 'successful' where id = ${paidFor('cancelled')}`,
      `update bill_payments set answer = 'too_high' where collection_id = ${paidFor('parts')}`,
    ],
  ],
  [
    'money for a number that nobody has is owed once by the operator, until the provider has returned it',
    [
      `delete from bill_payments where collection_id is null`,
      `update bill_payments set amount = amount - 1 where collection_id is null`,
      `update bill_payments set returned_at = at where collection_id is null`,
      `delete from ledger_transactions where reference = (select receipt from bill_payments where collection_id is null)`,
    ],
  ],
  [
    'every control number has a history without gaps that ends at its status',
    [
      `update control_numbers set moves = moves + 1 where description = 'order'`,
      `delete from control_number_history where ${steps('order')} and seq = 1`,
      `update control_numbers set status = 'EXPIRED' where description = 'parts'`,
    ],
  ],
  [
    'every step of a control number begins where the one before ended',
    [
      `update control_number_history set from_status = 'PAID' where ${steps('cancelled')} and seq = 2`,
      `update control_number_history set from_status = null where ${steps('order')} and seq = 2`,
    ],
  ],
  [
    'every step of a control number is a legal one',
    [
      `update control_number_history set to_status = 'GONE' where ${steps('order')} and seq = 2`,
      `update control_number_history set from_status = 'CANCELLED' where ${steps('order')} and seq = 2`,
    ],
  ],
]

damageIsFound(damages, () => intruder, billChecks)
