import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { connectDatabase } from '../../src/database/database.ts'
import { createSimulatedNetwork } from '../../src/providers/providers.ts'
import { deliver, openStage, patientNetwork, type Stage } from './network-stage.ts'

let stage: Stage
let merchantId: string
before(async () => {
  stage = await openStage()
  merchantId = await stage.newMerchant()
})
after(() => stage.close())
afterEach(() => stage.world.sql`delete from network_callbacks`)

const refuse = async () => {
  throw new Error('out of order')
}

/** A live payment whose callback waits to be delivered. */
async function payOne(phone = '255712345678') {
  const order = stage.order({ merchantId, environment: 'live', phone })
  await stage.network.liveProvider.collect(order)
  stage.jump(300)
  await stage.network.advance()
  return order
}

test('a callback that is not taken in comes again after growing waits, and in the end no more', async () => {
  const { network } = stage
  await payOne()
  for (const waitMs of [1_000, 5_000, 30_000, 120_000]) {
    assert.equal(await deliver(network, refuse), 1)
    stage.jump(waitMs - 1)
    assert.equal(await deliver(network, refuse), 0)
    stage.jump(1)
  }
  assert.equal(await deliver(network, refuse), 1)
  stage.jump(365 * 24 * 3_600_000)
  assert.equal(await deliver(network, stage.take), 0)
})

test('a callback that was taken in never comes again', async () => {
  const { reference } = await payOne()
  assert.equal(await deliver(stage.network, stage.take), 1)
  stage.jump(24 * 3_600_000)
  assert.equal(await deliver(stage.network, stage.take), 0)
  assert.equal(stage.told(reference).length, 1)
})

test('one that is refused does not hold up the others', async () => {
  const bad = await payOne()
  const good = await payOne()
  await deliver(stage.network, async (raw, from) => {
    if (Buffer.from(raw.body).includes(`"${bad.reference}"`)) throw new Error('out of order')
    await stage.take(raw, from)
  })
  assert.deepEqual([stage.told(bad.reference).length, stage.told(good.reference).length], [0, 1])
  stage.jump(1_000)
  await deliver(stage.network, stage.take)
  assert.equal(stage.told(bad.reference).length, 1)
})

test('one that hangs keeps its own place, and what comes after it is told', async () => {
  const bad = await payOne()
  const hanging = Promise.withResolvers<void>()
  const { look, settled } = stage.network.teller(async (raw, from) => {
    if (Buffer.from(raw.body).includes(`"${bad.reference}"`)) await hanging.promise
    await stage.take(raw, from)
  })
  assert.equal(await look(), 1)
  const good = await payOne()
  assert.equal(await look(), 1)
  await settled(good.reference)
  assert.deepEqual([stage.told(bad.reference).length, stage.told(good.reference).length], [0, 1])
  hanging.resolve()
  await settled()
  assert.equal(stage.told(bad.reference).length, 1)
})

test('what is said of one payment is said in order', async () => {
  const { reference } = await payOne('255700000009')
  stage.jump(300)
  await stage.network.advance()
  let busy = 0
  await deliver(stage.network, async (raw, from) => {
    busy += 1
    assert.equal(busy, 1)
    await new Promise((resolve) => setImmediate(resolve))
    busy -= 1
    await stage.take(raw, from)
  })
  assert.deepEqual(
    stage.told(reference).map(({ outcome }) => outcome.kind),
    ['succeeded', 'reversed'],
  )
})

test('no transaction is open while a callback is taken in', async () => {
  await payOne()
  let open: number | undefined
  await deliver(stage.network, async () => {
    const [row] = await stage.world.sql<{ open: number }[]>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`
    open = row?.open
  })
  assert.equal(open, 0)
})

test('several processes play and deliver each thing once', async () => {
  const orders = Array.from({ length: 100 }, () => stage.order({ merchantId, environment: 'live' }))
  await Promise.all(orders.map((order) => stage.network.liveProvider.collect(order)))
  stage.jump(300)
  const processes = [stage.network, createSimulatedNetwork(stage.world), createSimulatedNetwork(stage.world)]
  const moved = await Promise.all(processes.map(({ advance }) => advance()))
  assert.equal(
    moved.reduce((sum, many) => sum + many),
    100,
  )
  await Promise.all(processes.map((process) => deliver(process, stage.take)))
  for (const { reference } of orders) assert.equal(stage.told(reference).length, 1)
})

test('callbacks of a process that was killed come from the next, when its lease is over', async () => {
  const { reference } = await payOne()
  let isTaken = false
  void deliver(stage.network, () => {
    isTaken = true
    return new Promise(() => {})
  })
  while (!isTaken) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(await deliver(stage.network, stage.take), 0)
  stage.jump(20_000)
  assert.equal(await deliver(stage.network, stage.take), 1)
  assert.equal(stage.told(reference).length, 1)
})

test('the same reference sent by two processes at once is one payment', async () => {
  const other = patientNetwork(createSimulatedNetwork(stage.world))
  for (let round = 0; round < 20; round += 1) {
    const order = stage.order({ merchantId, environment: 'live', method: 'DYNAMIC_QR' })
    const [one, two] = await Promise.all([
      stage.network.liveProvider.collect(order),
      other.liveProvider.collect(order),
    ])
    assert.deepEqual(one, two)
    assert.equal(one.kind, 'pending')
  }
})

test('a network that cannot be reached is not known to have failed', async () => {
  const sql = connectDatabase({ url: 'postgres://127.0.0.1:1/none', poolSize: 1, applicationName: 'test' })
  const { liveProvider } = patientNetwork(createSimulatedNetwork({ ...stage.world, sql }))
  const order = stage.order({ merchantId, environment: 'live' })
  assert.equal((await liveProvider.collect(order)).kind, 'unknown')
  assert.equal((await liveProvider.lookUp(order)).kind, 'unknown')
  await sql.end()
})
