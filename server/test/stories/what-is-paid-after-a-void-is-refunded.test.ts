import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCreditedTill } from './invoices/credited-till.ts'
import { dataOf } from './invoices/till.ts'
import { succeeded, workOnce } from './money/own-provider.ts'
import type { Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const { stage, counter, key, at, call, invoiced } = await openCreditedTill()
const { desk, provider, service } = stage
after(() => stage.close())

const refused = { kind: 'failed', reason: 'refused', providerStatus: 'NO', providerMessage: 'no' } as const
const cameBack = { kind: 'reversed', providerStatus: 'REVERSED' } as const

/** A payment of a thousand that was under way when its invoice was voided. */
async function paidAfterVoid() {
  const { id } = await invoiced()
  const { id: payment, provider_reference: reference } = await counter.push(
    { amount: '1000.00', invoice_id: id },
    key(),
  )
  await workOnce(service)
  assert.equal(inShort(await call(at(id, '/void'), { method: 'POST' })), '200')
  await provider.tell(service, reference, succeeded())
  return String(payment)
}

/** The questions about it, newest first: how each stands, and what was decided. */
async function questions(payment: string): Promise<string[]> {
  const found = await desk.discrepancies(payment)
  return found.map(({ kind, status, action }) => [kind, status, action ?? 'undecided'].join(' '))
}

/** What its merchant sees of them. */
async function checks(payment: string): Promise<unknown[]> {
  const path = `/v1/merchant/collections/${payment}/timeline`
  const { entries } = dataOf(await counter.dashboard(path, 'live')) as unknown as { entries: Fields[] }
  return entries.map(({ title }) => title).filter((title) => String(title).startsWith('check.'))
}

const open = 'paid_after_void open undecided'
const refunded = 'paid_after_void settled refund'

async function refundsOf(payment: string): Promise<Fields[]> {
  const list = dataOf(await counter.dashboard(`/v1/refunds?collection_id=${payment}`, 'live'))
  return (list as unknown as { items: Fields[] }).items
}

test('a merchant who refunds what came after a void ends the question about it, once the money has arrived', async () => {
  const payment = await paidAfterVoid()
  assert.deepEqual([await questions(payment), await checks(payment)], [[open], ['check.begun']])
  const { id } = await counter.refund({ collection_id: payment })
  assert.deepEqual(await questions(payment), [open])
  provider.script.payOut = () => succeeded()
  await stage.approve(id)
  await stage.work()
  assert.deepEqual(
    [await questions(payment), await checks(payment)],
    [[refunded], ['check.begun', 'check.ended']],
  )
  const [ended] = await desk.discrepancies(payment)
  assert.equal(ended?.settled_by, null)
  assert.deepEqual(await desk.audited(ended?.id), [{ action: 'discrepancy.settled', actor_id: null }])
  assert.equal(
    inShort(await desk.settle(ended?.id, { action: 'keep_ours', note: 'late' })),
    '409 invalid_state',
  )
})

test('a part that goes back leaves the question open, and the last part ends it', async () => {
  const payment = await paidAfterVoid()
  await stage.sent(counter, succeeded(), { collection_id: payment, amount: '400.00' })
  assert.deepEqual(await questions(payment), [open])
  await stage.sent(counter, refused, { collection_id: payment, amount: '600.00' })
  assert.deepEqual(await questions(payment), [open])
  await stage.sent(counter, succeeded(), { collection_id: payment, amount: '600.00' })
  assert.deepEqual(await questions(payment), [refunded])
})

test('a refund that comes back opens the question again, and another one ends that', async () => {
  const payment = await paidAfterVoid()
  const id = await stage.sent(counter, succeeded(), { collection_id: payment })
  assert.deepEqual(await questions(payment), [refunded])
  const { provider_reference: reference } = await counter.read(id)
  await provider.tell(service, reference, cameBack, { about: 'disbursement' })
  assert.deepEqual(await questions(payment), [open, refunded])
  assert.deepEqual(await checks(payment), ['check.begun', 'check.ended', 'check.begun'])
  await stage.sent(counter, succeeded(), { collection_id: payment })
  assert.deepEqual(await questions(payment), [refunded, refunded])
})

test('a Super Admin settles it by a refund of what is left, which is asked about again if it fails', async () => {
  const payment = await paidAfterVoid()
  await stage.sent(counter, succeeded(), { collection_id: payment, amount: '300.00' })
  const [found] = await desk.discrepancies(payment)
  const settle = async (action: string) => {
    const [newest] = await desk.discrepancies(payment)
    return inShort(await desk.settle(newest?.id, { action, note: 'seen' }))
  }
  assert.deepEqual(
    found?.choices.map(({ action, effect }) => `${action} ${effect}`),
    ['accept_provider null', 'keep_ours nothing', 'refund refunded'],
  )
  assert.equal(await settle('keep'), '422 validation_error')
  assert.equal(await settle('refund'), '200')
  assert.deepEqual(await questions(payment), [refunded])
  const [made] = await refundsOf(payment)
  assert.deepEqual([made?.amount, made?.reason, made?.origin], ['700.00', 'other', 'requested'])
  provider.script.payOut = () => refused
  await stage.approve(made?.id)
  await stage.work()
  assert.deepEqual(await questions(payment), [open, refunded])
  const { id } = await counter.refund({ collection_id: payment })
  assert.equal(await settle('refund'), '409 invalid_state')
  await desk.decide(id, 'reject', { note: 'not yet' })
  assert.equal(await settle('keep_ours'), '200')
  await stage.sent(counter, refused, { collection_id: payment })
  assert.deepEqual(await questions(payment), ['paid_after_void settled keep_ours', refunded])
})
