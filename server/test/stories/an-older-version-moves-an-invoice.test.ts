import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Transaction } from '../../src/database/database.ts'
import { figuresOf, type InvoiceRow } from '../../src/invoices/invoices.ts'
import { openCreditedTill } from './invoices/credited-till.ts'

const { stage, call, at, counter, ...till } = await openCreditedTill()
after(() => stage.close())

type Step = { status: string; paidBy: string | null; at?: Date }

/** As the version before parts writes it: it counts no moves, and knows no figures. */
async function moveAsBefore(tx: Transaction, id: string, { status, paidBy, at: when }: Step): Promise<void> {
  const now = when ?? stage.clock.now()
  await tx`
    update invoices i
    set status = m.status, paid_by = m.paid_by, paid_at = m.paid_at, voided_at = m.voided_at, updated_at = ${now}
    from (values (${id}::uuid, ${status}::text, ${paidBy}::uuid, ${status === 'PAID' ? now : null}::timestamptz,
      ${status === 'VOID' ? now : null}::timestamptz)) as m (id, status, paid_by, paid_at, voided_at)
    where i.id = m.id`
}

const undo = new Error('undone')

/** What becomes of an invoice by such a step, which is undone afterwards: nothing else that belongs to it was written. */
async function after0088(id: string, step: Step): Promise<InvoiceRow> {
  let seen: InvoiceRow | undefined
  const moved = stage.service.world.sql.begin(async (tx) => {
    await moveAsBefore(tx, id, step)
    ;[seen] = await tx<InvoiceRow[]>`select * from invoices where id = ${id}`
    throw undo
  })
  await assert.rejects(moved, (error) => {
    if (error !== undo) throw error
    return true
  })
  return seen ?? assert.fail()
}

const shown = (row: InvoiceRow) => {
  const { paid, due, overpaid } = figuresOf(row)
  return [row.status, row.amount_paid, paid, due, overpaid]
}
const refused = (id: string, step: Step) =>
  assert.rejects(
    after0088(id, step),
    new RegExp(`invoice ${id} can only be moved by a version that knows parts`),
  )

test('what it does to an invoice without parts is right: the state tells what was paid', async () => {
  const { id } = await till.invoiced()
  const payer = await counter.paid()
  const paid = { status: 'PAID', paidBy: String(payer.id) }
  assert.deepEqual(shown(await after0088(id, paid)), ['PAID', null, 100_000n, 0n, 0n])
  assert.deepEqual(shown(await after0088(id, { status: 'VOID', paidBy: null })), ['VOID', null, 0n, 0n, 0n])

  await till.paidFor(id)
  assert.equal(await till.standing(id), 'PAID 1000.00 0.00 0.00 0.00')
  const unpaid = await after0088(id, { status: 'SENT', paidBy: null })
  assert.deepEqual(shown(unpaid), ['SENT', null, 0n, 100_000n, 0n], 'what was counted before is forgotten')
})

test('what it left is counted by the next step of a newer version', async () => {
  const { id } = await till.invoiced()
  const payment = await till.paidFor(id)
  // Paid by both: the older version says so last, and the figure is gone.
  await stage.service.world.sql`update invoices set amount_paid = null, moves = moves where id = ${id}`
  assert.equal(await till.standing(id), 'PAID 1000.00 0.00 0.00 0.00')
  await till.credited(id, '250.00')
  assert.equal(await till.standing(id), 'PAID 750.00 250.00 0.00 0.00')
  assert.equal((await counter.collection(payment.id)).refundable_amount, '750.00')
})

test('an invoice in parts, or of which something is credited, it cannot move, and nothing is changed', async () => {
  const parts = await till.invoiced({ allow_part_payment: true })
  const partly = await till.invoiced({ allow_part_payment: true })
  await till.paidFor(partly.id, '400.00')
  const credited = await till.invoiced()
  await till.credited(credited.id, '300.00')
  const over = await till.invoiced()
  await till.credited(over.id, '1000.00')
  const payer = await counter.paid()
  const before = await Promise.all([parts, partly, credited, over].map(({ id }) => till.standing(id)))
  assert.deepEqual(before, [
    'SENT 0.00 0.00 1000.00 0.00',
    'PARTIALLY_PAID 400.00 0.00 600.00 0.00',
    'SENT 0.00 300.00 700.00 0.00',
    'CREDITED 0.00 1000.00 0.00 0.00',
  ])
  for (const { id } of [parts, partly, credited, over]) {
    await refused(id, { status: 'PAID', paidBy: String(payer.id) })
    await refused(id, { status: 'VOID', paidBy: null })
  }
  assert.deepEqual(
    await Promise.all([parts, partly, credited, over].map(({ id }) => till.standing(id))),
    before,
  )
})

test('a draft of an invoice in parts it may send: nobody has paid or credited any of it', async () => {
  const { id } = await till.invoiced({ allow_part_payment: true })
  await stage.service.world.sql`update invoices set status = 'DRAFT', moves = moves + 1 where id = ${id}`
  assert.deepEqual(shown(await after0088(id, { status: 'SENT', paidBy: null })), [
    'SENT',
    null,
    0n,
    100_000n,
    0n,
  ])
  await stage.service.world.sql`update invoices set status = 'SENT', moves = moves + 1 where id = ${id}`
})

test('what it does not move it may change as ever', async () => {
  const { id } = await till.invoiced({ allow_part_payment: true })
  await till.paidFor(id, '400.00')
  const touched = await stage.service.world.sql`
    update invoices set sends = sends + 1, updated_at = ${stage.clock.now()} where id = ${id}`
  assert.equal(touched.count, 1)
  assert.equal((await call(at(id))).body.data.amount_paid, '400.00')
})
