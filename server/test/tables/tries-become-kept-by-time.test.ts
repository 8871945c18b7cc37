import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionTries } from '../../src/collections/collections.ts'
import { until } from '../test-clusters.ts'
import { becomesKeptByTime } from './becomes-kept-by-time.ts'

const parted = becomesKeptByTime({
  kept: collectionTries,
  title: 'tries-by-time',
  writes: `insert into collection_tries as t (id, merchant_id, collection_id, number, provider, provider_reference, method, created_at)
    select $2::uuid, $1::uuid, $2::uuid, 1, 'sandbox', $2::uuid::text, 'USSD_PUSH', now()`,
  refused: [
    { change: `update TABLE set provider = 'another'`, told: /append-only/ },
    { change: `update TABLE set customer_phone = '255700000001'`, told: /append-only/ },
    { change: 'delete from TABLE', told: /append-only/ },
  ],
  changed: `set state = 'failed', failure_code = 'other'`,
  wrong: [
    { row: (id) => `${columns} select gen_random_uuid(), '${id}', 6, ${order}`, code: '23514' },
    { row: (id) => `${columns} select gen_random_uuid(), '${id}', 1, ${order}`, code: '23514' },
  ],
})

const columns = '(id, collection_id, number, provider, provider_reference, method, created_at)'
const order = `'sandbox', 'reference', 'USSD_PUSH', now()`

test('the number of a try is given once, on whichever side of a bound its payment was made', async () => {
  const { sql, keys, newId } = parted()
  const begin = (payment: string, number: number, id: string = newId()) =>
    sql.unsafe(`insert into collection_tries ${columns} select '${id}', '${payment}', ${number}, ${order}`)
  const taken = { code: '23505', constraint: 'collection_tries_after_the_first' }
  for (const payment of keys) {
    const second = newId()
    await begin(payment, 2, second)
    await assert.rejects(begin(payment, 2), taken)
    await assert.rejects(begin(payment, 2, second), { code: '23505', constraint: /_pkey/ })
    await begin(payment, 3)
    await assert.rejects(begin(payment, 4, '01900000-0000-7000-8000-000000000001'), { code: '23514' })
    await sql.unsafe(`insert into collection_tries ${columns} select '${second}', '${payment}', 2, ${order}
      on conflict on constraint collection_tries_pkey do update set state = 'cancelled'`)
    const tries = await sql<{ number: number; state: string | null }[]>`
      select number, state from collection_tries where collection_id = ${payment} order by number`
    assert.deepEqual(
      tries.map(({ number, state }) => `${number} ${state}`),
      ['1 failed', '2 cancelled', '3 null'],
    )
  }
})

test('of two who begin the same try at the same moment one waits for the other, and is refused', async () => {
  const { sql, newId } = parted()
  const payment = newId()
  await sql`
    insert into collections (id, merchant_id, environment, family, status, amount, currency, provider, provider_reference, created_at, updated_at)
    values (${payment}, ${newId()}, 'sandbox', 'A', 'created', 1000, 'TZS', 'sandbox', ${payment}, now(), now())`
  const begin = `insert into collection_tries ${columns} select '${newId()}', '${payment}', 2, ${order}`
  const beginAgain = `insert into collection_tries ${columns} select '${newId()}', '${payment}', 2, ${order}`
  let second: Promise<unknown> = Promise.resolve()
  await sql.begin(async (tx) => {
    await tx.unsafe(begin)
    second = assert.rejects(sql.unsafe(beginAgain), { code: '23505' })
    await until(async () => (await sql`select from pg_locks where not granted`).length > 0)
  })
  await second
})
