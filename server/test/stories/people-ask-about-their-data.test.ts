import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { carryOutRequests, endExports, prepareExports } from '../../src/privacy/privacy.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { zuhura } from './privacy/canaries.ts'
import { readLines, saveFile } from './privacy/files.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

const hourMs = 3_600_000
let stage: RefundStage
type Counter = Awaited<ReturnType<RefundStage['openCounter']>>
let counter: Counter

before(async () => {
  stage = await openRefundStage()
  counter = await stage.openCounter(1_000_000n)
})
after(() => stage.close())

const order = {
  ...{ customer_phone: zuhura.dialled, customer_name: zuhura.name, customer_email: zuhura.email },
  metadata: { order: zuhura.word },
}
const ask = (shop: Counter, body: Fields) => shop.dashboard('/v1/merchant/privacy-requests', 'live', { body })
const read = async (shop: Counter, id: unknown) =>
  dataOf(await shop.dashboard(`/v1/merchant/privacy-requests/${id}`, 'live'))
const work = async () => {
  await carryOutRequests(stage.service.world)
  await prepareExports(stage.service.world, { onError: assert.fail })
}

test('whoever asks what is kept of them gets a file of it, for a day', async () => {
  const { id: paid } = await counter.paid(order)
  await counter.paid({ customer_phone: '0713000111', customer_name: 'Somebody Else' })
  const asked = dataOf(await ask(counter, { kind: 'export', email: zuhura.email.toUpperCase() }))
  const path = `/v1/merchant/privacy-requests/${asked.id}/file`
  assert.equal(inShort(await counter.dashboard(path, 'live')), '409 invalid_state')
  await work()
  const done = await read(counter, asked.id)
  assert.deepEqual(
    [done.status, done.found],
    ['DONE', { customers: 0, collections: 1, payouts: 0, invoices: 0 }],
  )
  const lines = readLines(await saveFile(counter, path))
  assert.deepEqual(
    lines.map(({ kind }) => kind),
    ['export', 'collection', 'end'],
  )
  assert.deepEqual(
    [lines[1]?.data.id, lines[1]?.data.customer_name, lines[1]?.data.amount, lines[1]?.data.metadata],
    [paid, zuhura.name, '1000.00', { order: zuhura.word }],
  )
  stage.clock.pass(24 * hourMs + 1)
  assert.equal(inShort(await counter.dashboard(path, 'live')), '409 invalid_state')
  await endExports(stage.service.world)
  const { count } = await stage.service.world.sql`select from data_export_parts`
  assert.equal(count, 0)
})

test('a saved customer is corrected, and payments stay as they were made', async () => {
  const customer = dataOf(
    await counter.dashboard('/v1/customers', 'live', { body: { name: 'Zuhra Kanari', phone: '0754111222' } }),
  )
  const wrong = dataOf(
    await ask(counter, { kind: 'correct', phone: '0754999888', correction: { name: 'Nobody Here' } }),
  )
  const right = dataOf(
    await ask(counter, {
      ...{ kind: 'correct', customer_id: customer.id },
      correction: { name: zuhura.name, phone: zuhura.dialled },
    }),
  )
  await work()
  assert.deepEqual(
    [(await read(counter, wrong.id)).refused_because, (await read(counter, right.id)).status],
    ['nothing_found', 'DONE'],
  )
  const shown = dataOf(await counter.dashboard(`/v1/customers/${customer.id}`, 'live'))
  assert.deepEqual([shown.name, shown.phone], [zuhura.name, zuhura.phone])
})

test('what cannot be meant is refused, and changes nothing', async () => {
  const stranger = await stage.openCounter()
  const theirs = dataOf(await stranger.dashboard('/v1/customers', 'live', { body: { name: 'Theirs' } }))
  const cases: [Fields, string][] = [
    [{ kind: 'erase' }, 'phone'],
    [{ kind: 'burn', phone: zuhura.phone }, 'kind'],
    [{ kind: 'erase', phone: 'zuhura' }, 'phone'],
    [{ kind: 'erase', phone: zuhura.phone, correction: { name: 'Other' } }, 'correction'],
    [{ kind: 'correct', phone: zuhura.phone }, 'correction'],
    [{ kind: 'correct', phone: zuhura.phone, correction: {} }, 'correction'],
  ]
  for (const [body, field] of cases) {
    const answer = await ask(counter, body)
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(body))
    assert.deepEqual(
      (answer.body.error.details as { field: string }[]).map((one) => one.field),
      [field],
    )
  }
  assert.equal(inShort(await ask(counter, { kind: 'erase', customer_id: theirs.id })), '404 not_found')
  const { count } = await stage.service.world.sql`select from privacy_requests where status = 'OPEN'`
  assert.equal(count, 0)
})

