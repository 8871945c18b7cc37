import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { vaultFrom } from '../primitives/seal.ts'
import { type AuditEntry, recordAudit, verifyAudit } from './audit.ts'

const vault = vaultFrom('a secret for tests that is long enough to be one')
let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

const entry = (action: AuditEntry['action']): AuditEntry => ({
  at: new Date('2026-11-15T09:00:00Z'),
  actor: { kind: 'operator', id: null },
  action,
  subject: { kind: 'merchant', id: '01a1dd0e-0000-7000-8000-000000000001' },
  merchantId: null,
  details: {},
  requestId: null,
})

test('whoever has recorded an entry and works on keeps nobody else from recording theirs', async () => {
  const { sql } = database
  await sql.begin(async (slow) => {
    recordAudit(slow, vault, [entry('merchant.suspended')])
    await slow`select 1`
    await sql.begin(async (quick) => recordAudit(quick, vault, [entry('merchant.activated')]))
  })
  const rows = await sql<{ action: string }[]>`select action from audit_log order by seq`
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['merchant.activated', 'merchant.suspended'],
  )
  assert.equal(await verifyAudit(sql, vault), null)
})

test('an entry of what was rolled back is not written', async () => {
  const { sql } = database
  const undone = sql.begin(async (tx) => {
    recordAudit(tx, vault, [entry('merchant.changed')])
    throw new Error('no')
  })
  await assert.rejects(undone, /^Error: no$/)
  assert.equal((await sql`select 1 from audit_log where action = 'merchant.changed'`).length, 0)
})
