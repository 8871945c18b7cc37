import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkBooks } from '../../src/operator/operator.ts'
import { dayAt } from '../../src/primitives/instant.ts'
import { newMember, newMerchant, type Reply, type Service, sessionOf, startService } from '../service.ts'

type Fields = Record<string, unknown>

let service: Service
let shop: Awaited<ReturnType<typeof newMerchant>>
before(async () => {
  service = await startService()
  shop = await newMerchant(service)
  // So long that whatever happens here happens because it was asked for.
  await change('profile', { approval_delay_ms: 600_000, failure_rate: 0 })
  await ok(call('/v1/sandbox/top-up', { amount: '100000' }))
})
after(() => service.stop())

function call(path: string, body?: Fields, key = shop.sandboxKey): Promise<Reply> {
  const headers = { 'idempotency-key': randomUUID() }
  return service.call(path, { key, headers, ...(body && { body }) })
}

async function ok(answer: Promise<Reply>): Promise<Fields> {
  const { status, body } = await answer
  assert.ok(status < 300, JSON.stringify(body))
  return body.data
}

async function change(what: string, body: Fields): Promise<void> {
  const answer = await service.call(`/v1/sandbox/${what}`, { key: shop.sandboxKey, method: 'PATCH', body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

const advance = (id: unknown) => ok(call('/v1/sandbox/advance', { id: String(id) }))

async function refused(id: unknown, key = shop.sandboxKey): Promise<string> {
  const { status, body } = await call('/v1/sandbox/advance', { id: String(id) }, key)
  return `${status} ${body.error.code}: ${body.error.message}`
}

/** Waits until something reads as it should, or says what it read last. */
async function becomes(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  const until = performance.now() + 60_000
  let last = await read()
  for (; last !== wanted && performance.now() < until; last = await read()) await sleep(30)
  assert.equal(last, wanted)
}

const collection = (id: unknown) => ok(call(`/v1/collections/${id}`))
const statusOf = (id: unknown) => async () => (await collection(id)).status

async function push(phone: string, fields: Fields = {}): Promise<Fields> {
  const path = '/v1/collections/ussd-push'
  const made = await ok(
    call(path, { merchant_id: shop.merchantId, amount: '1500.00', customer_phone: phone, ...fields }),
  )
  await atTheNetwork(made.provider_reference)
  return made
}

/** The network hears of an order a moment after its caller was answered. */
async function atTheNetwork(reference: unknown): Promise<void> {
  await becomes(async () => {
    const { sql } = service.world
    return (await sql`select from network_payments where reference = ${String(reference)}`).length
  }, 1)
}

describe('a collection', () => {
  test('whose customer takes their time is answered now', async () => {
    const made = await push('255700000001')
    const advanced = await advance(made.id)
    assert.deepEqual([advanced.id, advanced.what], [made.id, 'customer_answers'])
    assert.ok(Date.parse(String(advanced.was_due_at)) - Date.parse(String(advanced.due_at)) > 500_000)
    await becomes(statusOf(made.id), 'successful')
    assert.match(await refused(made.id), /^409 invalid_state: Nothing is due: the collection is successful/)
  })

  test('that nobody answers times out', async () => {
    const made = await push('0712345678')
    const advanced = await advance(made.id)
    assert.deepEqual([advanced.what, advanced.was_due_at], ['prompt_expires', null])
    await becomes(statusOf(made.id), 'failed')
    assert.equal((await collection(made.id)).failure_code, 'expired')
  })

  test('by a code runs out, and its end is then', async () => {
    const made = await ok(
      call('/v1/collections/dynamic-qr', { merchant_id: shop.merchantId, amount: '1500.00' }),
    )
    const advanced = await advance(made.id)
    assert.deepEqual([advanced.what, advanced.was_due_at], ['qr_expires', made.qr_expires_at])
    await becomes(statusOf(made.id), 'failed')
    const path = `/v1/merchants/${shop.merchantId}/collections/${made.id}`
    const cookie = await sessionOf(service, shop.ownerEmail)
    const read = service.call(path, { cookie, headers: { 'x-environment': 'sandbox' } })
    const { qr_expires_at: end, failure_code: code } = await ok(read)
    assert.deepEqual([end, code], [advanced.due_at, 'expired'])
  })

  test('whose callback is lost is looked up, and one whose callback is late hears of it', async () => {
    const lost = await push('255700000006')
    await advance(lost.id)
    await becomes(async () => {
      const { sql } = service.world
      const [row] =
        await sql`select state from network_payments where reference = ${String(lost.provider_reference)}`
      return row?.state
    }, 'paid')
    assert.equal((await collection(lost.id)).status, 'processing')
    assert.equal((await advance(lost.id)).what, 'look_up')
    await becomes(statusOf(lost.id), 'successful')

    await change('switchboard', { late: 1, late_by_ms: 3_600_000 })
    const late = await push('255700000001')
    await advance(late.id)
    await becomes(async () => {
      const { sql } = service.world
      return (await sql`select from network_callbacks where reference = ${String(late.provider_reference)}`)
        .length
    }, 1)
    await change('switchboard', { late: 0 })
    assert.equal((await advance(late.id)).what, 'callback_arrives')
    await becomes(statusOf(late.id), 'successful')
  })

  test('that ended by a callback which the merchant played is not ended by the network as well', async () => {
    const made = await push('0712345678')
    const raw = JSON.stringify({
      ...{ event_id: randomUUID(), event_type: 'collection.success' },
      provider_reference: made.provider_reference,
    })
    const signature = createHmac('sha256', shop.webhook_secret).update(raw).digest('hex')
    const headers = { 'x-provider-signature': signature }
    assert.equal((await service.call('/sandbox/v1/webhooks/provider', { raw, headers })).status, 200)
    assert.match(await refused(made.id), /^409 invalid_state: Nothing is due: the collection is successful/)
  })

  test('that is held waits for a person, and one that is taken back is so now', async () => {
    const held = await push('255700000013')
    await advance(held.id)
    await becomes(statusOf(held.id), 'pending_clearance')
    assert.match(await refused(held.id), /waits for a Super Admin/)
    const reversed = await push('255700000009')
    await advance(reversed.id)
    await becomes(statusOf(reversed.id), 'reversed')
  })

  test('on a hosted page that the sandbox made ends, and with a live key there is none', async () => {
    const wish = { merchant_id: shop.merchantId, amount: 1500, redirect_url: 'https://shop.test/back' }
    const made = await ok(call('/v1/collections', { ...wish, cancel_url: 'https://shop.test/cancel' }))
    const advanced = await advance(made.collection_id)
    assert.equal(advanced.what, 'page_ends')
    await becomes(statusOf(made.collection_id), 'failed')
    const live = await ok(
      call('/v1/collections', { ...wish, cancel_url: 'https://shop.test/cancel' }, shop.liveKey),
    )
    assert.match(await refused(live.collection_id), /^404 not_found/)
  })
})

describe('a withdrawal', () => {
  async function disburse(recipient: string): Promise<unknown> {
    const made = await ok(
      call('/v1/disbursements/mobile-money', {
        ...{ merchant_id: shop.merchantId, amount: '1000', destination_code: 'MPESA' },
        ...{ destination_name: 'Asha', destination_identifier: recipient },
      }),
    )
    return made.id
  }
  const standing = (id: unknown) => async () => (await ok(call(`/v1/disbursements/${id}`))).status

  /** How long it was in the state before its present one. */
  async function lastWait(id: unknown): Promise<number> {
    const [last, before] = await service.world.sql<{ at: Date }[]>`
      select at from withdrawal_history where withdrawal_id = ${String(id)} order by seq desc limit 2`
    return (last?.at.getTime() ?? Number.NaN) - (before?.at.getTime() ?? Number.NaN)
  }

  test('is approved, and paid', async () => {
    const id = await disburse('255700000101')
    assert.equal((await advance(id)).what, 'approval')
    await becomes(standing(id), 'PROCESSING')
    await becomes(async () => (await advance(id)).what, 'outcome')
    await becomes(standing(id), 'SUCCESS')
    assert.match(await refused(id), /Nothing is due: the withdrawal is SUCCESS/)
  })

  test('of which the network never speaks again is settled by the operator that is played', async () => {
    const waits: number[] = []
    for (const [recipient, odd, end] of [
      ['255700000106', 'PROCESSING', 'FAILED'],
      ['255700000104', 'NEEDS_RECONCILIATION', 'FAILED'],
      ['255700000116', 'INFO_REQUESTED', 'PROCESSING'],
    ] as const) {
      const id = await disburse(recipient)
      await advance(id)
      await becomes(standing(id), odd)
      await becomes(async () => (await advance(id)).what, 'operator_settles')
      await becomes(standing(id), end)
      waits.push(await lastWait(id))
    }
    assert.ok(Math.min(...waits) < 5_000, `by itself each waits for five seconds, here ${waits} ms`)
  })
})

describe('a payment link', () => {
  const linked = (fields: Fields) =>
    ok(call('/v1/payment-links', { merchant_id: shop.merchantId, amount: '1500.00', ...fields }))

  test('with an end expires; one without has nothing to wait for', async () => {
    const link = await linked({ expires_at: '2030-01-01T00:00:00Z' })
    const advanced = await advance(String(link.id).toUpperCase())
    assert.deepEqual([advanced.what, advanced.was_due_at], ['link_expires', '2030-01-01T00:00:00.000Z'])
    const read = await ok(call(`/v1/payment-links/${link.id}`))
    assert.deepEqual([read.status, read.expires_at], ['EXPIRED', advanced.due_at])
    assert.match(await refused(link.id), /the payment link is EXPIRED/)
    assert.match(await refused((await linked({})).id), /has no end/)
  })
})

describe('an invoice', () => {
  test('that was sent becomes overdue, by the day in Dar es Salaam', async () => {
    const invoice = await ok(
      call('/v1/invoices', {
        ...{ merchant_id: shop.merchantId, customer_name: 'Asha', customer_phone: '255712345678' },
        due_date: '2030-01-31',
        items: [{ description: 'Bread', quantity: '1', unit_price: '1000.00' }],
      }),
    )
    assert.match(await refused(invoice.id), /is a draft/)
    await ok(call(`/v1/invoices/${invoice.id}/send`, {}))
    const advanced = await advance(invoice.id)
    assert.deepEqual([advanced.what, advanced.was_due_at], ['overdue', '2030-01-31T21:00:00.000Z'])
    const read = await ok(call(`/v1/invoices/${invoice.id}`))
    const yesterday = dayAt(new Date(Date.now() - 24 * 3_600_000))
    assert.deepEqual([read.status, read.due_date, read.number], ['OVERDUE', yesterday, invoice.number])
    assert.match(await refused(invoice.id), /the invoice is OVERDUE/)
    await ok(call(`/v1/invoices/${invoice.id}/void`, {}))
    assert.match(await refused(invoice.id), /the invoice is VOID/)
  })
})

describe('a webhook delivery', () => {
  test('is tried again now, as often as it takes', async () => {
    const cookie = await sessionOf(service, shop.ownerEmail)
    await service.call('/v1/merchant/webhook-config', {
      ...{ cookie, method: 'PATCH', body: { webhook_url: 'http://127.0.0.1:1/events' } },
    })
    const made = await push('255700000001')
    await advance(made.id)
    await becomes(statusOf(made.id), 'successful')
    const owed = async () =>
      (((await ok(call('/v1/merchant/webhook-deliveries'))).items as Fields[])[0] ?? {}) as Fields
    for (const attempts of [1, 2, 3]) {
      await becomes(async () => (await owed()).attempts, attempts)
      const { id, next_attempt_at: next } = await owed()
      const advanced = await advance(id)
      assert.deepEqual([advanced.what, advanced.was_due_at], ['attempt', next])
    }
    await becomes(async () => (await owed()).attempts, 4)
  })
})

describe('nobody advances', () => {
  test('what is not theirs, not there, or live', async () => {
    const made = await push('0712345678')
    const other = await newMerchant(service)
    assert.match(await refused(made.id, other.sandboxKey), /^404 not_found/)
    assert.match(await refused(randomUUID()), /^404 not_found/)
    assert.match(await refused(made.id, shop.liveKey), /^403 forbidden/)
    assert.match(await refused('17'), /^422 validation_error/)
    const email = `viewer-${randomUUID()}@shop.test`
    await newMember(service, { merchantId: shop.merchantId, email, role: 'viewer' })
    const viewer = await service.call('/v1/sandbox/advance', {
      ...{ cookie: await sessionOf(service, email), headers: { 'x-environment': 'sandbox' } },
      body: { id: made.id },
    })
    assert.deepEqual([viewer.status, viewer.body.error.code], [403, 'forbidden'])
    assert.equal((await collection(made.id)).status, 'processing')
  })
})

test('the books hold after all of it', async () => {
  const findings = await checkBooks(service.world)
  assert.deepEqual(
    findings.filter(({ holds }) => !holds),
    [],
  )
})
