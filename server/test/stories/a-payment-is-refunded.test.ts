import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { declined, succeeded } from './money/own-provider.ts'
import { balanceOf, inWords } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage({
    can: {
      payOuts: {
        methods: ['MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA'],
        currencies: ['TZS'],
        amounts: { smallest: 1n, least: 100_00n, most: 999_999_999n },
      },
    },
  })
})
after(() => stage.close())

const paid = succeeded()

test('a whole payment goes back to whoever paid, after an approval, and every row of it adds up', async () => {
  const counter = await stage.openCounter()
  const { id: collectionId } = await counter.paid({ customer_name: 'Asha Juma' })
  const asked = await counter.refund({ collection_id: collectionId, note: 'the shirt was torn' })
  assert.deepEqual(
    [
      asked.status,
      asked.amount,
      asked.destination_code,
      asked.destination_identifier,
      asked.destination_name,
    ],
    ['PENDING_ADMIN_APPROVAL', '1000.00', 'MIXX_BY_YAS', '*********678', 'Asha Juma'],
  )
  assert.deepEqual(
    [asked.collection_id, asked.reason, asked.note, asked.origin, asked.way, asked.total_charges],
    [collectionId, 'requested', 'the shirt was torn', 'requested', 'pay_out', '0.00'],
  )
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '1000.00' }))
  assert.equal((await counter.collection(collectionId)).refundable_amount, '0.00')
  stage.provider.script.payOut = () => paid
  await stage.approve(asked.id)
  assert.deepEqual(await counter.balance('live'), balanceOf({ reserved: '1000.00' }))
  await stage.work()
  assert.equal((await counter.read(asked.id)).status, 'SUCCESS')
  assert.deepEqual(await counter.path(asked.id), [
    '→ PENDING_ADMIN_APPROVAL by caller',
    'PENDING_ADMIN_APPROVAL → PROCESSING by super_admin',
    'PROCESSING → SUCCESS by reply',
  ])
  const [order] = stage.provider.payOuts.slice(-1)
  assert.deepEqual([order?.identifier, order?.amount], ['255712345678', 100_000n])
  assert.deepEqual(await counter.balance('live'), balanceOf({}))
  assert.deepEqual(inWords(await counter.transactions('live')), [
    'credit collection 1000.00 → 1000.00',
    'debit refund_reservation 1000.00 → 0.00',
    'credit refund_release 1000.00 → 1000.00',
    'debit refund 1000.00 → 0.00',
  ])
  assert.deepEqual(await counter.events(asked.id), ['refund.success'])
  const shown = await counter.collection(collectionId)
  assert.deepEqual(
    [shown.status, shown.refunded_amount, shown.refundable_amount, shown.refund_hindrance],
    ['successful', '1000.00', '0.00', 'nothing_left'],
  )
})

test('parts are refunds of their own, told apart by their keys, and together never more than the payment', async () => {
  const counter = await stage.openCounter()
  const { id } = await counter.paid()
  const half = { collection_id: id, amount: '400.00' }
  const key = randomUUID()
  const [first, again] = [await counter.ask(half, key), await counter.ask(half, key)]
  assert.equal(again.body.data.id, first.body.data.id)
  const second = await counter.refund(half)
  assert.notEqual(second.id, first.body.data.id)
  const over = await counter.ask({ collection_id: id, amount: '200.01' })
  assert.equal(inShort(over), '409 refund_too_large')
  assert.deepEqual(over.body.error?.details, {
    refundable_amount: '200.00',
    refunded_amount: '0.00',
    currency: 'TZS',
  })
  const rest = await counter.refund({ collection_id: id })
  assert.equal(rest.amount, '200.00')
  assert.equal(inShort(await counter.ask({ collection_id: id })), '409 refund_too_large')
  await stage.desk.decide(rest.id, 'reject', { note: 'not yet' })
  assert.deepEqual(await counter.events(rest.id), ['refund.rejected'])
  assert.equal((await counter.collection(id)).refundable_amount, '200.00')
})

test('what fails or comes back can be refunded again', async () => {
  const counter = await stage.openCounter()
  const { id } = await counter.paid()
  const failed = await stage.sent(counter, declined, { collection_id: id })
  assert.equal((await counter.read(failed)).status, 'FAILED')
  assert.deepEqual(await counter.events(failed), ['refund.failed'])
  const back = await stage.sent(counter, paid, { collection_id: id })
  const { provider_reference: reference } = await counter.read(back)
  assert.equal((await counter.collection(id)).refunded_amount, '1000.00')
  await stage.provider.tell(
    stage.service,
    reference,
    { kind: 'reversed', providerStatus: 'REVERSED' },
    {
      about: 'disbursement',
    },
  )
  assert.deepEqual(await counter.events(back), ['refund.success', 'refund.reversed'])
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '1000.00' }))
  const { refunded_amount: gone, refundable_amount: left } = await counter.collection(id)
  assert.deepEqual([gone, left], ['0.00', '1000.00'])
  await stage.sent(counter, paid, { collection_id: id })
})

