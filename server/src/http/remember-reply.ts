import { createHash } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { type Database, isLockedByOthers, type Transaction } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Vault } from '../primitives/seal.ts'

export type RequestMark = {
  scope: string
  environment: Environment
  key: string
  fingerprint: Buffer
}

export type Remembered<T> = { status: number; reply: T; replayed: boolean }

/**
 * Does the work once for each key: the key is claimed, the work done and the reply kept in one transaction, so
 * there is never one without the others. A second request waits for the first to commit and gets its reply.
 */
export async function rememberReply<T>(
  world: { sql: Database; clock: Clock; vault: Vault },
  mark: RequestMark,
  status: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<Remembered<T>> {
  return (await world.sql.begin(async (tx): Promise<Remembered<T>> => {
    if (!(await claim(tx, mark, world.clock.now()))) return replay<T>(tx, mark, world.vault)
    const reply = await work(tx)
    await tx`
      update idempotency_keys set status = ${status}, reply_sealed = ${world.vault.seal(JSON.stringify(reply))}
      where scope = ${mark.scope} and environment = ${mark.environment} and key = ${mark.key}`
    return { status, reply, replayed: false }
  })) as Remembered<T>
}

/** The same request has the same mark however its fields are ordered, and whether what is not there is left out or null. */
export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest()
}

async function claim(tx: Transaction, mark: RequestMark, now: Date): Promise<boolean> {
  try {
    const claimed = await tx`
      insert into idempotency_keys (scope, environment, key, fingerprint, status, reply_sealed, created_at)
      values (${mark.scope}, ${mark.environment}, ${mark.key}, ${mark.fingerprint}, 0, ''::bytea, ${now})
      on conflict do nothing`
    return claimed.count === 1
  } catch (error) {
    // Another request holds the key and has not committed within our lock timeout.
    if (isLockedByOthers(error)) throw new Refusal('idempotency_in_progress')
    throw error
  }
}

async function replay<T>(tx: Transaction, mark: RequestMark, vault: Vault): Promise<Remembered<T>> {
  const [kept] = await tx<{ fingerprint: Buffer; status: number; reply_sealed: Buffer }[]>`
    select fingerprint, status, reply_sealed from idempotency_keys
    where scope = ${mark.scope} and environment = ${mark.environment} and key = ${mark.key}`
  if (!kept) throw new Refusal('idempotency_in_progress')
  if (!kept.fingerprint.equals(mark.fingerprint)) throw new Refusal('idempotency_key_reused')
  return { status: kept.status, reply: JSON.parse(vault.open(kept.reply_sealed)) as T, replayed: true }
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`
}
