import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { newMerchant, type Reply, type Service, startService } from '../../test/service.ts'

let service: Service
let shop: Awaited<ReturnType<typeof newMerchant>>
before(async () => {
  service = await startService()
})
after(() => service.stop())
beforeEach(async () => {
  shop = await newMerchant(service)
})

type Fields = Record<string, unknown>

const call = (path: string, body?: Fields, method?: string): Promise<Reply> =>
  service.call(`/v1/sandbox/${path}`, {
    key: shop.sandboxKey,
    ...(body && { body }),
    ...(method && { method }),
  })

async function ok(answer: Promise<Reply>): Promise<Fields> {
  const { status, body } = await answer
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

async function refused(answer: Promise<Reply>): Promise<[number, string]> {
  const { status, body } = await answer
  return [status, body.error.code]
}

async function push(phone = '0712345678'): Promise<Fields> {
  const { status, body } = await service.call('/v1/collections/ussd-push', {
    key: shop.sandboxKey,
    headers: { 'idempotency-key': randomUUID() },
    body: { merchant_id: shop.merchantId, amount: '1500.00', customer_phone: phone },
  })
  assert.equal(status, 202, JSON.stringify(body))
  return body.data
}

async function statusOf(id: unknown): Promise<unknown> {
  const { body } = await service.call(`/v1/collections/${id}`, { key: shop.sandboxKey })
  return body.data.status
}

const items = async (path: string) => (await ok(call(path))).items as Fields[]

/** The provider hears of a payment a moment after its caller was answered. */
async function promptOf(collection: Fields): Promise<Fields> {
  for (;;) {
    const found = (await items('prompts')).find(
      (prompt) => prompt.provider_reference === collection.provider_reference,
    )
    if (found) return found
  }
}

describe('the profile and the switchboard', () => {
  test('are as promised until they are changed', async () => {
    assert.deepEqual(await ok(call('profile')), {
      failure_rate: 0.1,
      approval_delay_ms: 300,
      random_seed: null,
    })
    const switchboard = await ok(call('switchboard'))
    assert.deepEqual(Object.keys(switchboard).sort(), [
      'badly_signed',
      'contradicting',
      'late',
      'late_by_ms',
      'lost',
      'out_of_order',
      'twice',
    ])
    for (const [name, share] of Object.entries(switchboard)) {
      if (name !== 'late_by_ms') assert.equal(share, 0, name)
    }
  })

  test('keep what a change does not name, and each other', async () => {
    await ok(call('profile', { failure_rate: 0.5, random_seed: 7 }, 'PATCH'))
    await ok(call('switchboard', { lost: 0.25 }, 'PATCH'))
    await ok(call('profile', { approval_delay_ms: 0 }, 'PATCH'))
    assert.deepEqual(await ok(call('profile')), { failure_rate: 0.5, approval_delay_ms: 0, random_seed: 7 })
    assert.equal((await ok(call('switchboard'))).lost, 0.25)
    assert.equal((await ok(call('profile', { random_seed: null }, 'PATCH'))).random_seed, null)
  })

  test('take no nonsense', async () => {
    const wrong = [
      {},
      { failure_rate: 1.1 },
      { failure_rate: '0' },
      { approval_delay_ms: -1 },
      { random_seed: 0.5 },
    ]
    for (const body of [...wrong, { lost: 1 }]) {
      assert.deepEqual(await refused(call('profile', body, 'PATCH')), [422, 'validation_error'])
    }
  })

  test('are the sandbox’s alone', async () => {
    const answer = await service.call('/v1/sandbox/profile', { key: shop.liveKey })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'forbidden'])
  })
})

describe('test money', () => {
  test('is added to the balance of the sandbox, once for each key', async () => {
    const sent = {
      key: shop.sandboxKey,
      body: { amount: '2500.50' },
      headers: { 'idempotency-key': randomUUID() },
    }
    const first = await ok(service.call('/v1/sandbox/top-up', sent))
    assert.deepEqual([first.available, first.environment], ['2500.50', 'sandbox'])
    assert.deepEqual(await ok(service.call('/v1/sandbox/top-up', sent)), first)
    assert.equal((await ok(call('top-up', { amount: '0.50' }))).available, '2501.00')
    const { body } = await service.call('/v1/merchant/balance', { key: shop.liveKey })
    assert.equal(body.data.available, '0.00')
  })

  test('is an amount like any other', async () => {
    for (const amount of ['0', '-1', '1.001', '01', 5]) {
      assert.deepEqual(await refused(call('top-up', { amount })), [422, 'validation_error'], String(amount))
    }
  })
})