test('what cannot be refunded is refused, and changes nothing', async () => {
  const counter = await stage.openCounter()
  const open = await counter.push({ amount: '1000.00' }, { key: counter.liveKey })
  assert.equal(inShort(await counter.ask({ collection_id: open.id })), '409 invalid_state')
  const { id } = await counter.paid()
  const refusals: [string, Record<string, unknown>][] = [
    ['404 not_found', { collection_id: randomUUID() }],
    ['422 validation_error', { collection_id: id, destination_identifier: '0754000000' }],
    ['422 validation_error', { collection_id: id, destination_method: 'BANK_ACCOUNT' }],
    ['422 validation_error', { collection_id: id, bank_name: 'CRDB' }],
    ['422 validation_error', { collection_id: id, destination_code: 'NOWHERE' }],
    ['422 validation_error', { collection_id: id, reason: 'because' }],
    ['422 validation_error', { collection_id: id, amount: '0' }],
    ['422 amount_not_supported', { collection_id: id, amount: '99.99' }],
    ['409 refund_too_large', { collection_id: id, amount: '1000.01' }],
  ]
  for (const [refusal, body] of refusals) {
    assert.equal(inShort(await counter.ask(body)), refusal, JSON.stringify(body))
  }
  const small = await counter.paid({ amount: '50.00' })
  assert.equal((await counter.collection(small.id)).refund_hindrance, 'too_small')
  await stage.service.world.sql`update merchants set is_active = false where id = ${counter.merchantId}`
  assert.equal(inShort(await counter.ask({ collection_id: id })), '403 merchant_inactive')
  await stage.service.world.sql`update merchants set is_active = true where id = ${counter.merchantId}`
  await stage.service.world.sql`
    update collections set completed_at = completed_at - interval '181 days' where id = ${String(id)}`
  assert.equal(inShort(await counter.ask({ collection_id: id })), '409 refund_window_over')
  assert.equal((await counter.collection(id)).refund_hindrance, 'window_over')
  await stage.service.world.sql`
    update collections set completed_at = completed_at + interval '181 days' where id = ${String(id)}`
  assert.equal((await counter.collection(id)).refundable_amount, '1000.00')
})

test('a refund goes to the payer who is known, and to no other network, number or account', async () => {
  const counter = await stage.openCounter()
  const { id } = await counter.paid()
  const own = {
    ...{ destination_method: 'MOBILE_MONEY', destination_code: 'MIXX_BY_YAS' },
    destination_identifier: '0712345678',
  }
  const others = {
    destination_method: 'BANK_ACCOUNT',
    destination_code: 'MPESA',
    destination_identifier: '0712345679',
  }
  for (const [field, value] of Object.entries(others)) {
    for (const beside of [{}, { destination_name: 'Juma Ali' }, own]) {
      const refused = await counter.ask({ collection_id: id, ...beside, [field]: value })
      assert.equal(inShort(refused), '422 validation_error', field)
      const told = (refused.body.error?.details as { field: string }[]).map((one) => one.field)
      assert.deepEqual(told, [field])
    }
  }
  const same = await counter.refund({ collection_id: id, ...own, amount: '400.00' })
  const named = await counter.refund({ collection_id: id, destination_name: 'Juma Ali', amount: '600.00' })
  for (const { destination_code, destination_identifier } of [same, named]) {
    assert.deepEqual([destination_code, destination_identifier], ['MIXX_BY_YAS', '*********678'])
  }
})