test('all of a merchant is exported by an owner with a second factor, one at a time, for a day', async () => {
  const { world } = stage.service
  const path = '/v1/merchant/exports'
  world.decidersNeedSecondFactor = true
  try {
    const refused = await counter.dashboard(path, 'live', { method: 'POST' })
    assert.equal(inShort(refused), '403 second_factor_required')
  } finally {
    world.decidersNeedSecondFactor = false
  }
  const asked = dataOf(await counter.dashboard(path, 'live', { method: 'POST' }))
  assert.equal(asked.status, 'PREPARING')
  const again = await counter.dashboard(path, 'live', { method: 'POST' })
  assert.equal(inShort(again), '409 invalid_state')
  await work()
  const ready = dataOf(await counter.dashboard(`${path}/${asked.id}`, 'live'))
  const text = await saveFile(counter, `${path}/${asked.id}/file`)
  const lines = readLines(text)
  assert.deepEqual(
    [ready.status, ready.lines, ready.sha256, ready.bytes],
    ['READY', lines.length, createHash('sha256').update(text).digest('hex'), Buffer.byteLength(text)],
  )
  const kinds = new Set(lines.map(({ kind }) => kind))
  for (const kind of ['customer', 'collection', 'transaction']) assert.ok(kinds.has(kind), kind)
  const rows = lines.filter(({ kind }) => kind === 'transaction').map(({ data }) => data.seq)
  assert.deepEqual(
    rows,
    rows.toSorted((one, other) => Number(one) - Number(other)),
  )
  assert.doesNotMatch(text, /Theirs/)
  // A line that was changed, taken out or put in is seen.
  assert.throws(() => readLines(text.replace('1000.00', '9000.00')))
  assert.throws(() => readLines(text.split('\n').toSpliced(2, 1).join('\n')))
  stage.clock.pass(24 * hourMs + 1)
  await endExports(world)
  assert.equal(dataOf(await counter.dashboard(`${path}/${asked.id}`, 'live')).status, 'EXPIRED')
  assert.equal(inShort(await counter.dashboard(`${path}/${asked.id}/file`, 'live')), '409 invalid_state')
})

test('how long people are kept is chosen by Super Admins within bounds, and each choice is in the audit log', async () => {
  const usual = dataOf(await stage.desk.call('/v1/admin/retention'))
  assert.deepEqual([usual.payments_days, usual.changed_at], [3650, null])
  const wish = {
    ...{ replies_days: 30, requests_days: 3, events_days: 180 },
    ...{ exchanges_days: 400, sandbox_days: 30, payments_days: 2555 },
  }
  const put = (body: Fields) => stage.desk.call('/v1/admin/retention', 'live', { method: 'PUT', body })
  for (const [name, days] of Object.entries({
    replies_days: 29,
    requests_days: 0,
    events_days: 89,
    payments_days: 1824,
  }))
    assert.equal(inShort(await put({ ...wish, [name]: days })), '422 validation_error', name)
  const chosen = dataOf(await put(wish))
  assert.deepEqual([chosen.events_days, chosen.changed_by], [180, stage.desk.adminId])
  const { sql } = stage.service.world
  const [entry] = await sql<{ details: Fields }[]>`
    select details from audit_log where action = 'retention.changed' order by seq desc limit 1`
  assert.deepEqual((entry?.details.after as Fields).events_days, 180)
  assert.deepEqual((entry?.details.before as Fields).events_days, 400)
  // A day that was told stands, however long others are kept from then on.
  await counter.paid(order)
  const asked = dataOf(await ask(counter, { kind: 'erase', phone: zuhura.phone, email: zuhura.email }))
  await work()
  const { erases_on: told } = await read(counter, asked.id)
  await put({ ...wish, payments_days: 7300 })
  assert.equal((await read(counter, asked.id)).erases_on, told)
  await put({ ...wish, payments_days: 1825 })
  const sooner = Date.parse(String(told)) - Date.parse(String((await read(counter, asked.id)).erases_on))
  assert.equal(sooner / (24 * hourMs), 2555 - 1825)
})

