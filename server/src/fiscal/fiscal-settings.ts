import type { BodyOf, FiscalSettings, operations, TaxCode } from '@malipo/contract'
import type { Static } from 'typebox'
import { recordAudit } from '../audit/audit.ts'
import type { Authorities } from '../authorities/authorities.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { Owner } from './find-receipts.ts'
import type { Lane } from './lane.ts'

export type SettingsRow = {
  is_enabled: boolean
  enabled_at: Date | null
  tin: string
  vrn: string | null
  business_name: string
  tax_code: TaxCode
  updated_at: Date
}
type Found = SettingsRow &
  Pick<
    Lane,
    'registration' | 'registration_id' | 'registration_problem' | 'asked_tin' | 'last_number' | 'behind_since'
  >
type Shown = Static<typeof FiscalSettings>

async function findSettings(sql: Database | Transaction, owner: Owner): Promise<Found | undefined> {
  const [found] = await sql<Found[]>`
    select s.is_enabled, s.enabled_at, s.tin, s.vrn, s.business_name, s.tax_code, s.updated_at, l.registration,
      l.registration_id, l.registration_problem, l.asked_tin, l.last_number, l.behind_since
    from fiscal_settings s join fiscal_lanes l using (merchant_id, environment)
    where s.merchant_id = ${owner.merchantId} and s.environment = ${owner.environment}`
  return found
}

export async function readSettings(
  sql: Database | Transaction,
  authorities: Authorities,
  owner: Owner,
): Promise<Shown> {
  const found = await findSettings(sql, owner)
  return {
    is_enabled: found?.is_enabled ?? false,
    is_available: authorities.of(owner.environment) !== null,
    tin: found?.tin ?? null,
    vrn: found?.vrn ?? null,
    business_name: found?.business_name ?? null,
    tax_code: found?.tax_code ?? 'EXEMPT',
    registration_status: found?.registration ?? 'NONE',
    registration_problem: found?.registration_problem ?? null,
    last_number: Number(found?.last_number ?? 0n),
    behind_since: found?.behind_since?.toISOString() ?? null,
    updated_at: found?.updated_at.toISOString() ?? null,
  }
}

type Wish = BodyOf<typeof operations.changeFiscalSettings>
type Changing = { caller: Actor; requestId: string }

export async function changeSettings(
  tx: Transaction,
  world: World,
  authorities: Authorities,
  { caller, requestId }: Changing,
  wish: Wish,
): Promise<Shown> {
  const { merchantId, environment, by } = caller
  if (by.kind !== 'person') throw new Error('What a merchant tells the tax authority is changed by people.')
  // Of two who change it at once, the second changes what the first has left.
  await tx`select from merchants where id = ${merchantId} for no key update`
  // Nor is it registered by a worker between what is read here and what is written.
  await tx`select from fiscal_lanes where merchant_id = ${merchantId} and environment = ${environment} for no key update`
  const before = await findSettings(tx, caller)
  const now = world.clock.now()
  const after = settingsAfter(before, wish, now)
  const authority = authorities.of(environment)
  if (after.is_enabled && authority === null) {
    throw new Refusal('invalid_state', {
      message:
        'No tax authority is connected here for live payments. Whoever runs this service has to connect one.',
    })
  }
  // Who saves again what was refused wants it to be asked anew: it may have been put right there.
  const mustRegister = before === undefined || isOther(before, after) || before.registration === 'REFUSED'
  if (before !== undefined && before.tin !== after.tin) refuseOtherTin(before)
  await tx`
    insert into fiscal_settings (merchant_id, environment, is_enabled, enabled_at, tin, vrn, business_name, tax_code, updated_at)
    values (${merchantId}, ${environment}, ${after.is_enabled}, ${after.enabled_at}, ${after.tin}, ${after.vrn},
      ${after.business_name}, ${after.tax_code}, ${now})
    on conflict (merchant_id, environment) do update
    set is_enabled = excluded.is_enabled, enabled_at = excluded.enabled_at, tin = excluded.tin, vrn = excluded.vrn,
      business_name = excluded.business_name, tax_code = excluded.tax_code, updated_at = excluded.updated_at`
  await openLane(tx, { merchantId, environment }, { authority: authority?.name ?? 'none', now, mustRegister })
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'member', id: by.user.id },
      action: 'fiscal_settings.changed',
      subject: { kind: 'merchant', id: merchantId },
      merchantId,
      details: { environment, before: before ? tellable(before) : null, after: tellable(after) },
      requestId,
    },
  ])
  return await readSettings(tx, authorities, caller)
}

