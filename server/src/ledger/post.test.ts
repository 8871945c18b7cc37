import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { Database, Transaction } from '../database/database.ts'
import { readNumberedPage } from '../http/http.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { ceiling } from './account.ts'
import {
  floatIn,
  hold,
  moneyBack,
  moneyIn,
  operatorsBook,
  type Posting,
  post,
  readBalance,
  transactionList,
} from './ledger.ts'

let database: TestDatabase
let world: World

before(async () => {
  database = await createTestDatabase({ poolSize: 20 })
  const vault = vaultFrom('a secret for tests that is long enough to be one')
  world = {
    sql: database.sql,
    clock: systemClock,
    newId: idsFrom(systemClock),
    vault,
    baseUrl: 'http://localhost',
  }
})
after(() => database.drop())

async function newMerchants(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => world.newId())
  const now = world.clock.now()
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    select id, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${now}, ${now} from unnest(${ids}::uuid[]) as id`
  return ids
}

function posting(merchantId: string, changes: Partial<Posting> = {}): Posting {
  const amount = changes.amount ?? 100n
  return {
    cause: `test:${world.newId()}`,
    type: 'collection',
    direction: 'credit',
    amount,
    merchantId,
    environment: 'live',
    currency: 'TZS',
    ...(changes.legs ? { legs: changes.legs } : moneyIn('simulated', amount)),
    ...changes,
  }
}

const commit = (...postings: Posting[]) => world.sql.begin((tx) => post(tx, world, postings))
const balance = (merchantId: string) =>
  readBalance(world.sql, { merchantId, environment: 'live', currency: 'TZS' })

async function newMerchant(): Promise<string> {
  const [id] = await newMerchants(1)
  assert.ok(id)
  return id
}

function violation(constraint: string): (error: Error & { constraint?: string }) => boolean {
  return (error) => {
    assert.equal(error.constraint, constraint, error.message)
    return true
  }
}

/** The whole of a small generator: the same seed tells the same story. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomPosting(random: (below: number) => number, merchants: string[]): Posting {
  const amount = BigInt(1 + random(1_000))
  const merchantId = merchants[random(merchants.length)] ?? ''
  const provider = ['simulated', 'other'][random(2)] ?? ''
  const kinds = [
    { type: 'collection', direction: 'credit', ...moneyIn(provider, amount) },
    { type: 'collection_reversal', direction: 'debit', ...moneyBack(provider, amount) },
    { type: 'clearance_hold', direction: 'credit', ...hold(provider, amount) },
  ] as const
  const environment = random(4) === 0 ? 'sandbox' : 'live'
  return posting(merchantId, { amount, environment, ...kinds[random(kinds.length)] })
}

async function assertSoundBooks(): Promise<void> {
  const wrong = await world.sql`
    select 'balance' as wrong, a.id from ledger_accounts a
      left join (select account_id, sum(amount) as total, count(*) as entries from ledger_entries group by 1) e
        on e.account_id = a.id
      where a.balance <> coalesce(e.total, 0) or a.entries <> coalesce(e.entries, 0)
    union all
    select 'chain', account_id from (select *, row_number() over chain as place,
        coalesce(lag(balance_after) over chain, 0) as before
        from ledger_entries window chain as (partition by account_id order by seq)) e
      where seq <> place or balance_after <> before + amount
    union all
    select 'told', id from (select t.*, sum(case direction when 'credit' then amount else -amount end)
          over (partition by merchant_id, environment, currency order by seq) as right_one
        from ledger_transactions t where seq is not null) t where balance_after <> right_one
    union all
    select 'negative', id from ledger_accounts
      where kind in ('available', 'held', 'reserved') and balance < 0 or kind = 'receivable' and balance > 0
    union all
    select 'count', a.id from ledger_accounts a where kind = 'available' and transactions <> (
      select count(*) from ledger_transactions t where t.merchant_id = a.merchant_id
        and t.environment = a.environment and t.currency = a.currency and t.seq is not null)`
  assert.deepEqual([...wrong], [])
}

test('postings run in order, each on what the one before left', async () => {
  const id = await newMerchant()
  const back = { type: 'collection_reversal', direction: 'debit' } as const
  await commit(
    posting(id, { amount: 100n }),
    posting(id, { ...back, amount: 150n, ...moneyBack('simulated', 150n) }),
    posting(id, { amount: 70n }),
  )
  const list = transactionList(world.sql, { merchantId: id, environment: 'live' }, {})
  const { items, total } = await readNumberedPage(world.sql, {}, list)
  assert.deepEqual(
    items.map((item) => item.balance_after),
    ['0.20', '0.70', '0.00', '1.50', '1.00'],
  )
  assert.equal(total, 5)
  const { available, receivable } = await balance(id)
  assert.deepEqual({ available, receivable }, { available: '0.20', receivable: '0.00' })
})

test('taking more than is there is refused, and nothing of the batch is written', async () => {
  const id = await newMerchant()
  await commit(posting(id, { amount: 100n }))
  const legs = [
    { account: 'available' as const, amount: -101n },
    { account: 'reserved' as const, amount: 101n },
  ]
  const reservation = posting(id, {
    type: 'withdrawal_reservation',
    direction: 'debit',
    amount: 101n,
    environment: 'sandbox',
    legs,
  })
  await assert.rejects(commit(posting(id, { environment: 'sandbox' }), reservation), {
    code: 'insufficient_balance',
    details: { available: '1.00', required: '1.01', currency: 'TZS' },
  })
  const [written] = await world.sql`
    select count(*)::int as rows from ledger_transactions where merchant_id = ${id}`
  assert.equal(written?.rows, 1)
})

test('a repeated cause aborts, in one batch and in two', async () => {
  const id = await newMerchant()
  const first = posting(id)
  await commit(first)
  await assert.rejects(commit(posting(id), first), violation('ledger_transactions_cause_idx'))
  const twin = posting(id)
  await assert.rejects(commit(twin, twin), violation('ledger_transactions_cause_idx'))
  assert.equal((await balance(id)).available, '1.00')
})

test('twenty who post the same cause at once move the money once', async () => {
  const id = await newMerchant()
  const one = posting(id)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => commit(one)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await balance(id)).available, '1.00')
})

test('legs that do not balance, or stand alone, or are not there, are refused by the database', async () => {
  const id = await newMerchant()
  const two = (a: bigint, b: bigint) => [
    { account: 'deposits' as const, amount: a },
    { account: 'available' as const, amount: b },
  ]
  const unbalanced = violation('ledger_transactions_balance')
  await assert.rejects(commit(posting(id, { legs: two(-99n, 100n) })), unbalanced)
  await assert.rejects(commit(posting(id), posting(id, { legs: two(-100n, 99n) })), unbalanced)
  const alone = [{ account: 'fees' as const, amount: 1n }]
  await assert.rejects(commit(posting(id, { legs: alone })), unbalanced)
  await assert.rejects(commit(posting(id, { legs: [] })), violation('ledger_transactions_have_entries'))
  assert.equal((await balance(id)).available, '0.00')
})

test('nothing is added to a transaction, and none refers to nothing', async () => {
  const id = await newMerchant()
  await commit(posting(id))
  const [entry] = await world.sql<{ transaction_id: string; account_id: string }[]>`
    select e.transaction_id, e.account_id from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id where t.merchant_id = ${id} limit 1`
  assert.ok(entry)
  const add = (transactionId: string, accountId: string) => world.sql`
    insert into ledger_entries (transaction_id, leg, account_id, amount, seq, balance_after)
    values (${transactionId}, 3, ${accountId}, 5, 100, 0), (${transactionId}, 4, ${accountId}, -5, 101, 0)`
  const refused = violation('ledger_transactions_balance')
  await assert.rejects(add(entry.transaction_id, entry.account_id), refused)
  const nowhere = world.newId()
  await assert.rejects(
    world.sql`
      insert into ledger_entries (transaction_id, leg, account_id, amount, seq, balance_after)
      values (${nowhere}, 1, ${nowhere}, 5, 1, 5), (${nowhere}, 2, ${nowhere}, -5, 2, 0)`,
    refused,
  )
})

test('no transaction moves money of another book', async () => {
  const [id, other] = await newMerchants(2)
  assert.ok(id && other)
  await commit(posting(id), posting(other))
  await assert.rejects(
    world.sql`
      with theirs as (
        insert into ledger_transactions (id, merchant_id, environment, currency, seq, type, direction, amount,
          balance_after, cause, created_at)
        values (${world.newId()}, ${id}, 'live', 'TZS', 2, 'deposit', 'credit', 5, 105, 'theft', ${world.clock.now()})
        returning id)
      insert into ledger_entries (transaction_id, leg, account_id, amount, seq, balance_after)
      select theirs.id, row_number() over (order by a.merchant_id), a.id,
        case a.merchant_id when ${id} then 5 else -5 end, 2, case a.merchant_id when ${id} then 105 else 95 end
      from theirs, ledger_accounts a where a.merchant_id in (${id}, ${other}) and a.kind = 'available'`,
    violation('ledger_transactions_balance'),
  )
})

test('what is written stays as it is', async () => {
  await commit(posting(await newMerchant()))
  for (const table of ['ledger_transactions', 'ledger_entries']) {
    await assert.rejects(world.sql.unsafe(`update ${table} set amount = 1`))
    await assert.rejects(world.sql.unsafe(`delete from ${table}`))
    await assert.rejects(world.sql.unsafe(`truncate ${table}`))
  }
})

test('random batches side by side, on books old and new, leave sound books and never wait for ever', async () => {
  const seed = 20_261_115
  for (let round = 0; round < 5; round++) {
    const merchants = await newMerchants(10)
    const random = randomFrom(seed + round)
    await commit(...merchants.slice(5).map((id) => posting(id)))
    // Every batch is made beforehand, so that the story does not depend on who is first.
    const batches = Array.from({ length: 20 }, () =>
      Array.from({ length: 1 + random(40) }, () => randomPosting(random, merchants)),
    )
    const sent = batches.reduce((total, { length }) => total + length, 0)
    const results = await Promise.allSettled(batches.map((batch) => commit(...batch)))
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.deepEqual(failures, [], `seed ${seed}, round ${round}`)
    const [written] = await world.sql`
      select count(*)::int as rows from ledger_transactions
      where merchant_id = any(${merchants}::uuid[]) and type not in ('debt', 'debt_repayment')`
    assert.equal(written?.rows, sent + 5)
  }
  await assertSoundBooks()
})

test("nobody has a book but merchants and the operator, and the operator's funds are in no other", async () => {
  await assert.rejects(commit(posting(world.newId())), violation('ledger_accounts_merchant_id_fkey'))
  const { merchantId } = operatorsBook('live', 'TZS')
  const topUp = { type: 'float_top_up', ...floatIn('simulated', 100n) } as const
  await commit(posting(merchantId, topUp))
  await assert.rejects(
    commit(posting(await newMerchant(), topUp)),
    violation('operator_funds_are_the_operators'),
  )
})

test('no balance grows beyond the ceiling whoever writes it, and one that was there before comes down', async () => {
  const id = await newMerchant()
  await commit(posting(id))
  const set = (kind: string, balance: bigint, sql: Database | Transaction = world.sql) =>
    sql`update ledger_accounts set balance = ${balance} where merchant_id = ${id} and kind = ${kind}`
  const refused = violation('balances_have_a_ceiling')
  await assert.rejects(set('available', ceiling), refused)
  await assert.rejects(set('clearing', -ceiling), refused)
  await world.sql.begin(async (tx) => {
    await tx`alter table ledger_accounts disable trigger balances_stay_below_a_ceiling`
    await set('available', ceiling + 10n, tx)
    await tx`alter table ledger_accounts enable trigger balances_stay_below_a_ceiling`
  })
  await set('available', ceiling + 5n)
  await assert.rejects(set('available', ceiling + 6n), refused)
  await set('available', 100n)
})
