import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { chores } from '../../src/recipients/recipients.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import {
  asha,
  askTo,
  audited,
  bank,
  change,
  hour,
  problemsOf,
  read,
  remove,
  save,
  saved,
  settings,
  settle,
  submitTo,
} from './payouts/recipients.ts'
import { accepted, openPayoutStage, type PayoutStage } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
  stage.provider.script.payOut = () => accepted
})
after(() => stage.close())

test('a merchant that pays saved recipients only pays nobody else, by any door', async () => {
  const till = await stage.openTill()
  const { id } = await saved(till, { destination_identifier: '0712345678' })
  const before = await till.submit({ destination_phone: '0712345600' })
  assert.equal(dataOf(await settle(till, { recipients_only: true })).recipients_only, true)
  assert.equal(inShort(await till.ask()), '409 recipient_required')
  assert.equal(inShort(await till.ask({ destination_phone: '0712345600' })), '409 recipient_required')
  const key = till.liveKey
  const disburse = (path: string, body: Fields) =>
    stage.service.call(`/v1/disbursements/${path}`, {
      key,
      body: { merchant_id: till.merchantId, amount: '1000', ...body },
      headers: { 'idempotency-key': randomUUID() },
    })
  const { method: _method, ...toPhone } = asha
  const { method: _bank, ...toBank } = bank
  assert.equal(inShort(await disburse('mobile-money', toPhone)), '409 recipient_required')
  assert.equal(inShort(await disburse('bank-account', toBank)), '409 recipient_required')
  assert.equal(inShort(await disburse('mobile-money', { recipient_id: id })), '202')
  const wrong = await disburse('bank-account', { recipient_id: id })
  assert.deepEqual([wrong.status, Object.keys(problemsOf(wrong))], [422, ['recipient_id']])
  // What was asked for before is decided as it was.
  assert.equal(inShort(await stage.desk.decide(before.id, 'approve')), '200')
})

test('laxer acts after the time that recipients cooled before, stricter at once', async () => {
  const till = await stage.openTill()
  const now = () => stage.clock.now().getTime()
  assert.deepEqual(await settings(till), {
    ...{ recipient_cooling_hours: 24, recipients_only: false, scheduled: null },
  })
  await settle(till, { recipients_only: true })
  const at = new Date(now() + 24 * hour).toISOString()
  const lower = { recipient_cooling_hours: 0, recipients_only: false }
  const expected = { recipient_cooling_hours: 24, recipients_only: true, scheduled: { ...lower, at } }
  assert.deepEqual(dataOf(await settle(till, lower)), expected)
  // Lowering and saving gains nothing, nor does lowering after it was saved.
  const { id, usable_from: from } = await saved(till)
  assert.equal(from, at)
  assert.equal(inShort(await till.ask()), '409 recipient_required')
  stage.clock.pass(hour)
  // The same wish again does not begin anew.
  assert.deepEqual(dataOf(await settle(till, lower)), expected)
  stage.clock.pass(23 * hour - 1)
  const { id: waiting } = await submitTo(till, id)
  assert.equal(inShort(await stage.desk.decide(waiting, 'approve')), '409 recipient_cooling')
  assert.deepEqual(await settings(till), expected)
  stage.clock.pass(1)
  assert.deepEqual(await settings(till), { ...lower, scheduled: null })
  assert.equal((await saved(till, { destination_identifier: '0754000001' })).status, 'READY')
  // Raised, it acts at once; and what is scheduled is given up by asking for more.
  assert.equal(dataOf(await settle(till, { recipient_cooling_hours: 168 })).recipient_cooling_hours, 168)
  const { scheduled } = dataOf(await settle(till, { recipient_cooling_hours: 2 }))
  assert.equal((scheduled as Fields).at, new Date(now() + 168 * hour).toISOString())
  assert.equal(dataOf(await settle(till, { recipient_cooling_hours: 168 })).scheduled, null)
  const kinds = (await till.notices('?page_size=100')).map(({ kind }) => kind)
  assert.equal(kinds.filter((kind) => kind === 'recipient.settings_changed').length, 5)
  const entries = (await audited(stage.service, till.merchantId)).filter((entry) =>
    entry.startsWith('recipient_settings.change'),
  )
  assert.equal(entries.length, 5)
})

