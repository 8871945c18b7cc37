import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeProfile } from '../../src/providers/providers.ts'
import { openStage, type Stage, type StagePayOut } from './network-stage.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

const newOrders = (merchantId: string, many: number, wish: Partial<StagePayOut> = {}) =>
  Array.from({ length: many }, () => stage.payOut({ merchantId, ...wish }))

/** Sends payouts one after the other and tells how each ended. */
async function endings(merchantId: string, many: number): Promise<string[]> {
  const orders = newOrders(merchantId, many)
  for (const order of orders) await stage.network.sandboxProvider.payOut(order)
  await stage.pass(500)
  return await stage.payOutKinds(orders)
}

describe('in the sandbox', () => {
  test('about one payout in ten fails, and nothing else happens', async () => {
    const ended = await endings(await stage.newMerchant(), 300)
    const failed = ended.filter((kind) => kind === 'failed').length
    assert.ok(failed > 10 && failed < 60, `${failed} of 300`)
    assert.equal(ended.filter((kind) => kind === 'succeeded').length, 300 - failed)
  })

  test('a failure rate of 0 never fails and one of 1 always does, with a reason', async () => {
    const merchantId = await stage.newMerchant()
    await changeProfile(stage.world, merchantId, { failure_rate: 0 })
    assert.deepEqual(new Set(await endings(merchantId, 40)), new Set(['succeeded']))
    await changeProfile(stage.world, merchantId, { failure_rate: 1 })
    assert.deepEqual(new Set(await endings(merchantId, 40)), new Set(['failed']))
  })

  test('a magic recipient is beyond the failure rate', async () => {
    const merchantId = await stage.newMerchant()
    await changeProfile(stage.world, merchantId, { failure_rate: 1 })
    // The second is the payer of the guides, of whom they tell that refunds arrive.
    for (const identifier of ['255700000101', '255700000001']) {
      const orders = newOrders(merchantId, 5, { identifier })
      for (const order of orders) await stage.network.sandboxProvider.payOut(order)
      await stage.pass(500)
      assert.deepEqual(new Set(await stage.payOutKinds(orders)), new Set(['succeeded']))
    }
  })

  test('the switchboard for callbacks of collections leaves payouts alone', async () => {
    const merchantId = await stage.newMerchant()
    await changeProfile(stage.world, merchantId, {
      failure_rate: 0,
      lost: 1,
      contradicting: 1,
      badly_signed: 1,
    })
    const [order] = newOrders(merchantId, 1)
    assert.ok(order)
    await stage.network.sandboxProvider.payOut(order)
    await stage.pass(500)
    assert.deepEqual(
      stage.told(order.reference).map(({ outcome, isGenuine }) => [outcome.kind, isGenuine]),
      [['succeeded', true]],
    )
  })

  test("a payout plays after the merchant's delay, which its own door also tells", async () => {
    const { sandboxProvider, rehearsal } = stage.network
    const merchantId = await stage.newMerchant()
    assert.equal(await rehearsal.approvalDelayMs(merchantId), 300)
    await changeProfile(stage.world, merchantId, { failure_rate: 0, approval_delay_ms: 1_000 })
    assert.equal(await rehearsal.approvalDelayMs(merchantId), 1_000)
    const orders = newOrders(merchantId, 1)
    for (const order of orders) await sandboxProvider.payOut(order)
    await stage.pass(900)
    assert.deepEqual(await stage.payOutKinds(orders), ['pending'])
    await stage.pass(100)
    assert.deepEqual(await stage.payOutKinds(orders), ['succeeded'])
  })
})

describe('a seed', () => {
  test('makes the same payouts end in the same way, once more when it is set again', async () => {
    const [one, other] = [await stage.newMerchant(), await stage.newMerchant()]
    const profile = { failure_rate: 0.5, random_seed: 7 }
    await changeProfile(stage.world, one, profile)
    await changeProfile(stage.world, other, profile)
    const first = await endings(one, 30)
    assert.equal(new Set(first).size, 2)
    assert.deepEqual(await endings(other, 30), first)
    assert.notDeepEqual(await endings(one, 30), first, 'the sequence goes on')
    await changeProfile(stage.world, one, { random_seed: 7 })
    assert.deepEqual(await endings(one, 30), first)
  })

  test('gives the same draws one by one or all at once, and none to a repeat', async () => {
    const { payOut } = stage.network.sandboxProvider
    const ended = async (send: (orders: StagePayOut[]) => Promise<unknown>) => {
      const merchantId = await stage.newMerchant()
      await changeProfile(stage.world, merchantId, { failure_rate: 0.5, random_seed: 42 })
      const orders = newOrders(merchantId, 20)
      await send(orders)
      await stage.pass(500)
      return await stage.payOutKinds(orders)
    }
    const oneByOne = await ended(async (orders) => {
      for (const order of orders) {
        await payOut(order)
        await payOut(order)
      }
    })
    assert.deepEqual(await ended((orders) => Promise.all(orders.map(payOut))), oneByOne)
  })

  test('is shared by payments and payouts, and no draw is given twice', async () => {
    const { network, world } = stage
    const merchantId = await stage.newMerchant()
    await changeProfile(world, merchantId, { random_seed: 3 })
    const payments = Array.from({ length: 20 }, () =>
      stage.order({ merchantId, simulate: { status: null, family: 'A' } }),
    )
    await Promise.all([
      ...payments.map((order) => network.sandboxProvider.collect(order)),
      ...newOrders(merchantId, 20).map((order) => network.sandboxProvider.payOut(order)),
    ])
    const drawn = await world.sql<{ draw: number }[]>`
      select draw from network_payments where merchant_id = ${merchantId}
      union all select draw from network_payouts where merchant_id = ${merchantId} order by draw`
    assert.deepEqual(
      drawn.map(({ draw }) => draw),
      Array.from({ length: 40 }, (_, at) => at + 1),
    )
  })
})
