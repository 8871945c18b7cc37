import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listCollections } from '../../src/collections/collections.ts'
import { layInParts } from '../scale/lay-in-parts.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { rowsLookedAt } from './rows-looked-at.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

const most = '01900000-0000-7000-8000-000000000001'
const others = '01900000-0000-7000-8000-000000000002'

/** As many as a page has, what is asked for beside it, and some more. */
const few = 200

test('whoever has most of all payments and none of the newest reads a page of their own, not past those of others', async () => {
  const { sql } = database
  // In pieces that are written in time on a busy machine too.
  for (const after of [0, 10_000, 20_000, 30_000]) await fill(most, 10_000, after)
  await fill(others, 10_000, 40_000)
  // A shop is not filled in a second: what was written has been vacuumed by then.
  await sql.unsafe('vacuum (analyze) collections')
  const looked = await rowsLookedAt(sql, { merchant_id: most })
  assert.ok(looked <= few, `${looked} rows were looked at`)
  const { next_cursor } = await listCollections(
    sql,
    'live',
    { merchant_id: most, page_size: 100 },
    ({ id }) => id,
  )
  const further = await rowsLookedAt(sql, { merchant_id: most, cursor: next_cursor ?? '' })
  assert.ok(further <= few, `${further} rows were looked at from a cursor on`)
})

test('nor does a kind that most payments are of have them all read, among parts that nobody has written to', async () => {
  const { sql } = database
  await layInParts(sql)
  await sql.unsafe('vacuum (analyze) collections')
  for (const query of [{ merchant_id: most }, {}]) {
    for (const kind of [{ status: 'successful' }, { method: 'USSD_PUSH' }]) {
      const looked = await rowsLookedAt(sql, { ...query, ...kind })
      assert.ok(looked <= few, `${looked} rows were looked at of ${JSON.stringify({ ...query, ...kind })}`)
    }
  }
})

/** One a second, `after` so many. */
async function fill(merchantId: string, count: number, after: number): Promise<void> {
  await database.sql`
    insert into collections (id, merchant_id, environment, family, method, status, amount, currency, reference,
      customer_phone, provider, provider_reference, provider_payment_status, created_at, updated_at, completed_at)
    select id, ${merchantId}, 'live', 'B', 'USSD_PUSH', 'successful', 100000, 'TZS', 'order-' || n, '255712345678', 'simulated',
      'MLP' || upper(replace(id::text, '-', '')), 'COMPLETED', at, at, at
    from (
      select n, to_timestamp(1760000000 + n) as at,
        (lpad(to_hex(1760000000000 + n * 1000), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid as id
      from generate_series(${after + 1}::bigint, ${after + count}::bigint) as n
    ) as made`
}
