import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { workOnce } from './money/own-provider.ts'
import { balanceOf, dataOf, type Fields, inWords, openShop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type NetworkStage, openNetworkStage } from './payouts/network-stage.ts'
import { referenceOf } from './payouts/stage.ts'
import type { Till } from './payouts/till.ts'

let stage: NetworkStage
before(async () => {
  stage = await openNetworkStage()
})
after(() => stage.close())

/** A recipient whose payout the network never ends by itself. */
const staysOpen = '0700000106'

async function sandboxTill(failureRate: number): Promise<Till> {
  const till = await stage.openTill()
  dataOf(await till.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: failureRate } }))
  dataOf(await till.call('/v1/sandbox/top-up', { body: { amount: '50000' } }))
  return till
}

async function disburse(till: Till, body: Fields = {}): Promise<Fields> {
  const made = await till.call('/v1/disbursements/mobile-money', {
    body: {
      merchant_id: till.merchantId,
      amount: '10000',
      destination_code: 'MPESA',
      destination_name: 'Asha',
      destination_identifier: '0712345678',
      ...body,
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(made.status, 202, JSON.stringify(made.body))
  return made.body.data
}

async function rounds(count = 4): Promise<void> {
  for (let round = 0; round < count; round += 1) await stage.round()
}

for (const [rate, status, available, event] of [
  [0, 'SUCCESS', '39900.00', 'disbursement.success'],
  [1, 'FAILED', '50000.00', 'disbursement.failed'],
] as const) {
  test(`with a failure rate of ${rate} it is approved by the simulation and ends in ${status}`, async () => {
    const till = await sandboxTill(rate)
    const { id, status: first } = await disburse(till)
    assert.equal(first, 'PENDING_ADMIN_APPROVAL')
    assert.deepEqual(await till.balance(), balanceOf({ available: '50000.00' }))
    await rounds()
    assert.deepEqual(await till.path(id, 'sandbox'), [
      '→ PENDING_ADMIN_APPROVAL by caller',
      'PENDING_ADMIN_APPROVAL → PROCESSING by simulated_admin',
      `PROCESSING → ${status} by callback`,
    ])
    assert.deepEqual(await till.balance(), balanceOf({ available }))
    assert.deepEqual(await till.events(id), ['disbursement.approved', event])
    assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
    assert.equal((await till.notices('', 'sandbox')).at(-1)?.kind, `withdrawal.${status.toLowerCase()}`)
    assert.deepEqual(await till.notices(), [])
  })
}

test('a merchant that nobody verified may try it all in the sandbox', async () => {
  const till = await sandboxTill(0)
  await stage.desk.call(`/v1/admin/merchants/${till.merchantId}`, 'live', {
    method: 'PATCH',
    body: { verification_status: 'pending' },
  })
  const { id } = await disburse(till)
  await rounds()
  assert.equal(await till.status(id, 'sandbox'), 'SUCCESS')
})

test('too little when asking is refused; too little when the simulation approves ends in FAILED', async () => {
  const till = await sandboxTill(0)
  const [one, two] = [await disburse(till, { amount: '30000' }), await disburse(till, { amount: '30000' })]
  await rounds()
  const ends = [await till.status(one.id, 'sandbox'), await till.status(two.id, 'sandbox')]
  assert.deepEqual(ends.sort(), ['FAILED', 'SUCCESS'])
  assert.deepEqual(await till.balance(), balanceOf({ available: '19700.00' }))
  const rows = inWords(await till.transactions())
  assert.equal(rows.filter((row) => row.includes('withdrawal_reservation')).length, 1)
  const events = [...(await till.events(one.id)), ...(await till.events(two.id))]
  assert.deepEqual(events.sort(), ['disbursement.approved', 'disbursement.failed', 'disbursement.success'])
})

for (const [type, status, available] of [
  ['disbursement.success', 'SUCCESS', '39900.00'],
  ['disbursement.failed', 'FAILED', '50000.00'],
] as const) {
  test(`the merchant’s own signed ${type} ends it, and the same event acts once`, async () => {
    const till = await sandboxTill(0)
    const { id } = await disburse(till, { destination_identifier: staysOpen })
    await rounds()
    const { provider_reference: reference, status: open } = await till.read(id, 'sandbox')
    assert.deepEqual([open, reference], ['PROCESSING', referenceOf(id)])
    const told = { type, reference: String(reference), eventId: randomUUID() }
    assert.equal(inShort(await till.tell({ ...told, secret: 'somebody else’s' })), '401 invalid_signature')
    for (const outcome of ['applied', 'duplicate']) {
      assert.deepEqual(dataOf(await till.tell(told)), { event_id: told.eventId, outcome, status })
    }
    assert.equal(dataOf(await till.tell({ ...told, eventId: randomUUID() })).outcome, 'ignored')
    assert.deepEqual(await till.balance(), balanceOf({ available }))
    assert.deepEqual(await till.events(id), ['disbursement.approved', type])
  })
}

test('an event of collections does not fit a disbursement, nor the other way round', async () => {
  const till = await sandboxTill(0)
  const { id } = await disburse(till, { destination_identifier: staysOpen })
  const { provider_reference: collection } = await till.push()
  await rounds()
  for (const end of ['success', 'failed']) {
    const misfits = [
      { type: `collection.${end}`, reference: referenceOf(id) },
      { type: `disbursement.${end}`, reference: String(collection) },
    ]
    for (const told of misfits)
      assert.equal(inShort(await till.tell(told)), '422 validation_error', told.type)
  }
  const reversal = await till.tell({ type: 'disbursement.reversed', reference: referenceOf(id) })
  assert.equal(inShort(reversal), '422 validation_error')
  assert.equal(await till.status(id, 'sandbox'), 'PROCESSING')
})

test('what was not sent yet is unknown to callbacks', async () => {
  const till = await sandboxTill(0)
  const { id } = await disburse(till)
  const told = { type: 'disbursement.success', reference: referenceOf(id) }
  assert.equal(inShort(await till.tell(told)), '404 not_found')
  assert.equal(inShort(await till.tell({ ...told, reference: referenceOf(randomUUID()) })), '404 not_found')
  assert.equal(await till.status(id, 'sandbox'), 'PENDING_ADMIN_APPROVAL')
  await rounds()
})

test('live waits for a Super Admin, however long', async () => {
  const till = await sandboxTill(0)
  const { id } = await till.submit()
  for (let round = 0; round < 5; round += 1) await stage.later()
  assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL')
  assert.equal(await stage.taken(referenceOf(id)), 0)
  const told = { type: 'disbursement.success', reference: referenceOf(id) }
  assert.equal(inShort(await till.tell(told)), '404 not_found')
})

test('a merchant’s signature is worth nothing in live', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ destination_phone: staysOpen })
  await stage.desk.decide(id, 'approve')
  await rounds()
  const told = await till.tell({ type: 'disbursement.failed', reference: referenceOf(id) })
  assert.equal(inShort(told), '401 invalid_signature')
  assert.equal(await till.status(id), 'PROCESSING')
})

