import { channels, type Environment, type MerchantDossier } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Transaction } from '../database/database.ts'
import { defaultCurrency, readBalance } from '../ledger/ledger.ts'
import { readLooks } from '../merchants/merchants.ts'
import { findRules, showRule } from '../pricing/pricing.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { pendingStatuses, pendingTotal, resolvable } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { type AdminMerchantRow, showToAdmin } from './change-merchant.ts'

type Dossier = Static<typeof MerchantDossier>

/** Two or three are usual; a shop of a hundred owners is no reason for an answer without end. */
const mostOwners = 20
/** What fits on a screen, and goes back far enough to see what changed of late. */
const mostHistory = 50
/** Whoever has more has a problem that no number tells better. */
const mostCounted = 100

/** Everything that an operator has to know of one merchant, live and sandbox side by side. */
export async function merchantDossierOf(tx: Transaction, { clock }: World, id: string): Promise<Dossier> {
  const [row] = isId(id)
    ? await tx<AdminMerchantRow[]>`
        select id, name, phone, verification_status, is_active, hold_threshold, created_at, updated_at
        from merchants where id = ${id}`
    : []
  if (!row) throw new Refusal('not_found')
  const { name: _name, is_active: _isActive, ...looks } = await readLooks(tx, row.id)
  const wanted = channels.map((channel) => ({ merchantId: row.id, channel }))
  return {
    ...showToAdmin(row),
    looks,
    ...(await peopleOf(tx, row.id)),
    pricing: (await findRules(tx, clock.now(), wanted)).map(showRule),
    live: await standingOf(tx, row.id, 'live', clock.now()),
    sandbox: await standingOf(tx, row.id, 'sandbox', clock.now()),
    history: await historyOf(tx, row.id),
  }
}

async function peopleOf(tx: Transaction, merchantId: string): Promise<Pick<Dossier, 'members' | 'owners'>> {
  const [counted] = await tx<{ members: number }[]>`
    select count(*)::int as members from memberships where merchant_id = ${merchantId}`
  const owners = await tx<Dossier['owners']>`
    select u.name, u.email from memberships m join users u on u.id = m.user_id
    where m.merchant_id = ${merchantId} and m.role = 'owner' order by m.id limit ${mostOwners}`
  return { members: counted?.members ?? 0, owners: [...owners] }
}

type Counts = Omit<Dossier['live'], 'balance' | 'last_collection_at' | 'last_withdrawal_at'> & {
  last_collection_at: Date | null
  last_withdrawal_at: Date | null
}

/** Payments are kept count of; what waits for people is little, and counted up to where the number stops to matter. */
async function standingOf(
  tx: Transaction,
  merchantId: string,
  environment: Environment,
  now: Date,
): Promise<Dossier['live']> {
  const ofMerchant = tx`merchant_id = ${merchantId} and environment = ${environment}`
  const ofWithdrawals = (statuses: readonly string[]) => tx`
    (select count(*)::int from withdrawals where ${ofMerchant} and status = any(${[...statuses]}::text[]))`
  const [counts] = await tx<Counts[]>`
    select ${ofWithdrawals(pendingStatuses)} as withdrawals_pending, ${ofWithdrawals(resolvable)} as withdrawals_unclear,
      (select greatest(coalesce(sum(change), 0), 0)::int from collection_counts
        where ${ofMerchant} and status = 'pending_clearance') as collections_held,
      (select count(*)::int from (select from discrepancies
        where ${ofMerchant} and status = 'open' limit ${mostCounted}) as open) as discrepancies_open,
      (select count(*)::int from api_keys where ${ofMerchant} and revoked_at is null
        and (expires_at is null or expires_at > ${now})) as api_keys,
      (select created_at from collections where ${ofMerchant} and touched(id) order by id desc limit 1) as last_collection_at,
      (select created_at from withdrawals where ${ofMerchant} and touched(id) order by id desc limit 1) as last_withdrawal_at`
  if (!counts) throw new Error('A count always has a row.')
  const pending = await pendingTotal(tx, { merchantId, environment })
  return {
    ...counts,
    balance: await readBalance(tx, { merchantId, environment, currency: defaultCurrency }, pending),
    last_collection_at: counts.last_collection_at?.toISOString() ?? null,
    last_withdrawal_at: counts.last_withdrawal_at?.toISOString() ?? null,
  }
}

type HistoryRow = Omit<Dossier['history'][number], 'at'> & { at: Date }

async function historyOf(tx: Transaction, merchantId: string): Promise<Dossier['history']> {
  const rows = await tx<HistoryRow[]>`
    select a.at, a.action, a.actor_kind, u.name as "by", a.subject_kind, a.subject_id, a.details, a.request_id
    from (select * from audit_log where merchant_id = ${merchantId} order by seq desc limit ${mostHistory}) a
    left join users u on u.id = a.actor_id order by a.seq desc`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
