import type { Database, Transaction } from '../database/database.ts'
import type { Vault } from '../primitives/seal.ts'
import { type AuditRow, chainedText, sealOfHead } from './record-audit.ts'

/** Enough to make round trips cheap, little enough to hold in memory. */
const rowsAtOnce = 1_000

type StoredRow = AuditRow & { hash: Buffer }

/** Walks the whole chain and names the first thing that is wrong with it, or answers null. */
export async function verifyAudit(sql: Database | Transaction, vault: Vault): Promise<string | null> {
  let expected: { seq: bigint; hash: Buffer } = { seq: 0n, hash: Buffer.alloc(32) }
  for (;;) {
    const rows = await sql<StoredRow[]>`
      select seq, at, actor_kind, actor_id, action, subject_kind, subject_id, merchant_id, details::text as details,
        request_id, previous_hash, hash
      from audit_log where seq > ${expected.seq} order by seq limit ${rowsAtOnce}`
    for (const row of rows) {
      if (row.seq !== expected.seq + 1n) return `entry ${expected.seq + 1n} is missing`
      if (!row.previous_hash.equals(expected.hash))
        return `entry ${row.seq} does not follow the one before it`
      if (!vault.auditHash(chainedText(row)).equals(row.hash)) return `entry ${row.seq} was changed`
      expected = { seq: row.seq, hash: row.hash }
    }
    if (rows.length < rowsAtOnce) break
  }
  const [head] = await sql<
    { seq: bigint; hash: Buffer; seal: Buffer | null }[]
  >`select seq, hash, seal from audit_head`
  if (!head) return 'the head row is missing'
  if (head.seq !== expected.seq)
    return `entries after ${expected.seq} were cut off: the head says ${head.seq}`
  if (!head.hash.equals(expected.hash)) return 'the head does not match the last entry'
  if (head.seq === 0n || head.seal?.equals(sealOfHead(vault, head.seq, head.hash))) return null
  return 'the head was put there by somebody without the secret: entries may have been cut off'
}
