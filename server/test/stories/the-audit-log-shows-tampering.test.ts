import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyAudit } from '../../src/audit/audit.ts'
import type { Transaction } from '../../src/database/database.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import { newMerchant, type Service, sessionOf, startService } from '../service.ts'

type Entry = {
  seq: bigint
  action: string
  actor_kind: string
  actor_id: string | null
  subject_id: string
  merchant_id: string | null
  request_id: string | null
  details: Record<string, unknown>
}

let service: Service
let merchantId: string
let keyIds: { created: string; rotated: string }
let userId: string
before(async () => {
  service = await startService()
  const shop = await newMerchant(service)
  merchantId = shop.merchantId
  const cookie = await sessionOf(service, shop.ownerEmail)
  const me = await service.call('/v1/me', { cookie })
  userId = String((me.body.data.user as { id: string }).id)
  const keys = `/v1/merchants/${merchantId}/api-keys`
  const as = (id: string) => ({ cookie, headers: { 'x-request-id': id } })
  const made = await service.call(keys, { ...as('make-1'), body: { environment: 'live' } })
  const created = String(made.body.data.id)
  const replaced = await service.call(`${keys}/${created}/rotate`, { ...as('rotate-1'), body: {} })
  const rotated = String(replaced.body.data.id)
  await service.call(`${keys}/${rotated}`, { ...as('revoke-1'), method: 'DELETE' })
  await service.call(`${keys}/${rotated}`, { ...as('revoke-2'), method: 'DELETE' })
  keyIds = { created, rotated }
})
after(() => service.stop())

test('each change of a key is an entry that names who, what and which request', async () => {
  const entries = await service.world.sql<
    Entry[]
  >`select * from audit_log where request_id is not null order by seq`
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.request_id, entry.subject_id]),
    [
      ['api_key.created', 'make-1', keyIds.created],
      ['api_key.rotated', 'rotate-1', keyIds.rotated],
      ['api_key.revoked', 'revoke-1', keyIds.rotated],
    ],
  )
  for (const entry of entries) {
    assert.deepEqual([entry.actor_kind, entry.actor_id, entry.merchant_id], ['member', userId, merchantId])
  }
  assert.equal(entries[1]?.details.rotated_from, keyIds.created)
})

test('an untouched log verifies, and only with the right secret', async () => {
  const { sql, vault } = service.world
  assert.equal(await verifyAudit(sql, vault), null)
  assert.match(String(await verifyAudit(sql, vaultFrom('another secret of thirty-two letters'))), /entry 1 /)
})

test('the log refuses to be changed, thinned out or emptied', async () => {
  const { sql } = service.world
  for (const statement of [
    `update audit_log set action = 'nothing.happened'`,
    'delete from audit_log where seq = 2',
    'truncate audit_log',
  ]) {
    await assert.rejects(sql.unsafe(statement), /audit_log is append-only/, statement)
  }
  assert.equal(await verifyAudit(sql, service.world.vault), null)
})

/** What the verifier says of a log that somebody with all rights on the database has tampered with. */
async function afterTampering(tamper: (tx: Transaction) => Promise<unknown>): Promise<string | null> {
  const { sql, vault } = service.world
  const undone = new Error('undone')
  let found: string | null = null
  await sql
    .begin(async (tx) => {
      await tx`alter table audit_log disable trigger user`
      await tamper(tx)
      found = await verifyAudit(tx, vault)
      throw undone
    })
    .catch((error) => assert.equal(error, undone))
  return found
}

test('an edited entry is found, whichever column was edited', async () => {
  const edits = {
    at: `at + interval '1 millisecond'`,
    actor_kind: `'system'`,
    actor_id: 'null',
    action: `'api_key.created '`,
    subject_kind: `'merchant'`,
    subject_id: 'merchant_id',
    merchant_id: 'null',
    details: `'{}'`,
    request_id: `'make-2'`,
  }
  const { sql } = service.world
  const [made] = await sql<{ seq: bigint }[]>`select seq from audit_log where request_id = 'make-1'`
  for (const [column, value] of Object.entries(edits)) {
    const found = await afterTampering((tx) =>
      tx.unsafe(`update audit_log set ${column} = ${value} where seq = ${made?.seq}`),
    )
    assert.equal(found, `entry ${made?.seq} was changed`, column)
  }
})

test('a deleted entry is found', async () => {
  assert.equal(await afterTampering((tx) => tx`delete from audit_log where seq = 2`), 'entry 2 is missing')
  assert.equal(await afterTampering((tx) => tx`delete from audit_log where seq = 1`), 'entry 1 is missing')
})

test('a deleted entry is found when those after it were moved up', async () => {
  const found = await afterTampering(async (tx) => {
    await tx`delete from audit_log where seq = 2`
    await tx`update audit_log set seq = seq - 1 where seq > 2`
    await tx`update audit_head set seq = seq - 1`
  })
  assert.equal(found, 'entry 2 does not follow the one before it')
})

test('exchanged entries are found', async () => {
  const found = await afterTampering(async (tx) => {
    await tx`update audit_log set seq = 1000 where seq = 2`
    await tx`update audit_log set seq = 2 where seq = 3`
    await tx`update audit_log set seq = 3 where seq = 1000`
  })
  assert.equal(found, 'entry 2 does not follow the one before it')
})

test('a cut tail is found', async () => {
  const found = await afterTampering(
    (tx) => tx`delete from audit_log where seq = (select max(seq) from audit_log)`,
  )
  assert.match(String(found), /^entries after \d+ were cut off/)
  const all = await afterTampering((tx) => tx`delete from audit_log`)
  assert.match(String(all), /^entries after 0 were cut off/)
})

test('a cut tail is found even when the head is put back with it', async () => {
  const found = await afterTampering(async (tx) => {
    await tx`delete from audit_log where seq = (select max(seq) from audit_log)`
    await tx`update audit_head set (seq, hash) = (select seq, hash from audit_log order by seq desc limit 1)`
  })
  assert.match(String(found), /^the head was put there by somebody without the secret/)
})

test('a forged entry and a lost head are found', async () => {
  const forged = await afterTampering(async (tx) => {
    await tx`
      insert into audit_log select seq + 1, at, actor_kind, actor_id, 'merchant.changed', subject_kind, subject_id,
        merchant_id, details, request_id, hash, sha256(hash) from audit_log order by seq desc limit 1`
    await tx`update audit_head set (seq, hash) = (select seq, hash from audit_log order by seq desc limit 1)`
  })
  assert.match(String(forged), /^entry \d+ was changed$/)
  assert.equal(await afterTampering((tx) => tx`delete from audit_head`), 'the head row is missing')
})
