import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runChecks } from '../../src/books/books.ts'
import { keepForEver } from '../../src/database/database.ts'
import { readPartitions } from '../../src/database/partitions/read-partitions.ts'
import { timeOf } from '../../src/database/partitions/timed-table.ts'
import { keptBook } from '../../src/ledger/ledger.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import { olderDatabase } from './older-database.ts'

const at = new Date('2026-11-15T12:00:00Z')
const newId = idsFrom({ now: () => at })
const shops = 20

let database: Awaited<ReturnType<typeof olderDatabase>>
before(async () => {
  database = await olderDatabase('rows-that-add-up')
  for (let shop = 0; shop < shops; shop += 1) await paidOut()
})
after(() => database.drop())

/** A merchant who has paid out when that still was booked on the account to which money comes in. */
async function paidOut(): Promise<void> {
  const [merchant, payout, available, clearing, deposits, came, went] = Array.from({ length: 7 }, newId)
  await database.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${merchant ?? ''}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${at}, ${at})`
  await database.sql.unsafe(`
    insert into withdrawals (id, merchant_id, environment, method, status, amount, currency, destination_code, destination_name,
      destination_identifier, pricing_rule_id, percentage_fee, flat_fee, processor_charge, processor_fee_pass_through, total_charges,
      total_reserved, provider, provider_reference, sent_at, moves, created_at, updated_at, completed_at)
    values ('${payout}', '${merchant}', 'live', 'MOBILE_MONEY', 'SUCCESS', 1000, 'TZS', 'MPESA', 'Asha', '255712345678',
      '00000000-0000-7000-8000-000000000001', 0, 0, 0, false, 0, 1000, 'selcom', 'MLW', now(), 3, now(), now(), now());
    with rows as (
      insert into ledger_transactions (id, merchant_id, environment, currency, seq, type, direction, amount, balance_after, cause,
        withdrawal_id, created_at)
      values ('${came}', '${merchant}', 'live', 'TZS', 1, 'deposit', 'credit', 5000, 5000, 'd ${came}', null, now()),
        ('${went}', '${merchant}', 'live', 'TZS', 2, 'withdrawal', 'debit', 1000, 4000, 'w ${went}', '${payout}', now())
    ), accounts as (
      insert into ledger_accounts (id, merchant_id, environment, currency, kind, provider, balance, entries, transactions)
      values ('${available}', '${merchant}', 'live', 'TZS', 'available', '', 4000, 2, 2),
        ('${clearing}', '${merchant}', 'live', 'TZS', 'clearing', 'selcom', 1000, 1, 0),
        ('${deposits}', '${merchant}', 'live', 'TZS', 'deposits', '', -5000, 1, 0)
    )
    insert into ledger_entries (transaction_id, leg, account_id, amount, seq, balance_after)
    values ('${came}', 1, '${deposits}', -5000, 1, -5000), ('${came}', 2, '${available}', 5000, 1, 5000),
      ('${went}', 1, '${available}', -1000, 2, 4000), ('${went}', 2, '${clearing}', 1000, 1, 1000)`)
}

test('what was split from money that comes in has ids of its moment, with its legs, and the book gets its parts', async () => {
  const { sql } = database
  await database.migrate()
  const splits = await sql<{ id: string; created_at: Date; legs: number }[]>`
    select id, created_at, (select count(*)::int from ledger_entries where transaction_id = t.id) as legs
    from ledger_transactions t where type = 'clearing_split'`
  assert.equal(splits.length, shops)
  for (const { id, created_at: bookedAt, legs } of splits) {
    assert.match(id, /^.{8}-.{4}-7.{3}-[89ab]/)
    assert.ok(Math.abs(timeOf({ table: 'ledger_transactions', key: 'id' }, id) - bookedAt.getTime()) < 2, id)
    assert.equal(legs, 2)
  }
  for (const kept of keptBook) {
    assert.equal(await keepForEver({ sql, clock: { now: () => new Date() } }, kept), true)
    const [first] = await readPartitions(sql, kept.table)
    const ends = timeOf(kept, first?.to ?? assert.fail('the first part has no end'))
    assert.ok(ends < Date.now() + 3 * 365 * 24 * 3_600_000, String(ends))
  }
  const chain = 'running balances form an unbroken chain'
  const findings = await sql.begin((tx) => runChecks(tx, vaultFrom('a secret for tests that is long enough')))
  for (const check of [chain, 'every ledger transaction has two legs or more and sums to zero'])
    assert.equal(findings.find((one) => one.check === check)?.holds, true, check)
  await assert.rejects(sql`update ledger_entries set leg = 9`, /permission denied/)
  await assert.rejects(sql`update ledger_transactions set amount = 9`, /permission denied/)
})
