import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeProfile, readProfile } from '../../src/providers/providers.ts'
import { openStage, type Stage } from './network-stage.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

const byItself = { status: null, family: 'A' } as const

/** Asks for payments one after the other and tells how each ended. */
async function endings(
  merchantId: string,
  many: number,
  simulate: { status: string | null; family: 'A' | 'B' },
) {
  const { network, order, pass } = stage
  const orders = Array.from({ length: many }, () => order({ merchantId, simulate }))
  for (const one of orders) await network.sandboxProvider.collect(one)
  await pass(1_000)
  return await Promise.all(orders.map(async (one) => (await network.sandboxProvider.lookUp(one)).kind))
}

test('without a word of the caller about one payment in ten fails', async () => {
  const ended = await endings(await stage.newMerchant(), 300, byItself)
  const failed = ended.filter((kind) => kind === 'failed').length
  assert.ok(failed > 10 && failed < 60, `${failed} of 300`)
  assert.equal(ended.filter((kind) => kind === 'succeeded').length, 300 - failed)
})

test('a failure rate of 0 never fails and one of 1 always does', async () => {
  const merchantId = await stage.newMerchant()
  await changeProfile(stage.world, merchantId, { failure_rate: 0 })
  assert.deepEqual(new Set(await endings(merchantId, 40, byItself)), new Set(['succeeded']))
  await changeProfile(stage.world, merchantId, { failure_rate: 1 })
  assert.deepEqual(new Set(await endings(merchantId, 40, byItself)), new Set(['failed']))
})

test('a status that was asked for is obeyed whatever the rates are', async () => {
  const merchantId = await stage.newMerchant()
  await changeProfile(stage.world, merchantId, { failure_rate: 1, contradicting: 1 })
  const asked = {
    successful: 'succeeded',
    failed: 'failed',
    pending_clearance: 'succeeded',
    reversed: 'reversed',
  }
  for (const [status, kind] of Object.entries(asked)) {
    assert.deepEqual(await endings(merchantId, 3, { status, family: 'A' }), [kind, kind, kind], status)
  }
  const order = stage.order({
    merchantId,
    phone: '255700000002',
    simulate: { status: 'pending_clearance', family: 'A' },
  })
  await stage.network.sandboxProvider.collect(order)
  await stage.pass(500)
  assert.deepEqual(
    stage.told(order.reference).map(({ outcome }) => outcome),
    // Only callbacks tell the name.
    [{ ...(await stage.network.sandboxProvider.lookUp(order)), payerName: 'ASHA JUMA' }],
  )
})

describe('a seed', () => {
  test('makes the same requests end in the same way, once more when it is set again', async () => {
    const [one, other] = [await stage.newMerchant(), await stage.newMerchant()]
    const profile = { failure_rate: 0.5, random_seed: 7 }
    await changeProfile(stage.world, one, profile)
    await changeProfile(stage.world, other, profile)
    const first = await endings(one, 30, byItself)
    assert.equal(new Set(first).size, 2)
    assert.deepEqual(await endings(other, 30, byItself), first)
    assert.notDeepEqual(await endings(one, 30, byItself), first, 'the sequence goes on')
    await changeProfile(stage.world, one, { random_seed: 7 })
    assert.deepEqual(await endings(one, 30, byItself), first)
    await changeProfile(stage.world, one, { random_seed: 8 })
    assert.notDeepEqual(await endings(one, 30, byItself), first)
  })

  test('gives the same draws whether requests come one by one or all at once, and none to a repeat', async () => {
    const { network, order, pass } = stage
    const ended = async (send: (orders: ReturnType<typeof order>[]) => Promise<unknown>) => {
      const merchantId = await stage.newMerchant()
      await changeProfile(stage.world, merchantId, { failure_rate: 0.5, random_seed: 42 })
      const orders = Array.from({ length: 20 }, () => order({ merchantId, simulate: byItself }))
      await send(orders)
      await pass(500)
      return await Promise.all(orders.map(async (one) => (await network.sandboxProvider.lookUp(one)).kind))
    }
    const collect = network.sandboxProvider.collect
    const oneByOne = await ended(async (orders) => {
      for (const one of orders) {
        await collect(one)
        await collect(one)
      }
    })
    assert.deepEqual(await ended((orders) => Promise.all(orders.map(collect))), oneByOne)
  })

  test('is not touched by other changes', async () => {
    const merchantId = await stage.newMerchant()
    await changeProfile(stage.world, merchantId, { failure_rate: 0.5, random_seed: 7 })
    const first = await endings(merchantId, 20, byItself)
    await changeProfile(stage.world, merchantId, { approval_delay_ms: 200 })
    const next = await endings(merchantId, 20, byItself)
    await changeProfile(stage.world, merchantId, { random_seed: 7 })
    assert.deepEqual(await endings(merchantId, 40, byItself), [...first, ...next])
  })
})

test('two changes at once keep each other', async () => {
  const merchantId = await stage.newMerchant()
  const changes = [{ failure_rate: 0.25 }, { lost: 0.5 }, { late_by_ms: 9 }, { approval_delay_ms: 5 }]
  await Promise.all(changes.map((change) => changeProfile(stage.world, merchantId, change)))
  const profile = await readProfile(stage.world, merchantId)
  assert.deepEqual(profile, { ...profile, ...Object.assign({}, ...changes) })
})

test('payments of many seeded merchants at once do not wait for each other', async () => {
  const { network, order, newMerchant, world } = stage
  const merchants = await Promise.all(Array.from({ length: 8 }, newMerchant))
  for (const merchantId of merchants) await changeProfile(world, merchantId, { random_seed: 1 })
  const orders = Array.from({ length: 400 }, (_, at) =>
    order({ merchantId: merchants[(at * 5) % 8] ?? '', simulate: byItself }),
  )
  const answers = await Promise.all(orders.map((one) => network.sandboxProvider.collect(one)))
  assert.ok(answers.every(({ kind }) => kind === 'pending'))
  const drawn = await world.sql<{ draw: number }[]>`
    select draw from network_payments where merchant_id = ${merchants[0] ?? ''} order by draw`
  assert.deepEqual(
    drawn.map(({ draw }) => draw),
    Array.from({ length: 50 }, (_, at) => at + 1),
  )
})
