import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepNetworkMemory } from '../../src/providers/simulated/simulated.ts'
import { openStage, type Stage } from './network-stage.ts'

const dayMs = 24 * 3_600_000

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 5) {
    stage.jump(5 * dayMs)
    await keepNetworkMemory(stage.world)
  }
}

async function count(table: 'network_payments' | 'network_callbacks' | 'sandbox_messages'): Promise<number> {
  return (await stage.world.sql.unsafe(`select from ${table}`)).length
}

test('a payment sent again after weeks is still one, and is forgotten with all that was said of it', async () => {
  const { sandboxProvider } = stage.network
  const order = stage.order({
    merchantId: await stage.newMerchant(),
    simulate: { status: 'successful', family: 'A' },
  })
  await sandboxProvider.collect(order)
  await stage.pass(500)
  for (const days of [5, 20]) {
    await passDays(days)
    assert.equal((await sandboxProvider.collect(order)).kind, 'succeeded')
    assert.equal(await count('network_payments'), 1)
  }
  assert.deepEqual([await count('network_callbacks'), await count('sandbox_messages')], [1, 1])
  await passDays(40)
  assert.equal((await sandboxProvider.lookUp(order)).kind, 'never_seen')
  assert.deepEqual([await count('network_callbacks'), await count('sandbox_messages')], [0, 0])
})

test('a prompt that nobody answers does not keep the old from going; sent again, it waits again', async () => {
  const { sandboxProvider } = stage.network
  const merchantId = await stage.newMerchant()
  const order = stage.order({ merchantId })
  await sandboxProvider.collect(order)
  await passDays(60)
  assert.equal(await count('network_payments'), 0)
  assert.equal((await sandboxProvider.lookUp(order)).kind, 'never_seen')
  await sandboxProvider.collect(order)
  assert.equal(await count('network_payments'), 1)
  assert.equal((await sandboxProvider.lookUp(order)).kind, 'pending')
})