/** What the authority knows or may know a merchant by is not changed behind its back. */
function refuseOtherTin({ registration_id, asked_tin, tin }: Found): void {
  if (registration_id !== null) {
    throw new Refusal('invalid_state', {
      message: `The authority knows this merchant as ${tin}, and its receipts are counted under it. The TIN cannot be changed.`,
    })
  }
  if (asked_tin !== null) {
    throw new Refusal('invalid_state', {
      message: `The authority was asked to register ${asked_tin} and has not answered, so it may know this merchant by it. Change the TIN once it has refused this one; it is asked again by itself.`,
    })
  }
}

const digits = (text: string) => text.replaceAll(/[^0-9]/g, '')
const plainVrn = (text: string) => text.replaceAll('-', '').toUpperCase()

function settingsAfter(before: SettingsRow | undefined, wish: Wish, now: Date): SettingsRow {
  const tin = wish.tin === undefined ? before?.tin : digits(wish.tin)
  const businessName = wish.business_name?.trim() ?? before?.business_name
  if (tin === undefined) throw invalid({ field: 'tin', problem: 'is needed before anything else' })
  if (businessName === undefined) {
    throw invalid({ field: 'business_name', problem: 'is needed before anything else' })
  }
  const vrn = wish.vrn === undefined ? (before?.vrn ?? null) : wish.vrn && plainVrn(wish.vrn)
  const taxCode = wish.tax_code ?? before?.tax_code ?? 'EXEMPT'
  if (taxCode === 'STANDARD' && vrn === null) {
    throw invalid({ field: 'vrn', problem: 'is needed where VAT is in the amounts' })
  }
  const isEnabled = wish.is_enabled ?? before?.is_enabled ?? false
  return {
    is_enabled: isEnabled,
    enabled_at: isEnabled ? (before?.enabled_at ?? now) : null,
    ...{ tin, vrn, business_name: businessName, tax_code: taxCode, updated_at: now },
  }
}

function isOther(before: SettingsRow, after: SettingsRow): boolean {
  return (['tin', 'vrn', 'business_name'] as const).some((field) => before[field] !== after[field])
}

/** Whoever is at work for the merchant at this moment loses the lane, so that nobody writes down what was asked with the old settings. */
async function openLane(
  tx: Transaction,
  { merchantId, environment }: Owner,
  { authority, now, mustRegister }: { authority: string; now: Date; mustRegister: boolean },
): Promise<void> {
  const yesterday = dayAfter(dayAt(now), -1)
  await tx`
    insert into fiscal_lanes as l (merchant_id, environment, authority, registration, closed_through, due_at)
    values (${merchantId}, ${environment}, ${authority}, 'PENDING', ${yesterday}, ${now})
    on conflict (merchant_id, environment) do update
    set lease = l.lease + 1, attempts = 0, is_resting = false, due_at = excluded.due_at,
      authority = case when l.registration_id is null then excluded.authority else l.authority end,
      registration = case when ${mustRegister} then 'PENDING' else l.registration end,
      registration_problem = case when ${mustRegister} then null else l.registration_problem end`
}

/** A name can be erased where it stands; the log never can. */
function tellable({ is_enabled, tin, vrn, tax_code }: SettingsRow) {
  return { is_enabled, tin, vrn, tax_code }
}
