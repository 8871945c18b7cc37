import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chores } from '../../src/alerts/alerts.ts'
import { hireAdmin } from './money/admin.ts'
import { succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, openShop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openPayoutStage, type PayoutStage } from './payouts/stage.ts'

const hour = 3_600_000
let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage({ ALERT_AFTER_HOURS: '3' })
  stage.provider.script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
})
after(() => stage.close())

/** What a worker does every half minute. */
async function look(): Promise<void> {
  const watch = chores(stage.service.parts).find(({ name }) => name === 'alerts.watch')
  stage.clock.pass(30_000)
  assert.ok(watch && 'work' in watch)
  await watch.work()
}

type Alert = { id: string; kind: string; count: number; read_at: string | null; resolved_at: string | null }

async function alerts(kind: string, status: 'open' | 'resolved' = 'open'): Promise<Alert[]> {
  const { items } = dataOf(await stage.desk.call(`/v1/admin/alerts?status=${status}&page_size=100`))
  return (items as Alert[]).filter((one) => one.kind === kind)
}

type Waiting = { count: number; oldest_at: string | null }
const queue = async () => dataOf(await stage.desk.call('/v1/admin/queue')) as Record<string, Waiting>

async function read(id: string | undefined): Promise<void> {
  const marked = await stage.desk.call(`/v1/admin/alerts/${id}`, 'live', {
    method: 'PATCH',
    body: { read: true },
  })
  assert.equal(inShort(marked), '200')
}

test('withdrawals that wait too long are one alert, news when another joins them, and over when all are decided', async () => {
  const till = await stage.openTill()
  const first = await till.submit()
  await look()
  assert.deepEqual(await alerts('withdrawals_waiting'), [], 'nobody has waited long')
  assert.equal((await queue()).withdrawals?.count, 1)

  stage.clock.pass(3 * hour)
  await look()
  const [told] = await alerts('withdrawals_waiting')
  assert.deepEqual([told?.count, told?.read_at, told?.resolved_at], [1, null, null])
  assert.deepEqual([(await queue()).alerts?.count, (await queue()).unread_alerts?.count], [1, 1])
  await read(told?.id)
  assert.deepEqual([(await queue()).alerts?.count, (await queue()).unread_alerts?.count], [1, 0])
  const another = await hireAdmin(stage.service)
  const theirs = dataOf(await another.call('/v1/admin/queue')) as Record<string, Waiting>
  assert.equal(theirs.unread_alerts?.count, 1, 'somebody else has not read it')

  const second = await till.submit()
  stage.clock.pass(3 * hour)
  await look()
  const [both] = await alerts('withdrawals_waiting')
  assert.deepEqual([both?.id, both?.count, both?.read_at], [told?.id, 2, null])

  assert.equal(inShort(await stage.desk.decide(first.id, 'reject', { note: 'no' })), '200')
  await look()
  assert.deepEqual(
    (await alerts('withdrawals_waiting')).map(({ count }) => count),
    [1],
  )
  assert.equal(inShort(await stage.desk.decide(second.id, 'reject', { note: 'no' })), '200')
  await look()
  assert.deepEqual(await alerts('withdrawals_waiting'), [])
  const [over] = await alerts('withdrawals_waiting', 'resolved')
  assert.equal(over?.id, told?.id)
  assert.equal((await queue()).withdrawals?.count, 0)
})

test('a payment that is held too long is an alert until somebody lets it go, and whoever comes second reads who did', async () => {
  const shop = await openShop(stage.service)
  const { sql } = stage.service.world
  await sql`update merchants set hold_threshold = 100000 where id = ${shop.merchantId}`
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, succeeded(150_000n))
  await look()
  assert.equal((await queue()).held?.count, 1)
  assert.deepEqual(await alerts('payments_held'), [])

  stage.clock.pass(3 * hour)
  await look()
  assert.deepEqual(
    (await alerts('payments_held')).map(({ count }) => count),
    [1],
  )
  assert.equal(inShort(await stage.desk.decide(id, 'approve')), '404 not_found', 'it is no withdrawal')
  const admin = await hireAdmin(stage.service)
  assert.equal(inShort(await admin.decide(id, 'clear')), '200')
  await look()
  assert.deepEqual(await alerts('payments_held'), [])
  assert.equal((await queue()).held?.count, 0)

  const late = await stage.desk.call(`/v1/admin/collections/${id}/decline`, 'live', { body: {} })
  assert.equal(inShort(late), '409 invalid_state')
  const [person] = await sql<{ name: string }[]>`select name from users where id = ${admin.adminId}`
  const details = late.body.error.details as unknown as Record<string, unknown>
  assert.deepEqual([details.status, details.decided_by], ['successful', person?.name])
  assert.ok(Date.parse(String(details.decided_at)) > 0)
  assert.match(late.body.error.message, /^Already decided by /)
  assert.deepEqual(await admin.audited(id), [{ action: 'collection.cleared', actor_id: admin.adminId }])
})

test('what past payments would have cost is told over HTTP, and nothing is priced by it', async () => {
  const shop = await openShop(stage.service)
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, succeeded(150_000n))
  assert.equal((await shop.read(id, 'live')).status, 'successful')
  const day = new Date(stage.clock.now().getTime() + 3 * hour).toISOString().slice(0, 10)
  const rule = { channel: 'COLLECTION', percentage: '2', flat_fee: '1', from: day, to: day }
  const tryOut = (change: object) =>
    stage.desk.call('/v1/admin/pricing-rules/what-if', 'live', { body: { ...rule, ...change } })
  const rules = async () =>
    (await stage.service.world.sql`select * from pricing_rules order by id`).map(String)
  const before = await rules()
  const { payments, fees_now, fees_then, difference } = dataOf(await tryOut({ merchant_id: shop.merchantId }))
  assert.deepEqual([payments, fees_now, fees_then, difference], [1, '0.00', '31.00', '31.00'])
  assert.deepEqual(await rules(), before)
  const refusals = [
    await tryOut({ merchant_id: stage.service.world.newId() }),
    await tryOut({ from: '2020-01-01' }),
    await tryOut({ percentage: '101' }),
  ].map(inShort)
  assert.deepEqual(refusals, ['404 not_found', '422 validation_error', '422 validation_error'])
})
