import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { batchColumns } from '../../src/batches/batch-row.ts'
import { collectionColumns } from '../../src/collections/collection-row.ts'
import { type Columns, columnsOf } from '../../src/database/database.ts'
import type { DiscrepancyRow } from '../../src/discrepancies/settle-discrepancies.ts'
import type { DocumentRow } from '../../src/documents/document-row.ts'
import type { Payment } from '../../src/providers/simulated/payment.ts'
import type { Payout } from '../../src/providers/simulated/payouts/payout.ts'
import { withdrawalColumns } from '../../src/withdrawals/withdrawal-row.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { isTest, readSourceFiles } from '../tidy/source-files.ts'
import { sqlTextsOf } from '../tidy/sql.ts'

/** Of every table whose rows are read whole: the columns of its row type, as the compiler knows them. */
const rowTypes: Record<string, Columns> = {
  collections: collectionColumns,
  withdrawals: withdrawalColumns,
  disbursement_batches: batchColumns,
  discrepancies: columnsOf<DiscrepancyRow>({
    id: 'not null',
    merchant_id: 'null',
    environment: 'not null',
    collection_id: 'null',
    withdrawal_id: 'null',
    provider: 'null',
    reference: 'null',
    kind: 'not null',
    ours: 'not null',
    theirs: 'not null',
    status: 'not null',
    action: 'null',
    note: 'null',
    settled_by: 'null',
    proposed_action: 'null',
    proposed_because: 'null',
    brought_by: 'null',
    created_at: 'not null',
    settled_at: 'null',
  }),
  network_payments: columnsOf<Payment>({
    reference: 'not null',
    id: 'not null',
    environment: 'not null',
    merchant_id: 'not null',
    merchant_name: 'not null',
    method: 'not null',
    amount: 'not null',
    currency: 'not null',
    phone: 'null',
    state: 'not null',
    ending: 'null',
    is_exact: 'not null',
    mishap: 'null',
    seed: 'not null',
    draw: 'not null',
    failure_rate: 'not null',
    due_at: 'null',
    expires_at: 'null',
    payment_token: 'null',
    qr_payload: 'null',
    bill_number: 'null',
    paid_amount: 'null',
    hold: 'null',
    failure_reason: 'null',
    wrong_pins: 'not null',
    created_at: 'not null',
  }),
  merchant_documents: columnsOf<DocumentRow>({
    id: 'not null',
    merchant_id: 'not null',
    kind: 'not null',
    file_name: 'not null',
    content_type: 'not null',
    size: 'not null',
    sha256: 'not null',
    uploaded_by: 'not null',
    created_at: 'not null',
  }),
  network_payouts: columnsOf<Payout>({
    reference: 'not null',
    environment: 'not null',
    merchant_id: 'not null',
    method: 'not null',
    amount: 'not null',
    currency: 'not null',
    destination_code: 'not null',
    identifier: 'not null',
    recipient_name: 'not null',
    state: 'not null',
    ending: 'null',
    mishap: 'null',
    seed: 'not null',
    draw: 'not null',
    failure_rate: 'not null',
    due_at: 'null',
    paid_amount: 'null',
    reason: 'null',
    created_at: 'not null',
  }),
}

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

for (const [table, { columns }] of Object.entries(rowTypes)) {
  test(`the row type of ${table} has its columns, and is null where they may be`, async () => {
    const found = await database.sql<{ name: string; nullable: 'null' | 'not null' }[]>`
      select column_name as name, case is_nullable when 'YES' then 'null' else 'not null' end as nullable
      from information_schema.columns where table_schema = 'public' and table_name = ${table}`
    const inTable = Object.fromEntries(found.map(({ name, nullable }) => [name, nullable]))
    assert.deepEqual(Object.fromEntries(columns), inTable)
  })
}

/** `select * from t`, and `select a.*` of `from t a` or `join t a`; within a parenthesis it is for the statement around it. */
function tablesReadWhole(sql: string): string[] {
  const plain = Array.from(sql.matchAll(/(?<!\(\s*)\bselect \* from (\w+)/g), ([, table = '']) => table)
  const aliased = Array.from(sql.matchAll(/\bselect (\w+)\.\*/g)).flatMap(([, alias]) =>
    Array.from(
      sql.matchAll(new RegExp(`\\b(?:from|join) (\\w+) ${alias}\\b`, 'g')),
      ([, table = '']) => table,
    ),
  )
  return [...plain, ...aliased]
}

test('every table that is read whole is among them', async () => {
  const tables = await database.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  const names = new Set(tables.map(({ name }) => name))
  const read = readSourceFiles(join(import.meta.dirname, '../../..'))
    .filter(({ path }) => path.startsWith('server/src/') && !isTest(path))
    .flatMap((file) => sqlTextsOf(file).flatMap(({ text }) => tablesReadWhole(text)))
  const readWhole = new Set(read.filter((name) => names.has(name)))
  assert.deepEqual([...readWhole].sort(), Object.keys(rowTypes).sort())
})
