import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newMerchant, type Service, sessionOf, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { openReceiver } from './parts/receiver.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

async function metric(line: RegExp): Promise<number> {
  const text = String((await service.call('/metrics')).body)
  return Number(line.exec(text)?.[1] ?? Number.NaN)
}

const owed = () => metric(/^malipo_webhook_deliveries_owed (\S+)$/m)
const oldest = () => metric(/^malipo_webhook_oldest_owed_seconds (\S+)$/m)
const attempts = (result: string) =>
  metric(new RegExp(`^malipo_webhook_attempts_total\\{result="${result}"\\} (\\S+)$`, 'm'))
const firstAttempts = () => metric(/^malipo_webhook_first_attempt_seconds_count (\S+)$/m)

test('what is owed, how old it is and what came of each attempt can be watched', async () => {
  let status = 500
  const receiver = await openReceiver(() => status)
  const merchant = await newMerchant(service)
  const cookie = await sessionOf(service, merchant.ownerEmail)
  const pay = () =>
    service.call('/v1/collections/wallet-push', {
      key: merchant.sandboxKey,
      headers: { 'idempotency-key': randomUUID() },
      body: {
        merchant_id: merchant.merchantId,
        amount: 1000,
        currency: 'TZS',
        phone: '255712345678',
        simulate_status: 'successful',
      },
    })
  const set = await service.call('/v1/merchant/webhook-config', {
    method: 'PATCH',
    cookie,
    body: { webhook_url: receiver.url },
  })
  assert.equal(set.status, 200)
  assert.deepEqual([await owed(), await oldest()], [0, 0])

  assert.equal((await pay()).status, 202)
  await until(async () => (await attempts('refused')) >= 1)
  assert.equal(await owed(), 1)
  assert.ok((await oldest()) > 0)
  assert.equal(await firstAttempts(), 1)

  status = 204
  assert.equal((await pay()).status, 202)
  await until(async () => (await attempts('delivered')) >= 1)
  assert.ok((await firstAttempts()) >= 2)
  const [delivery] = await service.world.sql<{ id: string }[]>`
    select id from webhook_deliveries where status = 'pending'`
  if (delivery) {
    await service.call(`/v1/merchant/webhook-deliveries/${delivery.id}/retry`, {
      method: 'POST',
      cookie,
      headers: { 'x-environment': 'sandbox' },
    })
  }
  await until(async () => (await owed()) === 0)
  assert.equal(await oldest(), 0)
  assert.equal(await firstAttempts(), 2, 'a second attempt is no first one')
})