test('of a code nobody knows who paid, so that the merchant says where the money goes, and the queue warns', async () => {
  const counter = await stage.openCounter(1_000_000n)
  const made = await stage.service.call('/v1/collections/dynamic-qr', {
    key: counter.liveKey,
    body: { merchant_id: counter.merchantId, amount: '1000.00' },
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(made.status, 202, JSON.stringify(made.body))
  const { id, provider_reference: reference } = made.body.data
  await stage.provider.tell(stage.service, reference, paid)
  const refused = await counter.ask({ collection_id: id })
  assert.equal(inShort(refused), '422 validation_error')
  assert.deepEqual(
    (refused.body.error?.details as { field: string }[]).map(({ field }) => field),
    ['destination_code', 'destination_identifier', 'destination_name'],
  )
  const asked = await counter.refund({
    collection_id: id,
    destination_method: 'BANK_ACCOUNT',
    destination_code: 'CRDB',
    destination_identifier: '0150123456',
    destination_name: 'Asha Juma',
  })
  const dossier = await stage.desk.story(asked.id)
  const hints = (dossier.risk_hints as { kind: string }[]).map(({ kind }) => kind)
  assert.ok(hints.includes('unknown_payer'), hints.join())
  const { collection } = dossier.refund as { collection: Record<string, unknown> }
  assert.deepEqual([dossier.kind, collection.collection_id, collection.payer], ['refund', id, null])
})

test('a refund is no disbursement and no withdrawal, and a withdrawal is no refund', async () => {
  const counter = await stage.openCounter()
  const { id } = await counter.paid()
  const refund = await counter.refund({ collection_id: id, amount: '500' })
  for (const path of [`/v1/disbursements/${refund.id}`, `/v1/merchant/withdrawals/${refund.id}`]) {
    assert.equal(inShort(await counter.dashboard(path, 'live')), '404 not_found')
  }
  assert.equal(
    inShort(
      await counter.dashboard(`/v1/merchant/withdrawals/${refund.id}/cancel`, 'live', { method: 'POST' }),
    ),
    '404 not_found',
  )
  const listed = await counter.dashboard(`/v1/refunds?collection_id=${id}`, 'live')
  assert.deepEqual(
    (listed.body.data.items as { id: string }[]).map((one) => one.id),
    [refund.id],
  )
  const queue = await stage.desk.call(`/v1/admin/withdrawals?kind=refund&merchant_id=${counter.merchantId}`)
  assert.deepEqual(
    (queue.body.data.items as { id: string; kind: string }[]).map(({ id: one, kind }) => [one, kind]),
    [[refund.id, 'refund']],
  )
  const searched = await counter.dashboard(`/v1/merchant/search?q=${refund.id}`, 'live')
  assert.deepEqual(
    (searched.body.data.found as { kind: string; id: string }[]).map(({ kind, id: one }) => [kind, one]),
    [['refund', refund.id]],
  )
  const cancelled = await counter.dashboard(`/v1/refunds/${refund.id}/cancel`, 'live', { method: 'POST' })
  assert.equal(cancelled.body.data.status, 'REJECTED')
  assert.deepEqual(await counter.events(refund.id), ['refund.rejected'])
})

test('what is asked about is answered, and a quote tells what it costs', async () => {
  const counter = await stage.openCounter()
  const { id } = await counter.paid()
  const quote = await counter.dashboard('/v1/refunds/quote', 'live', {
    body: { collection_id: id, amount: '300' },
  })
  const { total_charges: charges, left_after: left, fee_returned: fee, way } = quote.body.data
  assert.deepEqual([charges, left, fee, way], ['0.00', '700.00', '0.00', 'pay_out'])
  const refund = await counter.refund({ collection_id: id })
  await stage.desk.decide(refund.id, 'request-info', { note: 'why?' })
  const answered = await counter.dashboard(`/v1/refunds/${refund.id}/info`, 'live', {
    body: { message: 'torn' },
  })
  assert.equal(answered.body.data.status, 'PENDING_ADMIN_APPROVAL')
})

test('a refund has metadata of its own, is found by it, and it is changed', async () => {
  const counter = await stage.openCounter()
  const { id: collectionId } = await counter.paid({ metadata: { order: 'A-17' } })
  const { id, metadata } = await counter.refund({ collection_id: collectionId, metadata: { ticket: '9' } })
  assert.deepEqual(metadata, { ticket: '9' })
  await counter.refund({ collection_id: (await counter.paid()).id })
  const found = async (query: string) => {
    const { items } = (await counter.dashboard(`/v1/refunds?${query}`, 'live')).body.data
    return (items as { id: string }[]).map((one) => one.id)
  }
  assert.deepEqual(await found('metadata[ticket]=9'), [id])
  assert.deepEqual(await found(`metadata[ticket]=9&collection_id=${collectionId}&reason=duplicate`), [])
  const change = { method: 'PATCH', body: { metadata: { ticket: null, shelf: 'b' } } }
  const changed = await counter.dashboard(`/v1/refunds/${id}`, 'live', change)
  assert.deepEqual([changed.status, changed.body.data.metadata], [200, { shelf: 'b' }])
  assert.deepEqual(await found('metadata[ticket]=9'), [])
  const { id: payout } = await counter.collection(collectionId)
  const foreign = await (await stage.openCounter()).dashboard(`/v1/refunds/${id}`, 'live', change)
  assert.equal(inShort(foreign), '404 not_found')
  assert.equal(inShort(await counter.dashboard(`/v1/refunds/${payout}`, 'live', change)), '404 not_found')
})
