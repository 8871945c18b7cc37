import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkBooks, runChecks } from '../../src/books/books.ts'
import { refundChecks } from '../../src/books/checks/refund-checks.ts'
import { connectDatabase, type Database, urlOfDatabase } from '../../src/database/database.ts'
import { succeeded, workOnce } from './money/own-provider.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
/** A superuser in the same database: nobody else gets past the triggers. */
let intruder: Database

/** A payment that went back in two parts with its fee, one of which a third is asked back, and one that waits in `returns`. */
before(async () => {
  stage = await openRefundStage()
  const { service, desk } = stage
  const counter = await stage.openCounter(500_000n)
  const body = { label: 'Own', percentage: '0', flat_fee: '0.10', refund_returns_fee: true }
  const path = `/v1/admin/merchants/${counter.merchantId}/pricing-rules/COLLECTION`
  assert.equal((await desk.call(path, 'live', { method: 'PUT', body })).status, 200)
  const whole = await counter.paid()
  for (const amount of ['400.00', '600.00'])
    await stage.sent(counter, succeeded(), { collection_id: whole.id, amount })
  const part = await counter.paid()
  await counter.refund({ collection_id: part.id, amount: '300.00' })
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(service)
  await stage.provider.tell(service, reference, { ...succeeded(), hold: 'look first' } as never)
  const declined = await desk.call(`/v1/admin/collections/${id}/decline`, 'live', { body: { note: 'odd' } })
  assert.equal(declined.status, 200)
  const { sql } = service.world
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select current_database() as name`
  intruder = connectDatabase({
    url: urlOfDatabase(service.database.adminUrl, name),
    poolSize: 1,
    applicationName: 'intruder',
  })
})
after(async () => {
  await intruder.end()
  await stage.close()
})

/** Which checks break by a damage that is undone afterwards. */
async function brokenBy(damage: string): Promise<string[]> {
  const undo = new Error('undone')
  let broken: string[] = []
  const damaged = intruder.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    // What the tables themselves would refuse is looked for all the same.
    for (const table of ['withdrawals', 'collections', 'ledger_accounts', 'ledger_transactions'])
      await tx.unsafe(unchecked(table))
    await tx.unsafe(damage)
    const findings = await runChecks(tx, stage.service.world.vault)
    broken = findings.filter(({ holds }) => !holds).map(({ check }) => check)
    throw undo
  })
  await assert.rejects(damaged, undo)
  return broken
}

const unchecked = (table: string) => `
  do $$ declare known name; begin
    for known in select conname from pg_constraint
      where conrelid = '${table}'::regclass and contype = 'c' and conparentid = 0 loop
      execute format('alter table ${table} drop constraint %I', known);
    end loop;
  end $$`

const paid = `(select id from withdrawals where kind = 'refund' and status = 'SUCCESS' order by id limit 1)`
const asked = `(select id from withdrawals where kind = 'refund' and origin = 'requested' and status = 'PENDING_ADMIN_APPROVAL')`
const returned = `(select id from withdrawals where kind = 'refund' and origin = 'declined')`

const damages: [check: string, damages: string[]][] = [
  [
    'no collection is refunded for more than was collected',
    [
      `update withdrawals set amount = 100001 where id = ${asked}`,
      `update collections set amount = amount - 1 where id = (select collection_id from withdrawals where id = ${paid})`,
      `update withdrawals set collection_id = gen_random_uuid() where id = ${asked}`,
    ],
  ],
  [
    'what a collection says of its refunds is what they come to',
    [
      `update collections set refunded = refunded - 1 where refunded is not null`,
      `update collections set refund_claimed = refund_claimed + 1 where refund_claimed is not null`,
      `delete from withdrawals where id = ${asked}`,
    ],
  ],
  [
    'what went back of a fee is what its refunds say, never more than the fee, and all of it with all of the payment',
    [
      `update withdrawals set fee_returned = fee_returned + 1 where id = ${paid}`,
      `delete from ledger_transactions where type = 'collection_fee' and withdrawal_id = ${paid}`,
      `update ledger_transactions set amount = amount - 1 where type = 'collection_fee' and direction = 'debit'`,
    ],
  ],
  [
    'whatever is owed to payers is owed by a refund that somebody can see',
    [
      `update ledger_accounts set balance = balance + 1 where kind = 'returns'`,
      `delete from withdrawals where id = ${returned}`,
      `update withdrawals set status = 'SUCCESS' where id = ${returned}`,
      `update ledger_entries e set amount = amount - 1 from ledger_accounts a where a.id = e.account_id and a.kind = 'returns'`,
      `update ledger_transactions set cause = cause || ' come' where type = 'payer_return'`,
    ],
  ],
  [
    'whatever is owed to a payer came in for it once',
    [
      `delete from ledger_transactions where type = 'payer_return'`,
      `update ledger_transactions set amount = amount + 1 where type = 'payer_return'`,
      `update ledger_transactions set withdrawal_id = ${asked} where type = 'payer_return'`,
    ],
  ],
]

test('sound books hold, and every check of refunds has its damage here', async () => {
  assert.deepEqual(
    (await checkBooks(stage.service.world)).filter(({ holds }) => !holds),
    [],
  )
  assert.deepEqual(
    refundChecks.map(({ check }) => check),
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
