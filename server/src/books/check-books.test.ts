import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { moreTries, toldAgain, walkCollection } from '../../test/walk-collection.ts'
import { connectDatabase, type Database, urlOfDatabase } from '../database/database.ts'
import { type Posting, post } from '../ledger/ledger.ts'
import { makeMerchant } from '../operator/operator.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { checkBooks, runChecks } from './check-books.ts'
import { collectionChecks } from './checks/collection-checks.ts'
import { historyChecks } from './checks/history-checks.ts'
import { ledgerChecks } from './checks/ledger-checks.ts'

let database: TestDatabase
let world: World
/** A superuser in the same database: nobody else gets past the triggers. */
let intruder: Database

const ways: string[][] = [
  ['created'],
  ['processing'],
  ['created', 'processing', 'successful'],
  ['processing', 'successful', 'reversed'],
  ['processing', 'pending_clearance'],
  ['processing', 'pending_clearance', 'successful'],
  ['processing', 'pending_clearance', 'failed'],
  ['processing', 'failed', 'successful'],
]

before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret for tests that is long enough to be one')
  const newId = idsFrom(systemClock)
  world = { sql: database.sql, clock: systemClock, newId, vault, baseUrl: 'http://localhost' }
  const [{ name } = { name: '' }] = await world.sql<{ name: string }[]>`select current_database() as name`
  intruder = connectDatabase({
    url: urlOfDatabase(database.adminUrl, name),
    poolSize: 1,
    applicationName: 'intruder',
  })
  await world.sql.begin(async (tx) => {
    const wish = {
      name: 'Shop',
      email: 'owner@shop.test',
      password: 'correct horse battery',
      isVerified: true,
    }
    const made = await makeMerchant(tx, world, { ...wish, balance: 5_000n, sandboxBalance: 7_000n })
    await makeMerchant(tx, world, { ...wish, name: 'Other shop', balance: 5_000n })
    const postings: Posting[] = []
    for (const way of ways) postings.push(...(await walkCollection(tx, world, made.merchant_id, way)))
    await post(tx, world, postings)
  })
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
    await tx.unsafe('drop index ledger_transactions_in_order, events_resource_id_sequence_idx')
    for (const name of ['due_while_processing', 'completed_at_their_end'])
      await tx.unsafe(unchecked('collections', `collections_are_${name}`))
    await tx.unsafe(damage)
    const findings = await runChecks(tx, world.vault)
    broken = findings.filter(({ holds }) => !holds).map(({ check }) => check)
    throw undo
  })
  await assert.rejects(damaged, undo)
  return broken
}

const oneOf = (status: string) =>
  `(select id from collections where status = '${status}' order by id limit 1)`
const entryOf = (kind: string) =>
  `(account_id, seq) = (select id, entries from ledger_accounts where kind = '${kind}' order by entries desc, id limit 1)`
const unchecked = (table: string, constraint: string) => `alter table ${table} drop constraint ${constraint};`
const copied = (columns: string, changed: string, where: string) =>
  `insert into ledger_transactions (${columns}, id, cause) select ${changed}, gen_random_uuid(), 'again'
   from ledger_transactions where ${where} limit 1`
const carried =
  'merchant_id, environment, currency, seq, type, direction, amount, balance_after, collection_id, created_at'

const causeless = 'drop index ledger_transactions_cause_idx'

