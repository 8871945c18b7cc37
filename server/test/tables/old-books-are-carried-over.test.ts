import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runChecks } from '../../src/books/books.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import { testSecret } from '../service.ts'
import { olderDatabase } from './older-database.ts'

let database: Awaited<ReturnType<typeof olderDatabase>>
before(async () => {
  database = await olderDatabase('rows-that-add-up')
})
after(() => database.drop())

const at = new Date('2026-11-15T12:00:00Z')
const newId = idsFrom({ now: () => at })
const merchantId = newId()

type Account = { id: string; kind: string; provider: string; balance: bigint; entries: number }
const accounts = new Map<string, Account>()
let transactions = 0

function accountOf(kind: string): Account {
  const provider = kind === 'clearing' ? 'selcom' : ''
  const account = accounts.get(kind) ?? { id: newId(), kind, provider, balance: 0n, entries: 0 }
  accounts.set(kind, account)
  return account
}

/** A transaction as it was written before rows added up. */
async function book(type: string, direction: string, amount: bigint, legs: [string, bigint][], of?: string) {
  const id = newId()
  const entries = legs.map(([kind, change], place) => {
    const account = accountOf(kind)
    account.balance += change
    account.entries += 1
    return `('${id}', ${place + 1}, '${account.id}', ${change}, ${account.entries}, ${account.balance})`
  })
  transactions += 1
  const cause =
    of === undefined ? type : `withdrawal ${of} ${type === 'withdrawal_reservation' ? 2 : 3} ${type}`
  await database.sql.unsafe(`
    with told as (
      insert into ledger_transactions (id, merchant_id, environment, currency, seq, type, direction, amount, balance_after,
        cause, withdrawal_id, description, created_at)
      values ('${id}', '${merchantId}', 'live', 'TZS', ${transactions}, '${type}', '${direction}', ${amount},
        ${accountOf('available').balance}, '${cause}', ${of ? `'${of}'` : 'null'}, 'MOBILE_MONEY to Asha Mrema', now())
    ), accounts as (
      insert into ledger_accounts (id, merchant_id, environment, currency, kind, provider, balance, entries, transactions)
      values ${Array.from(accounts.values(), ({ id, kind, provider, balance, entries }) => `('${id}', '${merchantId}', 'live', 'TZS', '${kind}', '${provider}', ${balance}, ${entries}, ${kind === 'available' ? transactions : 0})`)}
      on conflict (id) do update
      set balance = excluded.balance, entries = excluded.entries, transactions = excluded.transactions
    )
    insert into ledger_entries (transaction_id, leg, account_id, amount, seq, balance_after) values ${entries}`)
}

/** A payout of 1,000 as it was booked then: the charge only where there was a fee. */
async function payOut(charged: bigint, kept: bigint): Promise<void> {
  const id = newId()
  const total = 1_000n + charged
  await database.sql.unsafe(`
    insert into withdrawals (id, merchant_id, environment, method, status, amount, currency, destination_code,
      destination_name, destination_identifier, pricing_rule_id, percentage_fee, flat_fee, processor_charge,
      processor_fee_pass_through, total_charges, total_reserved, provider, provider_reference, sent_at, moves, created_at,
      updated_at, completed_at)
    values ('${id}', '${merchantId}', 'live', 'MOBILE_MONEY', 'SUCCESS', 1000, 'TZS', 'MPESA', 'Asha Mrema', '255712345678',
      '00000000-0000-7000-8000-000000000001', ${charged}, 0, ${kept}, false, ${charged}, ${total}, 'selcom', 'MLW',
      now(), 3, now(), now(), now());
    insert into withdrawal_history (withdrawal_id, seq, from_status, to_status, source, at)
    values ('${id}', 1, null, 'PENDING_ADMIN_APPROVAL', 'caller', now()),
      ('${id}', 2, 'PENDING_ADMIN_APPROVAL', 'PROCESSING', 'super_admin', now()),
      ('${id}', 3, 'PROCESSING', 'SUCCESS', 'reply', now())`)
  await book(
    'withdrawal_reservation',
    'debit',
    total,
    [
      ['available', -total],
      ['reserved', total],
    ],
    id,
  )
  await book(
    'withdrawal',
    'debit',
    1_000n,
    [
      ['reserved', -1_000n],
      ['clearing', 1_000n],
    ],
    id,
  )
  if (charged === 0n) return
  await book(
    'withdrawal_fee',
    'debit',
    charged,
    [
      ['reserved', -charged],
      ['clearing', kept],
      ['fees', charged - kept],
    ],
    id,
  )
}

test('what was paid out moves to its own account with the charges that were missing, and names leave the ledger', async () => {
  const { sql } = database
  await sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${merchantId}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${at}, ${at})`
  await book('deposit', 'credit', 50_000n, [
    ['deposits', -50_000n],
    ['available', 50_000n],
  ])
  await payOut(30n, 12n)
  await payOut(0n, 7n)
  await database.migrate()

  const balances = await sql<{ kind: string; balance: bigint }[]>`
    select kind, balance from ledger_accounts order by kind`
  assert.deepEqual(Object.fromEntries(balances.map(({ kind, balance }) => [kind, balance])), {
    available: 47_970n,
    clearing: 0n,
    deposits: -50_000n,
    fees: 11n,
    payout_clearing: 2_019n,
    reserved: 0n,
  })
  const named =
    await sql`select from ledger_transactions where withdrawal_id is not null and description is not null`
  assert.equal(named.length, 0)
  await assert.rejects(sql`update ledger_transactions set description = 'back again'`)
  const findings = await sql.begin((tx) => runChecks(tx, vaultFrom(testSecret)))
  const broken = findings.filter(
    ({ check, holds }) => !holds && /ledger|book|chain|balance|rows|clearing|left the provider/.test(check),
  )
  assert.deepEqual(broken, [])
})
