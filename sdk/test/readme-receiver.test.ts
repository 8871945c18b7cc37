import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isPaid, verifyWebhook } from '@malipo/sdk'
import { Webhook } from 'standardwebhooks'

const secret = `whsec_${Buffer.from('a secret of the account, 32 long').toString('base64')}`

/** The receiver of the README, as it stands there. */
function readmeReceiver(): string {
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')
  const [, sample] =
    /```ts\nimport \{ isPaid, verifyWebhook \} from '@malipo\/sdk'\n(.*?)```/s.exec(readme) ?? []
  assert(sample !== undefined, 'the README has a receiver')
  return `return (async () => {${sample}})()`
}

async function isFulfilled(type: string, status: string, environment = 'live'): Promise<boolean> {
  const rawBody = JSON.stringify({ type, timestamp: new Date().toISOString(), data: { status, environment } })
  const now = new Date()
  const headers = {
    'webhook-id': 'event-1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('event-1', now, rawBody),
  }
  const fulfilled: unknown[] = []
  const given = {
    isPaid,
    verifyWebhook,
    rawBody,
    request: { headers },
    secret,
    fulfil: (data: unknown) => fulfilled.push(data),
  }
  await new Function(...Object.keys(given), readmeReceiver())(...Object.values(given))
  return fulfilled.length > 0
}

test('the receiver of the README delivers what is paid, on a hosted page too, and nothing else', async () => {
  assert(await isFulfilled('collection.success', 'successful'))
  assert(await isFulfilled('collection.successful', 'successful'), 'a hosted page was paid')
  assert(!(await isFulfilled('collection.success', 'successful', 'sandbox')), 'test money')
  assert(!(await isFulfilled('collection.failed', 'failed')))
  assert(!(await isFulfilled('collection.pending_clearance', 'pending_clearance')))
  assert(!(await isFulfilled('disbursement.success', 'SUCCESS')))
})
