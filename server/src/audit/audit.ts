import { createHmac } from 'node:crypto'
import type { Database, Transaction } from '../database/database.ts'
import { leaveOutOfWord } from '../primitives/leave-out-people.ts'
import type { Vault } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import type { AuditAction, AuditSubject } from './audit-actions.ts'

export { type AuditAction, type AuditSubject, auditActions, auditSubjects } from './audit-actions.ts'

export type AuditActor = {
  kind: 'super_admin' | 'member' | 'api_key' | 'operator' | 'system'
  id: string | null
}

export type AuditEntry = {
  at: Date
  actor: AuditActor
  action: AuditAction
  subject: { kind: AuditSubject; id: string }
  merchantId: string | null
  details: Record<string, unknown>
  requestId: string | null
}

/**
 * Appends entries to the chain, in the transaction of what they record. The head row is locked until the commit, so they
 * are written right before it, wherever this is called: everything else runs beside other writers.
 */
export function recordAudit(tx: Transaction, vault: Vault, entries: AuditEntry[]): void {
  tx.lastly((end) => append(end, vault, entries))
}

/** For work that can begin anew here and not at its commit: waits now for whoever writes an entry, and holds up others from now on. */
export async function holdAuditHead(tx: Transaction): Promise<void> {
  await tx`select from audit_head for update`
}

/** For whoever is about to hold what others need, and writes an entry at the commit: waits without holding anything, and takes nothing. */
export async function untilAuditHeadIsFree(sql: Database): Promise<void> {
  await sql`select from audit_head for update`
}

/** One request of somebody who acts for a merchant. */
type Request = {
  requestId: string
  caller: { merchantId: string; by: { kind: 'person'; user: { id: string } } | { kind: 'key' } }
}

type Noted = {
  action: AuditAction
  subject: { kind: AuditSubject; id: string }
  /** Ids and figures only: the log is for ever, and names nobody. */
  details?: Record<string, unknown>
}

/**
 * What people of a merchant ask for is in the audit log, in the transaction that carries it out: a repeat under the same key finds that
 * done, and is not noted. What programs ask for is among their requests; they neither wait for the head of the chain nor send a statement more.
 */
export function noteByPerson(
  tx: Transaction,
  { clock, vault }: Pick<World, 'clock' | 'vault'>,
  { caller: { merchantId, by }, requestId }: Request,
  { action, subject, details = {} }: Noted,
): void {
  if (by.kind !== 'person') return
  const actor = { kind: 'member', id: by.user.id } as const
  recordAudit(tx, vault, [{ at: clock.now(), actor, action, subject, merchantId, details, requestId }])
}

async function append(tx: Transaction, vault: Vault, entries: AuditEntry[]): Promise<void> {
  const [head] = await tx<Head[]>`select seq, hash, secret_id from audit_head for update`
  if (!head) throw new Error('The audit log has lost its head row.')
  // Whoever has not heard yet that the secret was changed hears it here.
  const key = vault.auditKey(head.secret_id)
  let { seq, hash } = head
  const rows = entries.map((entry) => {
    seq += 1n
    const row = rowOf(entry, seq, hash)
    hash = hashWith(key, chainedText(row))
    return { ...row, hash }
  })
  for (const row of rows) {
    await tx`
      insert into audit_log (seq, at, actor_kind, actor_id, action, subject_kind, subject_id, merchant_id, details,
        request_id, previous_hash, hash)
      values (${row.seq}, ${row.at}, ${row.actor_kind}, ${row.actor_id}, ${row.action}, ${row.subject_kind},
        ${row.subject_id}, ${row.merchant_id}, ${row.details}::text::json, ${row.request_id}, ${row.previous_hash},
        ${row.hash})`
  }
  await tx`update audit_head set seq = ${seq}, hash = ${hash}, seal = ${sealOfHead(key, seq, hash)}`
}

type Head = { seq: bigint; hash: Buffer; secret_id: Buffer | null }

/** Without the secret nobody can make a head for a shorter chain. */
function sealOfHead(key: Buffer, seq: bigint, hash: Buffer): Buffer {
  return hashWith(key, `head ${seq} ${hash.toString('hex')}`)
}

