import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { walkWithdrawals } from '../../test/simulation/payouts/walk-withdrawals.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { connectDatabase, type Database, urlOfDatabase } from '../database/database.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { checkBooks, runChecks } from './check-books.ts'
import { floatChecks } from './checks/float-checks.ts'
import { withdrawalChecks } from './checks/withdrawal-checks.ts'
import { withdrawalHistoryChecks } from './checks/withdrawal-history-checks.ts'

let database: TestDatabase
let world: World
/** A superuser in the same database: nobody else gets past the triggers. */
let intruder: Database

before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret for tests that is long enough to be one')
  const newId = idsFrom(systemClock)
  world = { sql: database.sql, clock: systemClock, newId, vault, baseUrl: 'http://localhost' }
  const [{ name } = { name: '' }] = await world.sql<{ name: string }[]>`select current_database() as name`
  const url = urlOfDatabase(database.adminUrl, name)
  intruder = connectDatabase({ url, poolSize: 1, applicationName: 'intruder' })
  await walkWithdrawals(world)
})
after(async () => {
  await intruder.end()
  await database.drop()
})

/** Which checks break by a damage that is undone afterwards. */
async function brokenBy(damage: string): Promise<string[]> {
  const undo = new Error('undone')
  let broken: string[] = []
  const damaged = intruder.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    // What the table itself would refuse is looked for all the same.
    await tx.unsafe('drop index ledger_transactions_in_order')
    await tx.unsafe(`alter table withdrawals drop constraint withdrawals_are_due_while_uncertain,
      drop constraint withdrawals_are_completed_at_their_end`)
    await tx.unsafe(damage)
    const findings = await runChecks(tx, world.vault)
    broken = findings.filter(({ holds }) => !holds).map(({ check }) => check)
    throw undo
  })
  await assert.rejects(damaged, undo)
  return broken
}

const oneOf = (status: string, environment = 'live') =>
  `(select id from withdrawals where status = '${status}' and environment = '${environment}' order by id limit 1)`
const bookedFor = (type: string, status: string) => `type = '${type}' and withdrawal_id = ${oneOf(status)}`
const carried =
  'merchant_id, environment, currency, seq, type, direction, amount, balance_after, withdrawal_id, created_at'
const copied = (where: string) =>
  `insert into ledger_transactions (${carried}, id, cause) select ${carried}, gen_random_uuid(), 'again'
   from ledger_transactions where ${where} limit 1`
const strange = (status: string) =>
  `insert into withdrawal_history (withdrawal_id, seq, from_status, to_status, source, at)
   select id, moves + 1, status, '${status}', 'look_up', now() from withdrawals where id = ${oneOf('REVERSED')}`

const standing = 'reverses is null and reversed_at is null'
const ofOperator = `merchant_id = '00000000-0000-0000-0000-000000000000'`

