import type { RecipientSettings } from '@malipo/contract'
import type { Static } from 'typebox'
import { recordAudit } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { notify } from '../notifications/notifications.ts'
import { invalid } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { Owner } from './find-recipients.ts'
import { settingsNotice } from './recipient-notices.ts'
import type { Settings, Strictness } from './strictness.ts'

type SettingsRow = {
  cooling_hours: number
  recipients_only: boolean
  next_cooling_hours: number | null
  next_recipients_only: boolean | null
  next_at: Date | null
}

const hourMs = 3_600_000

/** In the sandbox nobody waits for anybody. */
function initialOf({ environment }: Owner): Strictness {
  return { hours: environment === 'live' ? 24 : 0, only: false }
}

export async function readSettings(sql: Database | Transaction, owner: Owner, now: Date): Promise<Settings> {
  const [row] = await sql<SettingsRow[]>`
    select cooling_hours, recipients_only, next_cooling_hours, next_recipients_only, next_at from recipient_settings
    where merchant_id = ${owner.merchantId} and environment = ${owner.environment}`
  return row ? settingsOf(row, now) : { now: initialOf(owner), next: null }
}

function settingsOf(row: SettingsRow, now: Date): Settings {
  const present = { hours: row.cooling_hours, only: row.recipients_only }
  const { next_cooling_hours: hours, next_recipients_only: only, next_at: at } = row
  if (hours === null || only === null || at === null) return { now: present, next: null }
  return at <= now ? { now: { hours, only }, next: null } : { now: present, next: { hours, only, at } }
}

/**
 * Stricter acts at once. Laxer acts after the time that recipients cool now: whoever has stolen a session cannot make a recipient usable
 * sooner than its owners, who are told, can do something about it. The same wish again does not begin the time anew.
 */
export function changedSettings(
  { now: present, next }: Settings,
  change: Partial<Strictness>,
  at: Date,
): Settings {
  const wished = { ...strictnessOf(next ?? present), ...change }
  const strict = { hours: Math.max(present.hours, wished.hours), only: present.only || wished.only }
  if (isSame(wished, strict)) return { now: strict, next: null }
  if (next !== null && isSame(wished, next)) return { now: present, next }
  const acts = new Date(at.getTime() + present.hours * hourMs)
  return present.hours === 0 ? { now: wished, next: null } : { now: strict, next: { ...wished, at: acts } }
}

const strictnessOf = ({ hours, only }: Strictness): Strictness => ({ hours, only })
const isSame = (one: Strictness, other: Strictness) => one.hours === other.hours && one.only === other.only

type Changing = { caller: Actor; requestId: string }

export async function changeSettings(
  tx: Transaction,
  world: World,
  { caller, requestId }: Changing,
  change: Partial<Strictness>,
): Promise<Settings> {
  const { merchantId, environment, by } = caller
  if (by.kind !== 'person') throw new Error('How recipients are treated is changed by people.')
  if (environment === 'sandbox' && (change.hours ?? 0) > 0) {
    throw invalid({ field: 'recipient_cooling_hours', problem: 'is always 0 in the sandbox' })
  }
  const now = world.clock.now()
  const before = await lockSettings(tx, caller, now)
  const after = changedSettings(before, change, now)
  if (JSON.stringify(after) === JSON.stringify(before)) return before
  await tx`
    update recipient_settings set cooling_hours = ${after.now.hours}, recipients_only = ${after.now.only},
      next_cooling_hours = ${after.next?.hours ?? null}, next_recipients_only = ${after.next?.only ?? null},
      next_at = ${after.next?.at ?? null}, updated_at = ${now}
    where merchant_id = ${merchantId} and environment = ${environment}`
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'member', id: by.user.id },
      action: 'recipient_settings.change',
      subject: { kind: 'merchant', id: merchantId },
      merchantId,
      details: { environment, before: showSettings(before), after: showSettings(after) },
      requestId,
    },
  ])
  await notify(tx, world, [settingsNotice(caller, by.user.name, after)])
  return after
}

/** Of two who change it at once, the second changes what the first has left. */
async function lockSettings(tx: Transaction, owner: Owner, now: Date): Promise<Settings> {
  const { hours, only } = initialOf(owner)
  await tx`
    insert into recipient_settings (merchant_id, environment, cooling_hours, recipients_only, updated_at)
    values (${owner.merchantId}, ${owner.environment}, ${hours}, ${only}, ${now}) on conflict do nothing`
  const [row] = await tx<SettingsRow[]>`
    select cooling_hours, recipients_only, next_cooling_hours, next_recipients_only, next_at from recipient_settings
    where merchant_id = ${owner.merchantId} and environment = ${owner.environment} for update`
  if (!row) throw new Error('Settings that were written just now are gone.')
  return settingsOf(row, now)
}

export function showSettings({ now, next }: Settings): Static<typeof RecipientSettings> {
  return {
    recipient_cooling_hours: now.hours,
    recipients_only: now.only,
    scheduled: next && {
      recipient_cooling_hours: next.hours,
      recipients_only: next.only,
      at: next.at.toISOString(),
    },
  }
}
