import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { keepBooks } from '../../src/books/keep-books.ts'
import { newMerchant, type Service, startService } from '../service.ts'
import { ownClock, workOnce } from '../stories/money/own-provider.ts'

const clock = ownClock()
let service: Service
before(async () => {
  // Nobody looks after anything, as if no worker ran.
  service = await startService({ clock, environment: { ROLE: 'api' } })
})
after(() => service.stop())

async function figure(name: string, labels: string): Promise<number> {
  const text = String((await service.call('/metrics')).body)
  const line = text.split('\n').find((one) => one.startsWith(`${name}{${labels}} `))
  return Number(line?.split(' ').at(-1) ?? Number.NaN)
}

const late = (what: string) => figure('malipo_due_oldest_seconds', `what="${what}"`)
const minuteMs = 60_000

test('what is due and taken by nobody is told with how late it is, until somebody takes it', async () => {
  assert.equal(await late('collections'), 0)
  const { merchantId, liveKey } = await newMerchant(service, { isVerified: true })
  const pay = () =>
    service.call('/v1/collections/wallet-push', {
      key: liveKey,
      headers: { 'idempotency-key': randomUUID() },
      body: { merchant_id: merchantId, amount: 1000, currency: 'TZS', phone: '255712345678' },
    })
  const asked = await Promise.all(Array.from({ length: 8 }, pay))
  assert.deepEqual(new Set(asked.map(({ status }) => status)), new Set([202]))
  clock.pass(10 * minuteMs)
  assert.equal(Math.round(await late('collections')), 600)
  await workOnce(service)
  assert.equal(await late('collections'), 0, 'whoever takes it moves its time')
  assert.deepEqual([await late('withdrawals'), await late('callbacks'), await late('mails')], [0, 0, 0])
})

test('who shared a commit is counted by the door', async () => {
  const door = 'door="collections.request"'
  const [batches, requests] = [
    await figure('malipo_batch_size_count', door),
    await figure('malipo_batch_size_sum', door),
  ]
  assert.equal(requests, 8)
  assert.ok(batches >= 1 && batches <= 8)
  assert.equal(await figure('malipo_batch_seconds_count', `${door},result="done"`), batches)
})

test('a discrepancy is told with its age', async () => {
  const items = () => figure('malipo_queue_items', 'what="discrepancies"')
  assert.equal(await items(), 0)
  const { sql, newId } = service.world
  await sql`
    insert into discrepancies (id, environment, provider, reference, kind, ours, theirs, status, created_at)
    values (${newId()}, 'live', 'selcom', 'X1', 'unknown_reference', 'nothing', 'paid', 'open', ${clock.now()})`
  clock.pass(5 * minuteMs)
  assert.equal(await items(), 1)
  assert.equal(Math.round(await figure('malipo_queue_oldest_seconds', 'what="discrepancies"')), 300)
  assert.equal(await figure('malipo_queue_oldest_seconds', 'what="unclear_payouts"'), 0)
})

test('when the books were checked is told, and how', async () => {
  const checkedAt = async () => {
    const text = String((await service.call('/metrics')).body)
    return Number(/^malipo_books_checked_timestamp_seconds (\S+)$/m.exec(text)?.[1])
  }
  const { world } = service
  assert.equal(await checkedAt(), 0)
  const check = (holds: boolean) => ({
    check: `holds: ${holds}`,
    look: async () => (holds ? null : 'damage'),
  })
  const checks = [check(true), check(false)]
  assert.equal(await keepBooks({ world, everyMs: 60_000, checks }), true)
  assert.equal(await checkedAt(), clock.now().getTime() / 1000)
  assert.equal(await figure('malipo_books_checks', 'result="holds"'), 1)
  assert.equal(await figure('malipo_books_checks', 'result="broken"'), 1)
  assert.equal(await figure('malipo_books_checks', 'result="untold"'), 0)
})
