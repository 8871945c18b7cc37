import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { layInParts } from '../scale/lay-in-parts.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { type PageQuery, rowsLookedAt } from './rows-looked-at.ts'

let database: TestDatabase
const small = '01900000-0000-7000-8000-000000000001'
const large = '01900000-0000-7000-8000-000000000002'
const count = 30_000
const everyMinutes = 3

before(async () => {
  database = await createTestDatabase()
  await layInParts(database.sql)
  await fill(0, count)
  await database.sql.unsafe('vacuum (analyze) collections')
})
after(() => database.drop())

/** Of several kinds each, one every few minutes until now; every twentieth is of the smaller merchant. */
async function fill(after: number, until: number): Promise<void> {
  for (let from = after; from < until; from += 10_000) {
    await database.sql`
      insert into collections (id, merchant_id, environment, family, method, status, amount, currency, reference,
        customer_phone, provider, provider_reference, provider_payment_status, created_at, updated_at, completed_at)
      select id, case when n % 20 = 0 then ${small}::uuid else ${large}::uuid end, 'live', 'B', method, status, 100000, 'TZS', 'order-' || n,
        '255712345678', 'simulated', 'MLP' || upper(replace(id::text, '-', '')), 'COMPLETED', at, at, at
      from (select n, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid as id,
          (array['successful', 'successful', 'successful', 'successful', 'successful', 'successful', 'successful', 'failed', 'failed', 'reversed'])[1 + (n / 20 * 7) % 10] as status,
          (array['USSD_PUSH', 'USSD_PUSH', 'USSD_PUSH', 'STK_PUSH', 'DYNAMIC_QR', 'USSD_PUSH', 'PROVIDER_PESA_PUSH'])[1 + (n / 20 * 5) % 7] as method
        from (select n, now() - (${count} - n) * ${everyMinutes} * interval '1 minute' as at
          from generate_series(${from + 1}::bigint, ${Math.min(from + 10_000, until)}::bigint) as n) as timed) as made`
  }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const pages: PageQuery[] = [
  { merchant_id: small, status: 'successful' },
  { merchant_id: small, status: 'successful', page_size: 100 },
  { merchant_id: small, method: 'USSD_PUSH' },
  { merchant_id: small, status: 'successful', from: daysAgo(30) },
  { merchant_id: large, status: 'successful', page_size: 100 },
  { merchant_id: large, status: 'successful', from: daysAgo(14) },
  { merchant_id: large, method: 'USSD_PUSH', from: daysAgo(14) },
  { merchant_id: large, status: 'successful', from: daysAgo(60), to: daysAgo(40) },
  { from: daysAgo(14) },
  { status: 'successful', from: daysAgo(14) },
  { from: daysAgo(60), to: daysAgo(40) },
  {},
]

function tellsFewAreRead(): void {
  for (const query of pages) {
    const told = JSON.stringify(query).replace(small, 'small').replace(large, 'large')
    test(`a page of ${told} reads as many as it shows of each kind`, async () => {
      const looked = await rowsLookedAt(database.sql, query)
      const kinds = (query.status ?? query.method) ? 6 : 36
      const most = 2 * (1 + (query.page_size ?? 25)) * kinds + 400
      assert.ok(looked <= most, `${looked} rows were looked at, and ${most} would do`)
    })
  }
}

describe('where payments are of many kinds, and the server knows them', tellsFewAreRead)

describe('and where a tenth has come since it looked', () => {
  before(() => fill(count, count + count / 10))
  tellsFewAreRead()
})
