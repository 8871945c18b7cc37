import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptCollections } from '../../src/collections/collections.ts'
import { becomesKeptByTime } from './becomes-kept-by-time.ts'

const columns = `(id, merchant_id, environment, family, method, status, amount, currency, provider, provider_reference,
  due_at, created_at, updated_at, metadata, page_token, public_token)`
const payment = `'live', 'A', 'USSD_PUSH', 'processing', 1000, 'TZS', 'sandbox', 'reference', now(), now(), now()`

const parted = becomesKeptByTime({
  kept: keptCollections,
  title: 'payments-by-time',
  writes: `insert into collections ${columns}
    select $2::uuid, $1::uuid, ${payment}, jsonb_build_object('order', $2::uuid), 'page ' || $2::uuid, 'public ' || $2::uuid`,
  refused: [],
  changed: `set status = 'successful', due_at = null, completed_at = now(), updated_at = now()`,
  wrong: [
    {
      row: () =>
        `${columns} select gen_random_uuid(), gen_random_uuid(), ${payment.replace('1000', '0')}, null, null, null`,
      code: '23514',
    },
    {
      row: (id) =>
        `${columns} select '${after(id)}', gen_random_uuid(), ${payment}, null, 'page ${id}', null`,
      code: '23505',
    },
    {
      row: (id) =>
        `${columns} select '${after(id)}', gen_random_uuid(), ${payment}, null, null, 'public ${id}'`,
      code: '23505',
    },
  ],
})

/** An id of the same part. */
const after = (id: string) => `${id.slice(0, 24)}ffffffffffff`

test('whatever part a payment is in, it is found by what its metadata says, and not by what it said before', async () => {
  const { sql, keys } = parted()
  const found = async (id: string, order: string) =>
    (
      await sql`
        select from collections c join metadata_words w using (id) where c.id = ${id}
          and w.word = metadata_word(c.merchant_id, c.environment, 'collections', 'order', ${order})`
    ).length
  const words = async (id: string) => (await sql`select from metadata_words where id = ${id}`).length
  for (const id of keys) {
    assert.equal(await found(id, id), 1)
    await sql`update collections set metadata = '{"order":"another","more":"1"}' where id = ${id}`
    assert.deepEqual([await found(id, id), await found(id, 'another'), await words(id)], [0, 1, 2])
    await sql`delete from collections where id = ${id}`
    assert.equal(await words(id), 0)
  }
})