describe('prompts', () => {
  test('are shown on the phone they went to, and the prompt lies in the outbox', async () => {
    const collection = await push()
    const prompt = await promptOf(collection)
    assert.deepEqual(prompt, {
      provider_reference: collection.provider_reference,
      phone: '255712345678',
      network: 'Mixx by Yas',
      method: 'USSD_PUSH',
      amount: '1500.00',
      currency: 'TZS',
      state: 'waiting',
      created_at: prompt.created_at,
    })
    assert.equal((await items('prompts?phone=%2B255712345678')).length, 1)
    assert.equal((await items('prompts?phone=0754000000')).length, 0)
    const [message] = await items('outbox?recipient=0712345678')
    assert.deepEqual([message?.channel, message?.recipient], ['push', '255712345678'])
    assert.equal((await items('outbox?recipient=asha@shop.test')).length, 0)
  })

  test('are walked page by page', async () => {
    const pushed = []
    for (let at = 0; at < 3; at += 1) pushed.push((await push()).provider_reference)
    for (const provider_reference of pushed) await promptOf({ provider_reference })
    const first = await ok(call('prompts?page_size=2'))
    assert.deepEqual([first.total, (first.items as Fields[]).length], [3, 2])
    const rest = await items(`prompts?cursor=${first.next_cursor}&page_size=2`)
    const seen = [...(first.items as Fields[]), ...rest].map((prompt) => prompt.provider_reference)
    assert.deepEqual(seen.toSorted(), pushed.toSorted())
  })

  test('when approved, make the collection successful by the time of the answer', async () => {
    const collection = await push()
    const path = `prompts/${(await promptOf(collection)).provider_reference}/answer`
    assert.deepEqual(await ok(call(path, { answer: 'approve', pin: '1234' })), {
      provider_reference: collection.provider_reference,
      state: 'paid',
    })
    assert.equal(await statusOf(collection.id), 'successful')
    assert.deepEqual(await refused(call(path, { answer: 'decline' })), [409, 'invalid_state'])
    assert.deepEqual(await items('prompts'), [])
  })

  test('count wrong PINs, and are nobody else’s to answer', async () => {
    const collection = await push()
    const path = `prompts/${(await promptOf(collection)).provider_reference}/answer`
    assert.deepEqual(await refused(call(path, { answer: 'approve' })), [422, 'validation_error'])
    for (const state of ['waiting', 'waiting', 'declined']) {
      assert.equal((await ok(call(path, { answer: 'approve', pin: '0000' }))).state, state)
    }
    assert.equal(await statusOf(collection.id), 'failed')
    shop = await newMerchant(service)
    assert.deepEqual(await refused(call(path, { answer: 'decline' })), [404, 'not_found'])
    assert.deepEqual(await refused(call('prompts/%00/answer', { answer: 'decline' })), [404, 'not_found'])
  })
})

describe('subscribers', () => {
  test('never run out and have the PIN 1234 until they are changed', async () => {
    assert.deepEqual(await ok(call('subscribers/0754000001')), {
      phone: '255754000001',
      network: 'M-Pesa',
      balance: null,
      pin: '1234',
      name: 'Asha Juma',
    })
    await ok(call('subscribers/0754000001', { balance: '1000' }, 'PUT'))
    const changed = await ok(call('subscribers/+255754000001', { pin: '4321' }, 'PUT'))
    assert.deepEqual([changed.balance, changed.pin], ['1000.00', '4321'])
    assert.deepEqual(await ok(call('subscribers/255754000001')), changed)
    assert.equal((await ok(call('subscribers/0754000001', { balance: null }, 'PUT'))).balance, null)
  })

  test('who have too little do not pay', async () => {
    await ok(call('subscribers/0712345678', { balance: '1499.99' }, 'PUT'))
    const collection = await push()
    const path = `prompts/${(await promptOf(collection)).provider_reference}/answer`
    assert.equal((await ok(call(path, { answer: 'approve', pin: '1234' }))).state, 'declined')
    assert.equal(await statusOf(collection.id), 'failed')
  })

  test('have numbers', async () => {
    for (const phone of ['asha', '12', '%00']) {
      assert.deepEqual(await refused(call(`subscribers/${phone}`)), [422, 'validation_error'], phone)
    }
  })
})
