import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectDatabase } from '../../src/database/database.ts'
import { changeProfile, createSimulatedNetwork } from '../../src/providers/providers.ts'
import { keepNetworkMemory } from '../../src/providers/simulated/simulated.ts'
import { openStage, patientNetwork, type Stage, type StagePayOut } from './network-stage.ts'

const dayMs = 24 * 3_600_000

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

const newOrders = (merchantId: string, many: number, wish: Partial<StagePayOut> = {}) =>
  Array.from({ length: many }, () => stage.payOut({ merchantId, ...wish }))

describe('a reference', () => {
  test('sent fifty times at once by two processes is one payout with one callback', async () => {
    const { world, network } = stage
    const twin = patientNetwork(createSimulatedNetwork(world))
    const [order] = newOrders(await stage.newMerchant(), 1, { environment: 'live' })
    assert.ok(order)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 ? network : twin).liveProvider.payOut(order)),
    )
    assert.deepEqual(new Set(answers.map(({ kind }) => kind)), new Set(['pending']))
    await stage.pass(500)
    assert.deepEqual(
      stage.told(order.reference).map(({ outcome }) => outcome.kind),
      ['succeeded'],
    )
  })

  test('sent again with another amount changes nothing', async () => {
    const { liveProvider } = stage.network
    const [order] = newOrders(await stage.newMerchant(), 1, { environment: 'live' })
    assert.ok(order)
    await liveProvider.payOut(order)
    await liveProvider.payOut({ ...order, amount: order.amount * 2n, identifier: '255700000108' })
    await stage.pass(800)
    const found = await liveProvider.lookUpPayOut(order)
    assert.ok(found.kind === 'succeeded')
    assert.deepEqual(found.paid, { amount: order.amount, currency: 'TZS' })
  })

  test('is remembered for as long as it could come again, without its callbacks', async () => {
    const { network, world } = stage
    const [order] = newOrders(await stage.newMerchant(), 1, { environment: 'live' })
    assert.ok(order)
    await network.liveProvider.payOut(order)
    await stage.pass(500)
    await keepNetworkMemory(world)
    stage.jump(61 * dayMs)
    await keepNetworkMemory(world)
    assert.deepEqual(await stage.payOutKinds([order]), ['succeeded'])
    const kept = await world.sql`select id from network_callbacks where reference = ${order.reference}`
    assert.equal(kept.length, 0)
  })
})

test('in live everybody is paid who is no magic recipient, whatever the sandbox is told', async () => {
  const merchantId = await stage.newMerchant()
  await changeProfile(stage.world, merchantId, { failure_rate: 1, approval_delay_ms: 9_000 })
  const orders = newOrders(merchantId, 50, { environment: 'live' })
  await Promise.all(orders.map((order) => stage.network.liveProvider.payOut(order)))
  await stage.pass(300)
  assert.deepEqual(new Set(await stage.payOutKinds(orders)), new Set(['succeeded']))
})

test('two players at once play each payout once', async () => {
  const { network } = stage
  const orders = newOrders(await stage.newMerchant(), 200, { environment: 'live' })
  await Promise.all(orders.map((order) => network.liveProvider.payOut(order)))
  stage.jump(300)
  const played = await Promise.all([network.advance(), network.advance(), network.advance()])
  assert.equal(
    played.reduce((sum, many) => sum + many),
    200,
  )
  await stage.pass(0)
  assert.ok(orders.every(({ reference }) => stage.told(reference).length === 1))
})

test('a payout that another player holds is left to that player, without waiting', async () => {
  const { network, world } = stage
  const orders = newOrders(await stage.newMerchant(), 2, { environment: 'live' })
  await Promise.all(orders.map((order) => network.liveProvider.payOut(order)))
  stage.jump(300)
  const held = orders[0]?.reference ?? ''
  await world.sql.begin(async (tx) => {
    await tx`select 1 from network_payouts where reference = ${held} for update`
    assert.equal(await network.advance(), 1, 'only the other one')
    assert.equal(await network.advance(), 0)
  })
  await stage.pass(0)
  assert.deepEqual(
    orders.map(({ reference }) => stage.told(reference).length),
    [1, 1],
  )
})

test('a callback about a payout that does not fit its event is unknown', async () => {
  const { network } = stage
  const [order] = newOrders(await stage.newMerchant(), 1, { environment: 'live' })
  assert.ok(order)
  await network.liveProvider.payOut(order)
  await stage.pass(500)
  const heard = stage.heard.find(({ raw }) => String(raw.body).includes(`"${order.reference}"`))
  assert.ok(heard)
  assert.deepEqual(Object.keys(JSON.parse(String(heard.raw.body))), [
    'event_id',
    'event_type',
    'provider_reference',
    'amount',
    'currency',
    'payment_status',
  ])
  const readAs = (event: string) => {
    const body = Buffer.from(String(heard.raw.body).replace('disbursement.success', event))
    const read = network.liveProvider.readCallback({ ...heard.raw, body })
    return [read?.about, read?.outcome.kind]
  }
  assert.deepEqual(readAs('disbursement.success'), ['disbursement', 'succeeded'])
  assert.deepEqual(readAs('disbursement.failed'), ['disbursement', 'unknown'])
  assert.deepEqual(readAs('disbursement.other'), ['disbursement', 'unknown'])
  assert.deepEqual(readAs('other'), ['collection', 'unknown'])
})

test('a network that cannot be reached is not known to have failed, and what was asked is kept', async () => {
  const sql = connectDatabase({
    url: 'postgres://nobody@127.0.0.1:1/none',
    poolSize: 1,
    applicationName: 'test',
  })
  const { liveProvider } = patientNetwork(createSimulatedNetwork({ ...stage.world, sql }))
  const order = stage.payOut({ merchantId: await stage.newMerchant(), environment: 'live' })
  for (const answer of [await liveProvider.payOut(order), await liveProvider.lookUpPayOut(order)]) {
    assert.equal(answer.kind, 'unknown')
    assert.ok(JSON.stringify(answer.exchange?.request).includes(order.reference))
    assert.deepEqual(answer.exchange?.response, { error: 'The network could not be reached.' })
  }
  await sql.end()
})