const damages: [check: string, damages: string[]][] = [
  [
    'money is reserved exactly for the withdrawals that are under way',
    [
      `update withdrawals set status = 'FAILED' where id = ${oneOf('PROCESSING')}`,
      `update withdrawals set status = 'PROCESSING' where id = ${oneOf('PENDING_ADMIN_APPROVAL')}`,
      `update withdrawals set total_reserved = total_reserved + 1, total_charges = total_charges + 1,
       flat_fee = flat_fee + 1 where id = ${oneOf('NEEDS_RECONCILIATION')}`,
      `delete from ledger_transactions where ${bookedFor('withdrawal_release', 'FAILED')}`,
      `update ledger_transactions set withdrawal_id = null where ${bookedFor('withdrawal_release', 'SUCCESS')}`,
      `update ledger_transactions set type = 'withdrawal_reversal' where ${bookedFor('withdrawal_release', 'SUCCESS')}`,
    ],
  ],
  [
    'what every book has reserved is what its withdrawals need',
    [
      `update ledger_accounts set balance = balance + 1 where kind = 'reserved' and environment = 'live'`,
      `delete from withdrawals where id = ${oneOf('BLOCKED_IP_WHITELIST')}`,
      `update withdrawals set environment = 'sandbox' where id = ${oneOf('NEEDS_ADMIN_ATTENTION')}`,
    ],
  ],
  [
    'every entry about a withdrawal is of its book, and for its frozen amounts',
    [
      `update ledger_transactions set amount = amount + 1 where ${bookedFor('withdrawal', 'SUCCESS')}`,
      `update ledger_transactions set amount = amount - 1 where ${bookedFor('withdrawal_fee', 'SUCCESS')}`,
      `update ledger_transactions set direction = 'credit' where ${bookedFor('withdrawal_reservation', 'PROCESSING')}`,
      `update ledger_transactions set amount = amount + 1 where ${bookedFor('withdrawal_release', 'FAILED')}`,
      `update ledger_transactions set amount = amount + 1 where ${bookedFor('withdrawal_reversal', 'REVERSED')}`,
      `update ledger_transactions set type = 'deposit' where ${bookedFor('withdrawal', 'SUCCESS')}`,
      `update ledger_transactions set withdrawal_id = gen_random_uuid() where ${bookedFor('withdrawal', 'SUCCESS')}`,
      `update ledger_transactions set environment = 'sandbox' where ${bookedFor('withdrawal', 'SUCCESS')}`,
    ],
  ],
  [
    'a withdrawal is paid, charged and taken back as often as its history says',
    [
      copied(bookedFor('withdrawal', 'SUCCESS')),
      copied(bookedFor('withdrawal_fee', 'SUCCESS')),
      copied(bookedFor('withdrawal_reversal', 'REVERSED')),
      `delete from ledger_transactions where ${bookedFor('withdrawal', 'SUCCESS')}`,
      `delete from ledger_transactions where ${bookedFor('withdrawal_fee', 'SUCCESS')}`,
      `delete from ledger_transactions where ${bookedFor('withdrawal_reversal', 'REVERSED')}`,
    ],
  ],
  [
    'a paid withdrawal left the provider with what it cost, and any other with nothing',
    [
      `update withdrawals set processor_charge = processor_charge + 1 where id = ${oneOf('SUCCESS')}`,
      `update ledger_transactions set withdrawal_id = ${oneOf('FAILED')} where ${bookedFor('withdrawal', 'SUCCESS')}`,
      `update ledger_accounts set kind = 'held', provider = '' where kind = 'payout_clearing' and not ${ofOperator}`,
      `update ledger_accounts set kind = 'receivable' where kind = 'fees' and environment = 'live'`,
    ],
  ],
  [
    'payout clearing is what was paid out and what providers charged for it',
    [
      `update ledger_accounts set balance = balance + 1 where kind = 'payout_clearing'`,
      `update ledger_accounts set kind = 'clearing' where kind = 'payout_clearing'`,
      `update withdrawals set processor_charge = processor_charge + 1 where id = ${oneOf('SUCCESS')}`,
      `update withdrawals set provider = 'another' where id = ${oneOf('SUCCESS')}`,
      `delete from withdrawals where id = ${oneOf('SUCCESS')}`,
    ],
  ],
  [
    'every withdrawal has a history without gaps that ends at its status',
    [
      `delete from withdrawal_history where withdrawal_id = ${oneOf('PROCESSING')} and seq = 1`,
      `update withdrawal_history set seq = 9 where to_status = 'REVERSED'`,
      `update withdrawals set status = 'REJECTED' where id = ${oneOf('PENDING_ADMIN_APPROVAL')}`,
      `update withdrawals set moves = moves + 1 where id = ${oneOf('SUCCESS')}`,
      `delete from withdrawals where id = ${oneOf('REJECTED')}`,
    ],
  ],
  [
    'every step of a withdrawal begins where the one before ended',
    [
      `update withdrawal_history set from_status = 'PROCESSING' where to_status = 'REVERSED'`,
      `update withdrawal_history set from_status = 'INFO_REQUESTED' where seq = 1`,
    ],
  ],
  [
    'every step of a withdrawal is a legal one',
    [
      `update withdrawal_history set from_status = 'FAILED' where to_status = 'REVERSED'`,
      `update withdrawal_history set to_status = 'SUCCESS' where seq = 1`,
      strange('SUCCESS'),
      `update withdrawal_history set to_status = 'SUCCESS' where from_status = 'PENDING_ADMIN_APPROVAL'`,
      `update withdrawal_history set to_status = 'PROCESSING' where from_status = 'NEEDS_RECONCILIATION'`,
    ],
  ],
  [
    'no withdrawal is decided without the audit entry of whoever did it',
    [
      `delete from audit_log where action = 'withdrawal.approve' and subject_id = ${oneOf('PROCESSING')}`,
      `delete from audit_log where action = 'withdrawal.reject'`,
      `delete from audit_log where action = 'withdrawal.request_info'`,
      `delete from audit_log where action = 'withdrawal.cancel'`,
      `update audit_log set actor_kind = 'super_admin' where action = 'withdrawal.cancel'`,
      `update audit_log set action = 'withdrawal.reject' where action = 'withdrawal.cancel'`,
      `delete from audit_log where action = 'withdrawal.resolve'`,
      `update audit_log set actor_kind = 'member' where subject_id = ${oneOf('PROCESSING')}`,
      `update audit_log set actor_id = gen_random_uuid() where subject_id = ${oneOf('PROCESSING')}`,
      `update audit_log set subject_id = ${oneOf('REJECTED')} where subject_id = ${oneOf('PROCESSING')}`,
      `update audit_log set action = 'merchant.changed' where subject_id = ${oneOf('PROCESSING')}`,
      `update withdrawals set environment = 'live' where environment = 'sandbox'`,
    ],
  ],
  [
    'whoever moved a withdrawal is somebody we know',
    [`update withdrawal_history set by_user = gen_random_uuid() where source = 'super_admin'`],
  ],
  [
    'nothing is sent to a provider before it was approved',
    [
      `update withdrawals set sent_at = now() where id = ${oneOf('PENDING_ADMIN_APPROVAL')}`,
      `update withdrawals set sent_at = created_at - interval '1 second' where id = ${oneOf('SUCCESS')}`,
      `update withdrawals set sent_at = null where id = ${oneOf('SUCCESS')}`,
      `delete from withdrawal_history where to_status = 'PROCESSING' and withdrawal_id = ${oneOf('SUCCESS')}`,
    ],
  ],
  [
    'every approval is of a Super Admin who has no part in the withdrawal',
    [
      `delete from super_admins`,
      `insert into memberships (id, merchant_id, user_id, role, created_at)
       select gen_random_uuid(), w.merchant_id, p.approved_by, 'viewer', p.at
       from withdrawal_approvals p join withdrawals w on w.id = p.withdrawal_id limit 1`,
      `insert into past_memberships (id, merchant_id, user_id, role, joined_at, left_at)
       select gen_random_uuid(), w.merchant_id, p.approved_by, 'viewer', w.created_at, w.created_at
       from withdrawal_approvals p join withdrawals w on w.id = p.withdrawal_id limit 1`,
      `update withdrawals w set asked_by = p.approved_by from withdrawal_approvals p where w.id = p.withdrawal_id`,
      `update withdrawal_approvals set approved_by = (select user_id from memberships limit 1)
       where withdrawal_id = ${oneOf('SUCCESS')}`,
      `delete from withdrawal_approvals where withdrawal_id = ${oneOf('SUCCESS')}`,
    ],
  ],
  [
    'payout clearing with a provider is what was paid out and charged, less what it was topped up with',
    [
      `update ledger_accounts set balance = balance + 1 where kind = 'payout_clearing' and ${ofOperator}`,
      `update ledger_accounts set kind = 'clearing' where kind = 'payout_clearing' and not ${ofOperator}`,
      `update float_top_ups set amount = amount + 1 where ${standing}`,
      `update float_top_ups set provider = 'another' where ${standing}`,
      `update float_top_ups set environment = 'sandbox' where ${standing}`,
      `delete from float_top_ups where ${standing}`,
      `update float_top_ups set reverses = id where ${standing}`,
      `update withdrawals set processor_charge = processor_charge + 1 where id = ${oneOf('SUCCESS')}`,
    ],
  ],
  [
    "every top-up of a float is booked once, for its amount, and nothing else is the operator's",
    [
      `delete from float_top_ups where ${standing}`,
      `delete from ledger_transactions where type = 'float_top_up_reversal'`,
      `update ledger_transactions set amount = amount + 1 where type = 'float_top_up'`,
      `update ledger_transactions set type = 'float_top_up_reversal' where type = 'float_top_up'`,
      `update ledger_transactions set cause = 'another ' || id where type = 'float_top_up'`,
      `update ledger_accounts set provider = 'another' where kind = 'payout_clearing' and ${ofOperator}`,
      `update ledger_accounts set kind = 'fees' where kind = 'operator_funds'`,
      `update float_top_ups set currency = 'KES' where ${standing}`,
      `update ledger_transactions set merchant_id = (select id from merchants limit 1) where type = 'float_top_up'`,
      `update ledger_transactions set merchant_id = '00000000-0000-0000-0000-000000000000' where type = 'deposit'`,
    ],
  ],
  [
    'a top-up is taken back exactly when a contrary record of the same transfer says so',
    [
      `update float_top_ups set reversed_at = now() where ${standing}`,
      `update float_top_ups set reversed_at = null where reversed_at is not null`,
      `update float_top_ups set amount = amount + 1 where reverses is not null`,
      `update float_top_ups set reference = 'another' where reverses is not null`,
      `delete from float_top_ups where reverses is not null`,
      `delete from float_top_ups where reversed_at is not null`,
    ],
  ],
]