function hashWith(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/**
 * Hashes with another secret from now on. The key of the entries before is kept, sealed with the new secret, so that they can still
 * be verified; they are part of what every later entry is chained to, so whoever has the old secret cannot change them unseen.
 */
export async function changeAuditKey(tx: Transaction, vault: Vault, earlierKey: Buffer): Promise<void> {
  const [head] = await tx<Head[]>`select seq, hash, secret_id from audit_head for update`
  if (!head) throw new Error('The audit log has lost its head row.')
  await tx`
    insert into retired_audit_keys (last_seq, key_sealed)
    values (${head.seq}, ${vault.seal(earlierKey.toString('base64'))}) on conflict do nothing`
  await tx`
    update audit_head set secret_id = ${vault.secretId},
      seal = ${sealOfHead(vault.auditKey(vault.secretId), head.seq, head.hash)}`
}

type AuditRow = {
  seq: bigint
  at: Date
  actor_kind: string
  actor_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  merchant_id: string | null
  /** The exact JSON text: the hash covers it as it was written. */
  details: string
  request_id: string | null
  previous_hash: Buffer
}

/** The text that an entry's hash covers: every column, in a form that leaves no room for two readings. */
function chainedText(row: AuditRow): string {
  return JSON.stringify([
    String(row.seq),
    row.at.toISOString(),
    row.actor_kind,
    row.actor_id,
    row.action,
    row.subject_kind,
    row.subject_id,
    row.merchant_id,
    row.details,
    row.request_id,
    row.previous_hash.toString('hex'),
  ])
}

function rowOf(entry: AuditEntry, seq: bigint, previousHash: Buffer): AuditRow {
  return {
    seq,
    at: entry.at,
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    action: entry.action,
    subject_kind: entry.subject.kind,
    subject_id: entry.subject.id,
    merchant_id: entry.merchantId,
    // Notes are written by people, who may name others; the log is kept for ever.
    details: JSON.stringify(leaveOutOfWord(entry.details, {})),
    request_id: entry.requestId,
    previous_hash: previousHash,
  }
}

/** Enough to make round trips cheap, little enough to hold in memory. */
const rowsAtOnce = 1_000

type StoredRow = AuditRow & { hash: Buffer }

/** Walks the whole chain and names the first thing that is wrong with it, or answers null. */
export async function verifyAudit(sql: Database | Transaction, vault: Vault): Promise<string | null> {
  let expected: { seq: bigint; hash: Buffer } = { seq: 0n, hash: Buffer.alloc(32) }
  const keyOf = await keysOf(sql, vault)
  for (;;) {
    const rows = await sql<StoredRow[]>`
      select seq, at, actor_kind, actor_id, action, subject_kind, subject_id, merchant_id, details::text as details,
        request_id, previous_hash, hash
      from audit_log where seq > ${expected.seq} order by seq limit ${rowsAtOnce}`
    for (const row of rows) {
      if (row.seq !== expected.seq + 1n) return `entry ${expected.seq + 1n} is missing`
      if (!row.previous_hash.equals(expected.hash))
        return `entry ${row.seq} does not follow the one before it`
      if (!hashWith(keyOf(row.seq), chainedText(row)).equals(row.hash)) return `entry ${row.seq} was changed`
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
  const newest = keyOf(head.seq + 1n)
  if (head.seq === 0n || head.seal?.equals(sealOfHead(newest, head.seq, head.hash))) return null
  return 'the head was put there by somebody without the secret: entries may have been cut off'
}

/** Which key an entry was hashed with: that of the secret of its time. */
async function keysOf(sql: Database | Transaction, vault: Vault): Promise<(seq: bigint) => Buffer> {
  const [head] = await sql<Pick<Head, 'secret_id'>[]>`select secret_id from audit_head`
  const retired = await sql<{ last_seq: bigint; key_sealed: Buffer }[]>`
    select last_seq, key_sealed from retired_audit_keys order by last_seq`
  const earlier = retired.map((row) => ({
    lastSeq: row.last_seq,
    key: Buffer.from(vault.open(row.key_sealed), 'base64'),
  }))
  const present = vault.auditKey(head?.secret_id ?? null)
  return (seq) => earlier.find(({ lastSeq }) => seq <= lastSeq)?.key ?? present
}
