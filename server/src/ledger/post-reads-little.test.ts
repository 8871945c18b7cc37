import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { byIndex } from '../database/database.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { moneyIn, type Posting, post } from './ledger.ts'

let database: TestDatabase
let world: World
before(async () => {
  // One connection, so that every posting goes by the plans of the first ones.
  database = await createTestDatabase({ poolSize: 1 })
  const vault = vaultFrom('a secret for tests that is long enough to be one')
  const newId = idsFrom(systemClock)
  world = { sql: database.sql, clock: systemClock, newId, vault, baseUrl: 'http://localhost' }
})
after(() => database.drop())

async function newMerchant(): Promise<string> {
  const [id, now] = [world.newId(), world.clock.now()]
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${id}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${now}, ${now})`
  return id
}

function posting(merchantId: string): Posting {
  return {
    ...{ cause: `test:${world.newId()}`, type: 'collection', direction: 'credit', amount: 100n },
    ...{ merchantId, environment: 'live', currency: 'TZS' },
    ...moneyIn('simulated', 100n),
  }
}

/** Posts, and tells how many rows of the books were read for it, in all parts. */
async function readFor(merchantId: string, many: number): Promise<number> {
  const postings = Array.from({ length: many }, () => posting(merchantId))
  return await readBy(postings, ['ledger_transactions', 'ledger_entries'])
}

async function readBy(postings: Posting[], tables: string[]): Promise<number> {
  return await world.sql.begin(byIndex, async (tx) => {
    const read = async () => {
      const [row] = await tx<{ read: bigint }[]>`
        select sum(seq_tup_read + idx_tup_fetch)::bigint as read from pg_stat_xact_user_tables
        where regexp_replace(relname, '_(open|to_\\d+)$', '') = any(${tables}::text[])`
      return Number(row?.read ?? 0)
    }
    const before = await read()
    await post(tx, world, postings)
    return (await read()) - before
  })
}

test('a posting reads as much of a book that is full as of one that is new', async () => {
  const merchantId = await newMerchant()
  // As often as it takes until plans are kept.
  for (let time = 1; time <= 10; time += 1) await readFor(merchantId, 1)
  const whenNew = await readFor(merchantId, 10)
  for (let time = 1; time <= 4; time += 1) await readFor(merchantId, 500)
  assert.ok(whenNew > 0, 'nothing was read')
  assert.ok((await readFor(merchantId, 10)) <= whenNew)
})

test('a posting reads the accounts of its own book, however many books there are', async () => {
  const merchantId = await newMerchant()
  for (let time = 1; time <= 10; time += 1) await readFor(merchantId, 1)
  const whenFew = await readBy([posting(merchantId)], ['ledger_accounts'])
  const others = await Promise.all(Array.from({ length: 300 }, newMerchant))
  await readBy(others.map(posting), [])
  assert.ok(whenFew > 0, 'nothing was read')
  const whenMany = await readBy([posting(merchantId)], ['ledger_accounts'])
  assert.ok(whenMany <= whenFew, `${whenMany} rows were read, and ${whenFew} before`)
})
