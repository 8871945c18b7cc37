import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectDatabase, type Database } from '../../src/database/database.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { openShop, type Shop } from './money/shop.ts'

let service: Service
let intruder: Database
let greedy: Shop
let modest: Shop
before(async () => {
  service = await startService({ environment: { DATABASE_LISTS_POOL_SIZE: '4' } })
  const { url } = service.database
  intruder = connectDatabase({ url, poolSize: 2, applicationName: 'intruder' })
  greedy = await openShop(service)
  modest = await openShop(service)
  // Signing in is slow the first time, and is not what is tried here.
  await modest.dashboard('/v1/me')
})
after(async () => {
  await intruder.end()
  await service.stop()
})

/** Whatever reads the ledger hangs meanwhile, as if it were very long. */
async function whileLedgerHangs(work: () => Promise<void>): Promise<void> {
  await intruder.begin(async (tx) => {
    await tx`lock table ledger_transactions in access exclusive mode`
    await work()
  })
}

const busyWithLists = () =>
  service.parts.pools.lists.pool.totalCount - service.parts.pools.lists.pool.idleCount

test('forty lists that hang keep no payment waiting, nor the list of anybody else', async () => {
  await whileLedgerHangs(async () => {
    const flood = Array.from({ length: 40 }, () =>
      greedy.call(`/v1/merchants/${greedy.merchantId}/transactions?reference=none`),
    )
    await until(() => busyWithLists() === 1)
    let most = 0
    const { pool } = service.parts.pools.lists
    pool.on('acquire', () => {
      most = Math.max(most, busyWithLists())
    })
    const paid = await modest.push()
    assert.equal(paid.status, 'processing')
    assert.equal((await modest.state(paid.id)).status, 'processing')
    const own = await modest.dashboard(`/v1/merchants/${modest.merchantId}/collections`)
    assert.deepEqual([own.status, own.body.data.total], [200, 1])
    assert.equal(most, 2, 'one of the flood at most, and the one of somebody else')
    assert.equal(pool.waitingCount, 0, 'nobody waits for a connection')
    const refused = await Promise.any(flood)
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limited'])
    assert.equal(refused.headers.get('retry-after'), '1')
    void Promise.all(flood)
  })
  // Those that were being read are answered as if nothing had been, and the next one finds its place free.
  await until(() => busyWithLists() === 0)
  const again = await greedy.call(`/v1/merchants/${greedy.merchantId}/transactions`)
  assert.equal(again.status, 200)
})

test('lists that are quick are all answered: whoever asks for a dozen at once waits a little', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => greedy.call(`/v1/merchants/${greedy.merchantId}/transactions`)),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
})

test('what the service does by itself keeps nobody waiting, however much it is', async () => {
  const { work } = service.parts.pools
  const release = Promise.withResolvers<void>()
  const all = Array.from({ length: service.parts.config.poolSizes.work }, () =>
    work.begin(() => release.promise),
  )
  await until(() => work.pool.waitingCount > 0)
  const paid = await modest.push()
  assert.equal(paid.status, 'processing')
  assert.equal((await modest.dashboard(`/v1/merchants/${modest.merchantId}/collections`)).status, 200)
  release.resolve()
  await Promise.all(all)
})