test('an answered question does not leave a sandbox withdrawal waiting for ever', async () => {
  const till = await sandboxTill(0)
  const { id } = await disburse(till)
  const asked = await stage.desk.decide(id, 'request-info', { note: 'who?' }, 'sandbox')
  assert.equal(inShort(asked), '200')
  const path = `/v1/merchant/withdrawals/${id}/info`
  assert.equal(inShort(await till.dashboard(path, 'sandbox', { body: { message: 'Asha' } })), '200')
  await rounds(6)
  assert.equal(await till.status(id, 'sandbox'), 'SUCCESS')
})

test('what a developer said is paid can go back, as if the network had seen it', async () => {
  const shop = await openShop(stage.service)
  dataOf(await shop.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: 0 } }))
  const { id, provider_reference: reference } = dataOf(
    await shop.order('ussd-push', { amount: '1500', customer_phone: '0712345678' }),
  )
  await workOnce(stage.service)
  assert.equal((await shop.tell({ reference: String(reference) })).status, 200)
  const asked = dataOf(
    await shop.call('/v1/refunds', {
      body: { collection_id: id, reason: 'requested' },
      headers: { 'idempotency-key': randomUUID() },
    }),
  )
  await stage.operate()
  await rounds()
  assert.equal(dataOf(await shop.call(`/v1/refunds/${asked.id}`)).status, 'SUCCESS')
})