test('removing one that is blocked does not unblock its place, by any door', async () => {
  const till = await stage.openTill()
  const { id } = await saved(till)
  await change(till, id, { blocked: true })
  await remove(till, id)
  const writtenOut = { destination_phone: '0754123456' }
  assert.equal(inShort(await till.ask(writtenOut)), '409 recipient_blocked')
  const { method: _method, ...place } = asha
  const many = await till.dashboard('/v1/disbursement-batches', 'live', {
    body: {
      merchant_id: till.merchantId,
      name: 'Salaries',
      rows: [{ reference: '1', amount: '1000', ...place }],
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(inShort(many), '409 recipient_blocked')
  // Saved again it cools, and its owners are told.
  const { id: anew, status } = await saved(till)
  assert.equal(status, 'COOLING')
  stage.clock.pass(24 * hour)
  assert.equal(inShort(await till.ask(writtenOut)), '202')
  assert.equal(inShort(await stage.desk.decide((await submitTo(till, anew)).id, 'approve')), '200')
  await remove(till, anew)
  assert.equal(inShort(await till.ask(writtenOut)), '409 recipient_blocked')
})

test('the sandbox does the same without waiting, and is apart', async () => {
  const till = await stage.openTill()
  const played = await saved(till, {}, 'sandbox')
  assert.equal(played.status, 'READY')
  assert.equal(inShort(await read(till, played.id)), '404 not_found')
  assert.equal(inShort(await askTo(till, played.id)), '422 validation_error')
  assert.equal((await save(till)).status, 201)
  const warm = await settle(till, { recipient_cooling_hours: 1 }, 'sandbox')
  assert.deepEqual(problemsOf(warm), { recipient_cooling_hours: 'is always 0 in the sandbox' })
  assert.equal(dataOf(await settle(till, { recipients_only: true }, 'sandbox')).recipients_only, true)
  assert.equal((await settings(till)).recipients_only, false)
  assert.equal(dataOf(await settle(till, { recipients_only: false }, 'sandbox')).scheduled, null)
  await stage.service.call('/v1/sandbox/top-up', { key: till.sandboxKey, body: { amount: '100000' } })
  const { id } = dataOf(await askTo(till, played.id, {}, 'sandbox'))
  await change(till, played.id, { blocked: true }, 'sandbox')
  stage.clock.pass(hour)
  await chaseWithdrawals(stage.service.parts)
  const told = await till.read(id, 'sandbox')
  assert.deepEqual([told.status, told.failure_code], ['FAILED', 'rejected'])
})

test('a price is told for a saved recipient as for the same written out', async () => {
  const till = await stage.openTill()
  const { id } = await saved(till, bank)
  const quote = (body: Fields) => till.dashboard('/v1/merchant/withdrawals/quote', 'live', { body })
  const { method, destination_code, destination_identifier } = bank
  const written = dataOf(await quote({ amount: '5000', method, destination_code, destination_identifier }))
  assert.deepEqual(dataOf(await quote({ amount: '5000', recipient_id: id })), written)
  assert.equal(inShort(await quote({ amount: '5000', recipient_id: randomUUID() })), '422 validation_error')
  assert.equal(inShort(await quote({ amount: '5000' })), '422 validation_error')
})

test('recipients are found by number and metadata, newest first; what was removed is forgotten in time', async () => {
  const till = await stage.openTill()
  const first = await saved(till, { metadata: { team: 'A' } })
  const second = await saved(till, { ...bank, destination_identifier: '0754123456', metadata: { team: 'A' } })
  const list = async (query: string) =>
    (dataOf(await till.dashboard(`/v1/recipients${query}`, 'live')).items as Fields[]).map(({ id }) => id)
  assert.deepEqual(await list(''), [second.id, first.id])
  // An account number may look like a phone number.
  assert.deepEqual(await list('?destination_identifier=0754123456'), [second.id, first.id])
  assert.deepEqual(await list('?destination_identifier=255754123456'), [first.id])
  assert.deepEqual(await list('?metadata[team]=A'), [second.id, first.id])
  assert.deepEqual(dataOf(await change(till, first.id, { metadata: { team: null, role: 'x' } })).metadata, {
    role: 'x',
  })
  await remove(till, second.id)
  assert.deepEqual(await list('?metadata[team]=A'), [])
  assert.deepEqual(await list(''), [first.id])
  const { world } = stage.service
  const count = async () => (await world.sql`select from recipients where id = ${String(second.id)}`).length
  const [forget] = chores({ world })
  await (forget as { work(): Promise<unknown> }).work()
  assert.equal(await count(), 1)
  stage.clock.pass(400 * 24 * hour)
  await (forget as { work(): Promise<unknown> }).work()
  assert.equal(await count(), 0)
})

test('a repeat of what was asked for is answered as before, also after its recipient was removed', async () => {
  const till = await stage.openTill()
  const { id } = await saved(till)
  const request = { body: { amount: '1000', recipient_id: id }, headers: { 'idempotency-key': randomUUID() } }
  const first = await till.dashboard('/v1/merchant/withdrawals', 'live', request)
  await remove(till, id)
  const again = await till.dashboard('/v1/merchant/withdrawals', 'live', request)
  assert.deepEqual([again.status, again.body.data], [202, first.body.data])
})

test('what waits is not approved once its place was saved and blocked', async () => {
  const till = await stage.openTill()
  const written = { destination_phone: '0754123456' }
  const waiting = await till.submit(written)
  const { id } = await saved(till)
  await change(till, id, { blocked: true })
  assert.equal(inShort(await till.ask(written)), '409 recipient_blocked')
  assert.equal(inShort(await stage.desk.decide(waiting.id, 'approve')), '409 recipient_blocked')
})
