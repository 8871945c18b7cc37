import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { moneyIn, post, releaseToPay } from '../../src/ledger/ledger.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import type { World } from '../../src/world/world.ts'
import { howMuch } from '../how-thorough.ts'
import { meetFirst } from '../meet-first.ts'
import { answersFolder } from '../openapi/note-answers.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { type Service, startService, testSecret } from '../service.ts'
import { chanceFrom } from '../simulation/kernel/chance.ts'
import { assertBooksHold } from '../stories/money/books.ts'
import { createTestDatabase } from '../test-database.ts'
import { faultsInBooks, rainCallbacks } from './callbacks-again-and-again.ts'
import { environment, type Instances, startInstances } from './instances.ts'
import { raceForBalances } from './overdraft-races.ts'

// A million answers would take gigabytes to keep until the end.
delete process.env[answersFolder]

const seed = process.env.DUPLICATES_SEED ?? 'malipo'
const rain = howMuch({
  test: { collections: 10, callbacksEach: 20 },
  proveShort: { collections: 100, callbacksEach: 50 },
  prove: { collections: 10_000, callbacksEach: 100 },
})
const races = howMuch({ test: 5, proveShort: 60, prove: 10_000 })

test('however often a payment is told of, it is credited once', async (t) => {
  await atInstances(async (instances, world) => {
    const { sent, outcomes, faults } = await instances.rain(seed, rain)
    tellProof(
      t,
      `seed ${seed}, ${sent} callbacks over ${rain.collections} collections: ${outcomes.applied} credits`,
    )
    assert.deepEqual([...faults, ...(await faultsInBooks(world))], [])
    assert.equal(outcomes.applied, rain.collections)
  })
})

test('however many withdrawals ask for a balance at once, no more leaves than is there', async (t) => {
  await atInstances(async (instances) => {
    const { asked, approved, faults } = await instances.race(seed, races)
    tellProof(t, `seed ${seed}, ${races} races of ${asked} withdrawals, ${approved} approved, 0 overdrawn`)
    assert.deepEqual(faults, [])
  })
})

/** The books must hold afterwards. */
async function atInstances(story: (instances: Instances, world: World) => Promise<void>): Promise<void> {
  const database = await createTestDatabase()
  const world: World = {
    ...{ sql: database.sql, clock: systemClock, newId: idsFrom(systemClock) },
    ...{ vault: vaultFrom(testSecret), baseUrl: 'http://localhost:4000' },
  }
  try {
    const instances = await startInstances(database)
    try {
      await story(instances, world)
    } finally {
      await instances.stop()
    }
    await assertBooksHold(world)
  } finally {
    await database.drop()
  }
}

describe('a bug that is planted is found', () => {
  let services: Service[] = []
  before(async () => {
    const first = await startService({ environment })
    services = [first, await startService({ environment, database: first.database })]
  })
  after(async () => {
    for (const service of services.reverse()) await service.stop()
  })

  test('a callback that credits again', async () => {
    for (const service of services) meetFirst(service, creditAgain(service.world))
    await rainCallbacks(services, chanceFrom(seed), { collections: 5, callbacksEach: 20 })
    const faults = await faultsInBooks(services[0]?.world ?? assert.fail('no service was started'))
    assert.match(faults.join('\n'), /was credited \d+ times/)
  })

  test('an approval that forgets what was set aside', async () => {
    for (const service of services) meetFirst(service, forgetReserved(service.world))
    // Enough of them that balances are raced for again: in the first race nothing is set aside yet.
    const { faults } = await raceForBalances(services, chanceFrom(seed), 24)
    assert.match(faults.join('\n'), /were approved of|are left of/)
  })
})

/** Whenever somebody tells of a payment, one that was credited already is credited again, under another cause. */
function creditAgain(world: Service['world']): Parameters<typeof meetFirst>[1] {
  let times = 0
  return async ({ url = '' }) => {
    if (!url.includes('/webhooks/')) return true
    const [paid] = await world.sql<{ id: string; merchant_id: string; provider: string; amount: bigint }[]>`
      select id, merchant_id, provider, amount from collections where status = 'successful' limit 1`
    if (!paid) return true
    times += 1
    const cause = `planted ${process.pid} ${world.newId()} ${times}`
    const posting = { merchantId: paid.merchant_id, environment: 'sandbox', currency: 'TZS', cause } as const
    const credit = {
      type: 'collection',
      direction: 'credit',
      amount: paid.amount,
      collectionId: paid.id,
    } as const
    await world.sql.begin((tx) =>
      post(tx, world, [{ ...posting, ...credit, ...moneyIn(paid.provider, paid.amount) }]),
    )
    return true
  }
}

/** Whenever somebody approves, what the merchant has set aside is its to spend again. */
function forgetReserved(world: Service['world']): Parameters<typeof meetFirst>[1] {
  return async ({ url = '' }) => {
    const [, id] = /withdrawals\/([^/]*)\/approve$/.exec(url) ?? []
    if (id === undefined) return true
    const forgetting = world.sql.begin(async (tx) => {
      const [found] = await tx<{ merchant_id: string; balance: bigint }[]>`
        select a.merchant_id, a.balance from ledger_accounts a join withdrawals w using (merchant_id, environment)
        where w.id = ${id} and a.kind = 'reserved' and a.balance > 0`
      if (!found) return
      const { merchant_id: merchantId, balance: amount } = found
      const book = {
        merchantId,
        environment: 'live',
        currency: 'TZS',
        cause: `planted ${world.newId()}`,
      } as const
      const row = { type: 'withdrawal_release', direction: 'credit', amount } as const
      await post(tx, world, [{ ...book, ...row, ...releaseToPay(amount) }])
    })
    // Of two who forget the same at once, one finds nothing to forget.
    await Promise.allSettled([forgetting])
    return true
  }
}