test('whoever carries it out may die after any slice, and the next one goes on', async () => {
  const shop = await stage.openCounter()
  const { sql } = stage.service.world
  const { id } = await shop.paid(order)
  // As many as several slices are made of.
  await sql`
    insert into collections (id, merchant_id, environment, family, method, status, amount, currency, customer_name, customer_phone,
      metadata, provider, provider_reference, created_at, updated_at, completed_at)
    select gen_random_uuid(), merchant_id, environment, family, method, 'failed', amount, currency, customer_name, customer_phone,
      metadata, provider, gen_random_uuid()::text, created_at, updated_at, completed_at
    from collections, generate_series(1, 1200) where id = ${String(id)}`
  const asked = dataOf(await ask(shop, { kind: 'erase', phone: zuhura.phone }))
  let slices = 0
  for (;;) {
    let looks = 0
    // Stopped after one, as by a kill: what it did is done, what it did not is not.
    const stopping = {
      get aborted() {
        looks += 1
        return looks > 1
      },
    } as AbortSignal
    if ((await carryOutRequests(stage.service.world, { stopping })) === 0) break
    slices += 1
  }
  assert.ok(slices > 5, `${slices} slices`)
  const done = await read(shop, asked.id)
  assert.deepEqual([done.status, (done.found as Fields).collections], ['SCHEDULED', 1201])
  const { count } = await sql`
    select from collections where merchant_id = ${shop.merchantId} and metadata is not null`
  assert.equal(count, 0)
  await sql`delete from collections where merchant_id = ${shop.merchantId} and id <> ${String(id)}`
})

test('payments that begin while somebody is erased lose nothing that they need', async () => {
  const shop = await stage.openCounter()
  await shop.paid(order)
  const asked = dataOf(await ask(shop, { kind: 'erase', phone: zuhura.phone }))
  const pushes = Array.from({ length: 12 }, (_, number) =>
    shop.push(
      { ...order, merchant_reference: `race ${number}` },
      { key: shop.liveKey, idempotencyKey: randomUUID() },
    ),
  )
  const [made] = await Promise.all([Promise.all(pushes), carryOutRequests(stage.service.world)])
  await carryOutRequests(stage.service.world)
  const { status } = await read(shop, asked.id)
  assert.ok(['SCHEDULED', 'REFUSED'].includes(String(status)), String(status))
  for (const { id } of made) {
    const { metadata, customer_phone: phone } = await shop.collection(id)
    assert.deepEqual([metadata, phone], [{ order: zuhura.word }, zuhura.phone])
  }
})

test('an event may lose people and nothing else, and a try is of nobody else', async () => {
  const { sql } = stage.service.world
  const { id } = await counter.paid(order)
  const [event] = await sql<{ id: string; body: string }[]>`
    select id, body from events where resource_id = ${String(id)} order by sequence limit 1`
  assert.ok(event)
  const told = JSON.parse(event.body) as { type: string; data: Fields }
  const change = (body: unknown) =>
    sql`update events set body = ${JSON.stringify(body)} where id = ${event.id}`
  const data = (fields: Fields) => ({ ...told, data: { ...told.data, ...fields } })
  for (const body of [
    data({ amount: '1.00' }),
    data({ status: 'failed' }),
    data({ customer_name: 'Somebody Else' }),
    data({ metadata: { order: 'other' } }),
    { ...told, type: 'collection.failed' },
    { ...told, data: {} },
  ])
    await assert.rejects(() => change(body), /stays as it was told/)
  await change(data({ customer_name: null, metadata: {} }))
  await assert.rejects(() => sql`delete from events where id = ${event.id}`)
  await assert.rejects(
    () => sql`update collection_tries set customer_phone = '255700000001' where id = ${String(id)}`,
  )
})
