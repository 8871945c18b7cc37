import { after, before } from 'node:test'
import { tillOf } from './invoices/paying.ts'
import { dataOf, drafted, item } from './invoices/till.ts'
import { type Damage, damageIsFound, type Intruder, openIntruder } from './money/damage.ts'
import { succeeded, workOnce } from './money/own-provider.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
let intruder: Intruder

/** An invoice that two parts have paid and a note has credited, of which a refund gave some back; and one that was paid too much. */
before(async () => {
  stage = await openRefundStage()
  const { service, provider } = stage
  const counter = await stage.openCounter(500_000n)
  const sent = { key: counter.liveKey }
  const items = [item('1', '100.00', '18'), item('1', '882.00')]
  const invoiced = () => drafted(service, tillOf(counter), { allow_part_payment: true, items }, sent)
  const { id } = await invoiced()
  const first = await counter.paid({ amount: '600.00', invoice_id: id })
  await counter.paid({ amount: '200.00', invoice_id: id })
  const credit = (body: Record<string, unknown>) =>
    counter.call(`/v1/invoices/${id}/credit-notes`, { ...sent, body: { reason: 'Torn', ...body } })
  dataOf(await credit({ items: [item('1', '100.00', '18')] }))
  dataOf(await credit({ amount: '132.00' }))
  await stage.sent(counter, succeeded(), { collection_id: first.id, amount: '300.00' })
  const other = await invoiced()
  const both = await Promise.all(
    ['700.00', '600.00'].map((amount) => counter.push({ amount, invoice_id: other.id }, sent)),
  )
  await workOnce(service)
  for (const { provider_reference: reference } of both) await provider.tell(service, reference, succeeded())
  intruder = await openIntruder(service, {
    tables: ['invoices', 'credit_notes', 'collections', 'withdrawals'],
  })
})
after(async () => {
  await intruder.leave()
  await stage.close()
})

const credited = `(select invoice_id from credit_notes limit 1)`
const refunded = `(select id from withdrawals where kind = 'refund')`

const damages: Damage[] = [
  [
    'what an invoice says was paid and credited is what its payments and credit notes come to, and its state follows from that',
    [
      `update invoices set amount_paid = amount_paid + 1 where id = ${credited}`,
      `update invoices set amount_credited = amount_credited - 1 where id = ${credited}`,
      `update invoices set status = 'SENT' where id = ${credited}`,
      `update collections set status = 'reversed' where invoice_id = ${credited}`,
    ],
  ],
  [
    'an invoice that is paid in several ways names a successful payment of its own',
    [`update invoices set paid_by = gen_random_uuid() where id = ${credited}`],
  ],
  [
    'whatever was paid beyond an invoice was told to a person, or came back by a refund',
    [`delete from discrepancies where kind = 'overpaid'`],
  ],
  [
    'the credit notes of a merchant are numbered from 1, without gaps',
    [
      `update credit_notes set number = number + 7 where refund_id is not null`,
      `update credit_note_numbers set last = last + 1`,
    ],
  ],
  [
    'a credit note is of its invoice, and of its items or refund',
    [
      `update credit_notes set tax = tax + 1 where items is not null`,
      `update credit_notes set currency = 'KES' where items is null`,
      `update withdrawals set credit_note = false where id = ${refunded}`,
      `update withdrawals set amount = 1 where id = ${refunded}`,
    ],
  ],
  [
    'what credit notes say was given back outside is taken off the payments of their invoice',
    [
      `update collections set credited = credited - 1 where credited > 0`,
      `update credit_notes set given_back = given_back + 1 where given_back > 0 and refund_id is null`,
    ],
  ],
  [
    'what invoices count of refunds is what was paid of them, and it is credited unless they were told not to or it was too much',
    [
      `update withdrawals set reckoned = false where id = ${refunded}`,
      `update collections set refunds_reckoned = refunds_reckoned + 1 where refunds_reckoned > 0`,
      `delete from credit_notes where refund_id is not null`,
    ],
  ],
  [
    'every announced step has exactly one event, and there is no other event',
    [
      `delete from events where type = 'credit_note.issued'`,
      `delete from events where type = 'invoice.overpaid'`,
      `delete from invoice_history where event = 'invoice.partially_paid'`,
    ],
  ],
]

damageIsFound(damages, () => intruder)
