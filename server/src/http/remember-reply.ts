import { hash } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Vault } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { keyIsFree, waitForTheFirst } from './wait-for-the-first.ts'

export type RequestMark = {
  scope: string
  environment: Environment
  key: string
  fingerprint: Buffer
}

/** How a transaction is begun. */
export type Begin = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

export type Remembered<T> = { status: number; reply: T; replayed: boolean }

/**
 * Does the work once for each key: the key is claimed, the work done and the reply kept in one transaction, so
 * there is never one without the others. A second request waits for the first to end and gets its reply.
 */
export async function rememberReply<T>(
  world: Pick<World, 'clock' | 'vault' | 'pause'> & { sql: { begin: Begin } },
  mark: RequestMark,
  statusOf: () => number,
  work: (tx: Transaction) => Promise<T>,
): Promise<Remembered<T>> {
  return await waitForTheFirst(world, async () => {
    const remembered = await world.sql.begin(async (tx): Promise<Remembered<T>> => {
      if (!(await claim(tx, mark, world.clock.now()))) return replay<T>(tx, mark, world.vault)
      const reply = await work(tx)
      const status = statusOf()
      await tx`
        update idempotency_keys set status = ${status}, reply_sealed = ${world.vault.seal(JSON.stringify(reply))}
        where scope = ${mark.scope} and environment = ${mark.environment} and key = ${mark.key}`
      return { status, reply, replayed: false }
    })
    return remembered as Remembered<T>
  })
}

/** The same request has the same mark however its fields are ordered, and whether what is not there is left out or null. */
export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  return hash('sha256', `${method} ${path}\n${canonicalJson(body)}`, 'buffer')
}

async function claim(tx: Transaction, mark: RequestMark, now: Date): Promise<boolean> {
  const { scope, environment, key } = mark
  const claimed = await tx`
    insert into idempotency_keys (scope, environment, key, fingerprint, status, reply_sealed, created_at)
    select ${scope}::uuid, ${environment}, ${key}::uuid, ${mark.fingerprint}::bytea, 0, ''::bytea, ${now}::timestamptz
    where ${keyIsFree(tx, tx`${scope}::uuid`, tx`${environment}`, tx`${key}::uuid`)}
    on conflict do nothing`
  return claimed.count === 1
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
  const fields = value as Record<string, unknown>
  let written = ''
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] === null) continue
    written += `${written === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(fields[name])}`
  }
  return `{${written}}`
}
