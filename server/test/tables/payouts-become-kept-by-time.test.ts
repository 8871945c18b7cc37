import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lowestIdAt } from '../../src/primitives/id.ts'
import { keptWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { until } from '../test-clusters.ts'
import { createTestDatabase } from '../test-database.ts'
import { becomesKeptByTime } from './becomes-kept-by-time.ts'

const columns = `(id, merchant_id, environment, method, status, amount, currency, destination_code, destination_name,
  destination_identifier, pricing_rule_id, percentage_fee, flat_fee, processor_charge, processor_fee_pass_through, total_charges,
  total_reserved, provider, provider_reference, created_at, updated_at, metadata, batch_id, batch_row, retry_of, again_of,
  kind, collection_id, origin, way, paid_as, reason)`
const payout = (amount = 1000) =>
  `'live', 'MOBILE_MONEY', 'PENDING_ADMIN_APPROVAL', ${amount}, 'TZS', 'mpesa', 'Asha', '255741000001', gen_random_uuid(),
    0, 0, 0, false, 0, ${amount}, 'sandbox', 'reference', now(), now()`

/** What a payout may claim, by the key that refuses a second one: a row of a batch, what it repeats, what it tries again, and whose money it returns. */
const claims = {
  withdrawals_of_batch: (id: string) => `${id}::uuid, 1, null::uuid, null::uuid, ${ofNobody}`,
  withdrawals_retried_once: (id: string) => `null::uuid, null::integer, ${id}::uuid, null::uuid, ${ofNobody}`,
  refunds_are_tried_again_once: (id: string) =>
    `null::uuid, null::integer, null::uuid, ${id}::uuid, 'refund', ${id}::uuid, 'declined', 'pay_out', 'another', null`,
  payments_are_owed_to_payers_once: (id: string) =>
    `null::uuid, null::integer, null::uuid, null::uuid, 'refund', ${id}::uuid, 'declined', 'pay_out', ${id}::text, null`,
}
const ofNobody = `'withdrawal', null::uuid, null, null, null, null`

/** Says to write payouts with these ids, in one statement, each of which claims the same. */
const claiming = (claim: string, ...ids: string[]) =>
  `insert into withdrawals ${columns} ${ids.map((id) => `select '${id}'::uuid, gen_random_uuid(), ${payout()}, null::jsonb, ${claim}`).join(' union all ')}`

/** Another id in the part of this one. */
const beside = (id: string, end: string) => `${id.slice(0, 24)}${end.padStart(12, '0')}`

const parted = becomesKeptByTime({
  kept: keptWithdrawals,
  title: 'payouts-by-time',
  writes: `insert into withdrawals ${columns}
    select $2::uuid, $1::uuid, ${payout()}, jsonb_build_object('order', $2::uuid), ${claims.withdrawals_of_batch('$2')}`,
  refused: [
    { change: `update TABLE set provider = 'another'`, told: /append-only/ },
    { change: `update TABLE set batch_row = batch_row + 1`, told: /append-only/ },
    { change: 'update TABLE set retry_of = id', told: /append-only/ },
    {
      change: `update TABLE set moves = moves + 1, kind = 'refund', collection_id = id, origin = 'requested', way = 'native', paid_as = 'x', reason = 'other'`,
      told: /can only be moved by a version that knows refunds/,
    },
  ],
  changed: `set status = 'REJECTED', completed_at = now()`,
  wrong: [
    {
      row: (id) =>
        `${columns} select gen_random_uuid(), '${id}', ${payout(0)}, null, ${claims.withdrawals_retried_once(`'${id}'`)}`,
      code: '23514',
    },
    {
      row: (id) =>
        `${columns} select '${id.slice(0, 24)}ffffffffffff', '${id}', ${payout()}, null, ${claims.withdrawals_of_batch(`'${id}'`)}`,
      code: '23505',
    },
  ],
})

for (const [key, claim] of Object.entries(claims)) {
  test(`on whichever side of a bound, a payout claims what no other does: ${key}`, async () => {
    const { sql, keys, newId } = parted()
    const taken = { code: '23505', constraint: key }
    const claimed = claim(`'${newId()}'`)
    const [first = '', ...later] = keys.map((id) => beside(id, key.length.toString(16)))
    await sql.unsafe(claiming(claimed, first))
    for (const id of later) await assert.rejects(sql.unsafe(claiming(claimed, id)), taken)
    const [, second = '', third = ''] = later
    await assert.rejects(sql.unsafe(claiming(claim(`'${newId()}'`), second, third)), taken)
  })
}

test('of two who owe the same back for different payments at the same moment one waits for the other, and is refused', async () => {
  const { sql, keys, newId } = parted()
  const [first = '', , , last = ''] = keys
  const paidAs = newId()
  const claimed = () =>
    `null::uuid, null::integer, null::uuid, null::uuid, 'refund', '${newId()}'::uuid, 'declined', 'pay_out', '${paidAs}', null`
  let second: Promise<unknown> = Promise.resolve()
  await sql.begin(async (tx) => {
    await tx.unsafe(claiming(claimed(), beside(first, 'f1')))
    const taken = { code: '23505', constraint: 'payments_are_owed_to_payers_once' }
    second = assert.rejects(sql.unsafe(claiming(claimed(), beside(last, 'f2'))), taken)
    await until(async () => (await sql`select from pg_locks where not granted`).length > 0)
  })
  await second
  await assert.rejects(
    sql.unsafe(claiming(claimed(), beside(last, 'f3')).replace('into withdrawals', 'into withdrawals_open')),
    /permission denied/,
  )
})

test('of hundreds of rows of one batch that come at once, on a young table, none is looked for among all others', async () => {
  const young = await createTestDatabase()
  const rows = 500
  const claimed = claims.withdrawals_of_batch(`'${lowestIdAt(Date.now())}'`).replace(', 1,', ', n,')
  const id = `('${lowestIdAt(Date.now()).slice(0, 24)}' || lpad(n::text, 12, '0'))::uuid`
  const read = await young.sql.begin(async (tx) => {
    const { count } = await tx.unsafe(`insert into withdrawals ${columns}
      select ${id}, gen_random_uuid(), ${payout()}, null::jsonb, ${claimed} from generate_series(1, ${rows}) n`)
    assert.equal(count, rows)
    const [row] = await tx<{ read: bigint }[]>`
      select sum(seq_tup_read + idx_tup_fetch)::bigint as read from pg_stat_xact_user_tables where relname like 'withdrawals%'`
    return Number(row?.read)
  })
  await young.drop()
  assert.ok(read < 10 * rows, `${read} rows were read`)
})

test('what was rejected may be tried again, once more', async () => {
  const { sql, keys, newId } = parted()
  const [first = '', , , last = ''] = keys
  const claimed = claims.withdrawals_retried_once(`'${newId()}'`)
  await sql.unsafe(claiming(claimed, beside(first, 'aa')))
  await sql`update withdrawals set status = 'REJECTED', completed_at = now() where id = ${beside(first, 'aa')}`
  await sql.unsafe(claiming(claimed, beside(last, 'bb')))
  await assert.rejects(sql.unsafe(claiming(claimed, beside(first, 'cc'))), { code: '23505' })
  const livesAgain = sql`update withdrawals set status = 'PENDING_ADMIN_APPROVAL', completed_at = null where id = ${beside(first, 'aa')}`
  await assert.rejects(livesAgain, /append-only/)
})

test('nobody claims by what was there when their transaction began', async () => {
  const { sql, keys, newId } = parted()
  for (const [place, claim] of Object.values(claims).entries()) {
    const row = claiming(claim(`'${newId()}'`), beside(keys[0] ?? '', `b${place}`))
    const claimed = sql.begin('isolation level repeatable read', (tx) => tx.unsafe(row))
    await assert.rejects(claimed, { code: '0A000' })
    await sql.unsafe(row)
  }
})

test('whoever claims two things waits for whoever has claimed either', async () => {
  const { sql, keys, newId } = parted()
  const [first = '', , , last = ''] = keys
  const refund = beside(first, 'a0')
  await sql.unsafe(claiming(claims.withdrawals_of_batch(`'${newId()}'`), refund))
  const both = (retryOf: string) =>
    `null::uuid, null::integer, '${retryOf}'::uuid, '${refund}'::uuid, 'refund', '${newId()}'::uuid, 'declined', 'pay_out', '${newId()}', null`
  let second: Promise<unknown> = Promise.resolve()
  await sql.begin(async (tx) => {
    await tx.unsafe(claiming(both(newId()), beside(first, 'a1')))
    const taken = { code: '23505', constraint: 'refunds_are_tried_again_once' }
    second = assert.rejects(sql.unsafe(claiming(both(newId()), beside(last, 'a2'))), taken)
    await until(async () => (await sql`select from pg_locks where not granted`).length > 0)
  })
  await second
})

test('of two who claim the same at the same moment in different parts one waits for the other, and is refused', async () => {
  const { sql, keys } = parted()
  const [first = '', failed = '', , last = ''] = keys
  for (const [place, key] of (
    ['withdrawals_retried_once', 'refunds_are_tried_again_once'] as const
  ).entries()) {
    const claimed = claims[key](`'${failed}'`)
    let second: Promise<unknown> = Promise.resolve()
    await sql.begin(async (tx) => {
      await tx.unsafe(claiming(claimed, beside(first, `d${place}`)))
      const taken = { code: '23505', constraint: key }
      second = assert.rejects(sql.unsafe(claiming(claimed, beside(last, `e${place}`))), taken)
      await until(async () => (await sql`select from pg_locks where not granted`).length > 0)
    })
    await second
  }
})
