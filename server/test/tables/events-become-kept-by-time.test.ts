import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPartitions } from '../../src/database/partitions/read-partitions.ts'
import { keptEvents } from '../../src/events/events.ts'
import { becomesKeptByTime } from './becomes-kept-by-time.ts'

const parted = becomesKeptByTime({
  kept: keptEvents,
  title: 'events-by-time',
  writes: `insert into events (id, merchant_id, environment, type, resource_id, sequence, body, created_at)
    select $2::uuid, $1::uuid, 'live', 'collection.success', $2::uuid, 1, '{"type":"collection.success","data":{}}', now()`,
  refused: [
    { change: `update TABLE set type = 'collection.failed'`, told: /append-only|stays/ },
    { change: `update TABLE set body = '{"type":"another","data":{}}'`, told: /append-only|stays/ },
    { change: 'delete from TABLE', told: /append-only/ },
    { change: 'truncate TABLE', told: /append-only/ },
  ],
  wrong: [{ row: (id) => `${columns} ${rowOf(id, 0)}`, code: '23514' }],
})

const columns = '(id, merchant_id, environment, type, resource_id, sequence, body, created_at)'
const rowOf = (resource: string, sequence: number, id = 'gen_random_uuid()', merchant = resource) =>
  `select ${id}, '${merchant}', 'live', 'collection.success', '${resource}', ${sequence}, '{}', now()`

test('a step is announced once in each part, whenever that was made', async () => {
  const { sql, newId } = parted()
  const parts = await readPartitions(sql, 'events')
  assert.ok(parts.length > 3)
  for (const { name, from, to } of parts) {
    const [first, again] = [from ?? '01000000-0000-7000-8000-000000000001', to ?? newId()].map((id, place) =>
      place === 0 ? `'${id.slice(0, 35)}1'` : `'${lower(id)}'`,
    )
    const resource = newId()
    await sql.unsafe(`insert into events ${columns} ${rowOf(resource, 2, first)}`)
    const twice = sql.unsafe(`insert into events ${columns} ${rowOf(resource, 2, again)}`)
    await assert.rejects(twice, { code: '23505', constraint: /resource_id_sequence/ }, name)
  }
})

test("a merchant's events go on from one part to the next, newest or oldest first, and no more is read than is asked for", async () => {
  const { sql, keys } = parted()
  const [merchant = ''] = keys
  // Another id of the same part.
  const beside = (id: string) => `'${id.slice(0, 24)}000000000007'`
  for (const id of keys)
    await sql.unsafe(`insert into events ${columns} ${rowOf(id, 3, beside(id), merchant)}`)
  const theirs = `from events where merchant_id = '${merchant}' and environment = 'live'`
  const listed = async (order: string) =>
    (await sql.unsafe(`select resource_id as id ${theirs} order by id ${order} limit 50`)).map(({ id }) => id)
  assert.deepEqual(await listed('asc'), keys)
  assert.deepEqual(await listed('desc'), keys.toReversed())
  const plan = await sql.begin(async (tx) => {
    await tx.unsafe('set local enable_seqscan = off; set local enable_bitmapscan = off')
    return await tx.unsafe(`explain (analyze, format json) select id ${theirs} order by id desc limit 1`)
  })
  const text = JSON.stringify(plan)
  assert.doesNotMatch(text, /"Node Type":\s*"(Sort|Merge Append|Incremental Sort)"/)
  assert.match(text, /"Actual Loops":\s*0/, 'older parts were not looked into')
})

/** The id before the bound, as far as anybody makes any. */
const lower = (id: string) => {
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16) - 1
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`
}