const damages: [check: string, damages: string[]][] = [
  [
    'every ledger transaction has two legs or more and sums to zero',
    [
      `update ledger_entries set amount = amount + 1 where ${entryOf('available')}`,
      `delete from ledger_entries where ${entryOf('held')}`,
      `delete from ledger_transactions where type = 'collection_reversal'`,
      copied(carried, carried, `type = 'deposit'`),
    ],
  ],
  [
    'the world sums to zero, in each environment and currency',
    [`update ledger_accounts set balance = balance + 1 where kind = 'available' and environment = 'sandbox'`],
  ],
  [
    'every stored balance equals its entries',
    [
      `update ledger_accounts set balance = balance + 1 where kind = 'available'`,
      `update ledger_accounts set entries = entries + 1 where kind = 'deposits'`,
      `delete from ledger_accounts where kind = 'held'`,
    ],
  ],
  [
    'running balances form an unbroken chain',
    [
      `update ledger_entries set balance_after = balance_after + 1 where ${entryOf('available')}`,
      `update ledger_entries set seq = seq + 1 where ${entryOf('available')}`,
    ],
  ],
  [
    'no ledger transaction mixes merchants, environments or currencies',
    [
      `update ledger_transactions set environment = 'sandbox' where type = 'collection_reversal'`,
      `update ledger_transactions set currency = 'USD' where type = 'collection_reversal'`,
      `update ledger_accounts set merchant_id = gen_random_uuid() where kind = 'held'`,
    ],
  ],
  [
    "every book is a merchant's, or the operator's",
    [
      `update ledger_accounts set merchant_id = gen_random_uuid() where kind = 'held'`,
      `update ledger_accounts set merchant_id = '00000000-0000-0000-0000-000000000000' where kind = 'held'`,
      `delete from merchants where name = 'Other shop'`,
    ],
  ],
  [
    'nobody spends what is not there, and no debt is below nothing',
    [
      `${unchecked('ledger_accounts', 'merchant_money_is_never_negative')}
       update ledger_accounts set balance = -1 where kind = 'held'`,
      `update ledger_entries set balance_after = -1 where ${entryOf('available')}`,
      `${unchecked('ledger_accounts', 'merchant_debt_is_never_positive')}
       update ledger_accounts set kind = 'receivable' where kind = 'held'`,
    ],
  ],
  [
    'no balance grows to 10^15 minor units',
    [
      `update ledger_accounts set balance = 1000000000000000 where kind = 'available'`,
      `update ledger_accounts set balance = -1000000000000000 where kind = 'clearing'`,
      `update ledger_entries set balance_after = 1000000000000000 where ${entryOf('available')} and amount > 0`,
      `update ledger_entries set balance_after = -1000000000000000, amount = -1 where ${entryOf('clearing')}`,
    ],
  ],
  [
    'every transaction of a book is counted, without gaps',
    [
      `update ledger_accounts set transactions = transactions + 1 where kind = 'available'`,
      `update ledger_transactions set seq = seq + 1 where type = 'collection_reversal'`,
    ],
  ],
  ['every cause is booked once', [`${causeless}; update ledger_transactions set cause = 'the same'`]],
  [
    'every transaction tells what was available after it',
    [`update ledger_transactions set balance_after = balance_after + 1 where type = 'clearance_release'`],
  ],
  [
    "a merchant's rows add up: each changes what is available by its amount, and nothing else does",
    [
      `update ledger_transactions set amount = amount + 1 where type = 'deposit'`,
      `update ledger_transactions set direction = 'debit' where type = 'clearance_release'`,
      `${unchecked('ledger_transactions', 'ledger_transactions_have_a_place')}
       update ledger_transactions set seq = null where type = 'deposit'`,
    ],
  ],
  [
    'a successful collection is credited exactly once, for its amount, and any other never',
    [
      copied(carried, carried, `type = 'collection'`),
      `delete from ledger_transactions where collection_id = ${oneOf('successful')} and type = 'collection'`,
      `update ledger_transactions set amount = amount + 1 where collection_id = ${oneOf('successful')}`,
      `update ledger_transactions set collection_id = ${oneOf('failed')}
       where collection_id = ${oneOf('successful')} and type = 'collection'`,
      `update ledger_transactions set direction = 'debit' where type = 'collection'`,
      `update collections set status = 'failed' where id = ${oneOf('successful')}`,
    ],
  ],
  [
    'a reversed collection is taken back exactly once, for its amount, and any other never',
    [
      copied(carried, carried, `type = 'collection_reversal'`),
      `update ledger_transactions set amount = amount + 1 where type = 'collection_reversal'`,
      `update ledger_transactions set collection_id = ${oneOf('successful')} where type = 'collection_reversal'`,
      `update collections set status = 'reversed' where id = ${oneOf('successful')}`,
    ],
  ],
  [
    'money is held exactly for the collections that wait for clearance',
    [
      `update collections set status = 'pending_clearance' where id = ${oneOf('processing')}`,
      `update collections set status = 'failed' where id = ${oneOf('pending_clearance')}`,
      `update collections set amount = amount + 1 where id = ${oneOf('pending_clearance')}`,
    ],
  ],
  [
    'a collection is held at most once, and released at most once',
    ['hold', 'release'].map((step) => copied(carried, carried, `type = 'clearance_${step}'`)),
  ],
  ['a provider reference credits at most once', [`update collections set provider_reference = 'the same'`]],
  [
    'every collection that was asked for has its tries, and the one that paid, or the last, names its provider',
    [
      `delete from collection_tries where id = ${oneOf('processing')}`,
      `update collection_tries set provider = 'another' where id = ${oneOf('processing')}`,
      `update collection_tries set provider_reference = 'another' where id = ${oneOf('successful')}`,
      `insert into collection_tries select gen_random_uuid(), collection_id, 3, provider, provider_reference, method,
         created_at from collection_tries where id = ${oneOf('processing')}`,
      `insert into collection_tries select id, id, 1, provider, provider_reference, 'USSD_PUSH', created_at
       from collections where id = ${oneOf('created')}`,
      `delete from collections where id = ${oneOf('processing')}`,
    ],
  ],
  [
    'of the tries of a page one is open at most, one paid at most, and what is paid is no longer asked for',
    [
      `update collection_tries set state = 'paid' where id = ${oneOf('processing')}`,
      `update collection_tries set state = 'failed' where id = ${oneOf('processing')}`,
      moreTries(oneOf('successful'), 'open'),
      moreTries(oneOf('successful'), 'paid'),
    ],
  ],
  [
    'the counts of collections equal the collections',
    [
      `delete from collection_counts where status = 'failed'`,
      `insert into collection_counts select * from collection_counts where status = 'created'`,
      `update collections set environment = 'sandbox' where id = ${oneOf('processing')}`,
    ],
  ],
  [
    'every collection has a history without gaps that ends at its status',
    [
      `delete from collection_history where collection_id = ${oneOf('processing')}`,
      `update collection_history set seq = 9 where to_status = 'reversed'`,
      `update collections set status = 'failed' where id = ${oneOf('processing')}`,
      `update collections set moves = moves + 1 where id = ${oneOf('processing')}`,
      `delete from collections where status = 'created'`,
    ],
  ],
  [
    'every step of a history begins where the one before ended',
    [
      `update collection_history set from_status = 'processing' where to_status = 'reversed'`,
      `update collection_history set from_status = 'created' where seq = 1`,
    ],
  ],
  [
    'every step of a history is a legal one',
    [
      `update collection_history set from_status = 'failed' where to_status = 'reversed'`,
      `update collection_history set to_status = 'successful' where seq = 1`,
    ],
  ],
  [
    'every announced step has exactly one event, and there is no other event',
    [
      `delete from events where resource_id = ${oneOf('reversed')} and sequence = 3`,
      `update events set sequence = 9 where resource_id = ${oneOf('reversed')} and sequence = 3`,
      `update events set resource_id = gen_random_uuid() where resource_id = ${oneOf('pending_clearance')}`,
      toldAgain(oneOf('reversed'), '1'),
      toldAgain(oneOf('reversed'), 'sequence'),
    ],
  ],
]

test('sound books hold in every check, and every check of money has its damage here', async () => {
  const findings = await checkBooks(world)
  assert.deepEqual(
    findings.filter(({ holds }) => !holds),
    [],
  )
  assert.deepEqual(
    [...ledgerChecks, ...collectionChecks, ...historyChecks].map(({ check }) => check),
    damages.map(([check]) => check),
  )
})

for (const [check, plants] of damages) {
  test(`damage is found: ${check}`, async () => {
    for (const plant of plants) {
      const broken = await brokenBy(plant)
      assert.ok(broken.includes(check), `${plant}\nbroke only: ${broken.join('; ') || 'nothing'}`)
    }
  })
}
