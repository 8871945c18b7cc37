import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCreditedTill } from './invoices/credited-till.ts'
import { findDiscrepancies } from './invoices/paying.ts'
import { dataOf } from './invoices/till.ts'
import { succeeded, workOnce } from './money/own-provider.ts'
import type { Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const { stage, counter, key, asked, ...till } = await openCreditedTill()
const { invoiced, standing, credited, notesOf, paidFor } = till
after(() => stage.close())

test('a payment that was under way when it was credited is the merchant’s, and its part too much is told', async () => {
  const { id } = await invoiced()
  const { id: collection, provider_reference: reference } = await counter.push(
    { amount: '1000.00', invoice_id: id },
    key(),
  )
  await workOnce(stage.service)
  await credited(id, '300.00')
  await stage.provider.tell(stage.service, reference, succeeded())
  assert.equal(await standing(id), 'PAID 1000.00 300.00 0.00 300.00')
  assert.deepEqual(await findDiscrepancies(stage.service, String(collection)), [
    { kind: 'overpaid', ours: `invoice ${id} was due TZS 700.00` },
  ])
})

/** An invoice of a thousand of which two parts were paid at the same moment, three hundred too much by the second. */
async function overpaid() {
  const { id } = await invoiced({ allow_part_payment: true })
  const [first, second] = await Promise.all(
    ['700.00', '600.00'].map((amount) => counter.push({ amount, invoice_id: id }, key())),
  )
  await workOnce(stage.service)
  for (const one of [first, second])
    await stage.provider.tell(stage.service, one?.provider_reference, succeeded())
  const [found] = await stage.desk.discrepancies(second?.id)
  assert.ok(found)
  return { id, second, found }
}

const settle = (found: { id: unknown }, action: string) =>
  stage.desk.settle(found.id, { action, note: 'seen' })

/** What the merchant gives back of a payment, newest first. */
async function refundsOf(payment: Fields | undefined): Promise<Fields[]> {
  const list = dataOf(await counter.dashboard(`/v1/refunds?collection_id=${payment?.id}`, 'live'))
  return (list as unknown as { items: Fields[] }).items
}

/** The questions about a payment, newest first: how each stands, and what was decided. */
async function questions(payment: Fields | undefined): Promise<string[]> {
  const all = await stage.desk.discrepancies(payment?.id)
  return all.map(({ kind, status, action, theirs }) => [kind, status, action, theirs].join(' '))
}

const tooMuch = 'successful TZS 600.00, 300.00 too much'
const [open, refunded] = [`overpaid open  ${tooMuch}`, `overpaid settled refund ${tooMuch}`]

test('what is too much is kept, or refunded out of the merchant’s balance with an approval of its own', async () => {
  const { id, second, found } = await overpaid()
  assert.deepEqual(
    (found.choices as Fields[]).map(({ action, effect, allowed }) => `${action} ${effect} ${allowed}`),
    ['refund refunded true', 'keep nothing true'],
  )
  for (const action of ['keep_ours', 'accept_provider', 'return_to_payer'])
    assert.equal(inShort(await settle(found, action)), '422 validation_error')
  const before = await counter.balance('live')
  assert.equal(dataOf(await settle(found, 'refund')).action, 'refund')
  assert.deepEqual(await counter.balance('live'), before)
  assert.equal(inShort(await settle(found, 'keep')), '409 invalid_state')
  const [made] = await refundsOf(second)
  assert.deepEqual([made?.amount, made?.reason, made?.origin], ['300.00', 'overpaid', 'requested'])
  stage.provider.script.payOut = () => succeeded()
  await stage.approve(made?.id)
  await stage.work()
  assert.equal(await standing(id), 'PAID 1000.00 0.00 0.00 0.00')
  assert.deepEqual(await notesOf(id), [])
  const kept = await overpaid()
  assert.equal(dataOf(await settle(kept.found, 'keep')).action, 'keep')
  assert.equal(await standing(kept.id), 'PAID 1300.00 0.00 0.00 300.00')
  const gone = await overpaid()
  await counter.refund({ collection_id: gone.second?.id })
  assert.equal(inShort(await settle(gone.found, 'refund')), '409 invalid_state')
})

test('what was too much is asked about again when the refund that settled it does not arrive, or comes back', async () => {
  const { id, second, found } = await overpaid()
  const { desk, provider, service } = stage
  await settle(found, 'refund')
  const [rejected] = await refundsOf(second)
  await desk.decide(rejected?.id, 'reject', { note: 'not like this' })
  assert.deepEqual(await questions(second), [open, refunded])

  provider.script.payOut = () => ({
    kind: 'failed',
    reason: 'refused',
    providerStatus: 'NO',
    providerMessage: 'no',
  })
  assert.equal(inShort(await settle((await desk.discrepancies(second?.id))[0] ?? found, 'refund')), '200')
  const [failed] = await refundsOf(second)
  await stage.approve(failed?.id)
  await stage.work()
  assert.deepEqual(await questions(second), [open, refunded, refunded])

  provider.script.payOut = () => succeeded()
  await settle((await desk.discrepancies(second?.id))[0] ?? found, 'refund')
  const [arrived] = await refundsOf(second)
  assert.equal(arrived?.amount, '300.00')
  await stage.approve(arrived?.id)
  await stage.work()
  assert.equal(await standing(id), 'PAID 1000.00 0.00 0.00 0.00')
  assert.deepEqual(await questions(second), [refunded, refunded, refunded])
  const { provider_reference: reference } = await counter.read(String(arrived?.id))
  for (const _ of ['once', 'and again'])
    await provider.tell(
      service,
      reference,
      { kind: 'reversed', providerStatus: 'REVERSED' },
      { about: 'disbursement' },
    )
  assert.equal(await standing(id), 'PAID 1300.00 0.00 0.00 300.00')
  assert.deepEqual(await questions(second), [open, refunded, refunded, refunded])
})

test('what was too much stays settled when a refund fails that settled nothing of it', async () => {
  const { second, found } = await overpaid()
  const failing = async (reason: string) => {
    const { id } = await counter.refund({ collection_id: second?.id, amount: '100.00', reason })
    await stage.desk.decide(id, 'reject', { note: 'no' })
  }
  const before = await counter.refund({ collection_id: second?.id, amount: '100.00' })
  await settle(found, 'refund')
  await stage.desk.decide(before.id, 'reject', { note: 'no' })
  stage.clock.pass(1000)
  for (const reason of ['overpaid', 'requested']) await failing(reason)
  assert.deepEqual(await questions(second), [refunded])
  const kept = await overpaid()
  const { id } = await counter.refund({
    collection_id: kept.second?.id,
    amount: '300.00',
    reason: 'overpaid',
  })
  await settle(kept.found, 'keep')
  await stage.desk.decide(id, 'reject', { note: 'no' })
  assert.deepEqual(await questions(kept.second), [`overpaid settled keep ${tooMuch}`])
})

test('credit notes, refunds and payments of one invoice at the same moment never give the same money twice', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await invoiced()
    const payment = await paidFor(id)
    const answers = await Promise.all([
      ...['400.00', '300.00', '500.00'].map((amount) => asked(id, { amount })),
      ...['400.00', '600.00'].map((amount) => counter.ask({ collection_id: payment.id, amount })),
    ])
    const amounts = answers
      .filter(({ status }) => status < 300)
      .map(({ body }) => Number((body.data as { amount: string }).amount))
    const sum = amounts.reduce((all, amount) => all + amount, 0)
    assert.ok(sum <= 1000 && amounts.length > 0, JSON.stringify(amounts))
    for (const { status, body } of answers)
      assert.ok(status < 300 || status === 409 || status === 422, JSON.stringify(body))
  }
})