const takenOutOfSuccess = `update withdrawal_history set to_status = 'NEEDS_ADMIN_ATTENTION' where to_status = 'REVERSED'`

test('what was taken out of SUCCESS is an illegal step, unless it was booked before rows added up', async () => {
  const legality = 'every step of a withdrawal is a legal one'
  const bookedAs = (addsUp: boolean) =>
    `${takenOutOfSuccess}; update ledger_transactions set adds_up = ${addsUp} where type = 'withdrawal_reversal'`
  assert.ok((await brokenBy(bookedAs(true))).includes(legality))
  assert.ok(!(await brokenBy(bookedAs(false))).includes(legality))
  const another = `${bookedAs(false)}; update withdrawal_history set from_status = 'FAILED' where from_status = 'SUCCESS'
    and to_status = 'NEEDS_ADMIN_ATTENTION'; ${strange('PROCESSING')}`
  assert.ok((await brokenBy(another)).includes(legality), 'no other step is excused by it')
})

const eventDamages = [
  `delete from events where resource_id = ${oneOf('SUCCESS')}`,
  `update events set sequence = 9 where resource_id = ${oneOf('REVERSED')} and type = 'disbursement.reversed'`,
  `update events set resource_id = gen_random_uuid() where resource_id = ${oneOf('FAILED')}`,
  `insert into events select gen_random_uuid(), merchant_id, environment, type, resource_id, 1, body, created_at
   from events where resource_id = ${oneOf('SUCCESS')} and type = 'disbursement.success'`,
  `delete from events where resource_id = ${oneOf('PROCESSING')}`,
  `delete from events where resource_id = ${oneOf('INFO_REQUESTED')}`,
  `delete from events where resource_id = ${oneOf('REJECTED')}`,
]

test('sound withdrawals hold in every check, and every check of them has its damage here', async () => {
  const findings = await checkBooks(world)
  assert.deepEqual(
    findings.filter(({ holds }) => !holds),
    [],
  )
  assert.deepEqual(
    [...withdrawalChecks, ...withdrawalHistoryChecks, ...floatChecks].map(({ check }) => check),
    damages.map(([check]) => check),
  )
})

const announcing = 'every announced step has exactly one event, and there is no other event'
for (const [check, plants] of [...damages, [announcing, eventDamages] as const]) {
  test(`damage to withdrawals is found: ${check}`, async () => {
    for (const plant of plants) {
      const broken = await brokenBy(plant)
      assert.ok(broken.includes(check), `${plant}\nbroke only: ${broken.join('; ') || 'nothing'}`)
    }
  })
}
