import type { Environment, WithdrawalDossier } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { readEvidence } from '../evidence/evidence.ts'
import { readBalance } from '../ledger/ledger.ts'
import { explain, listRules } from '../pricing/pricing.ts'
import { isId } from '../primitives/id.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { pendingStatuses, showWithdrawal, type WithdrawalRow } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'

export type ApprovalsNeeded = (withdrawal: WithdrawalRow) => number
export type PayoutDesk = { approvalsNeeded: ApprovalsNeeded; registry: Pick<Registry, 'payOutWaitsFor'> }
export type QueuedRow = WithdrawalRow & {
  merchant_name: string
  verification_status: string
  is_active: boolean
  approvals: number
}
type DossierRow = QueuedRow & {
  merchant_phone: string | null
  merchant_created_at: Date
}
type Dossier = Static<typeof WithdrawalDossier>

/** More than anybody reads before deciding, and no answer without end. */
const mostShown = 100
const dayMs = 24 * 3_600_000
/** Most merchants withdraw once a day or less. */
const manyInADay = 5
/** Growth is gradual; a stolen account is emptied at once. */
const muchLarger = 3n

export function showQueued(row: QueuedRow, { approvalsNeeded, registry }: PayoutDesk) {
  return {
    ...showWithdrawal(row, registry, row),
    merchant_name: row.merchant_name,
    provider: row.provider,
    approvals: row.approvals,
    approvals_needed: approvalsNeeded(row),
  }
}

/** Everything a Super Admin needs to decide. In a transaction of one snapshot its figures agree with each other. */
export async function dossierOf(
  sql: Database | Transaction,
  world: World,
  id: string,
  environment: Environment,
  desk: PayoutDesk,
): Promise<Dossier> {
  if (!isId(id)) throw new Refusal('not_found')
  const [row] = await sql<DossierRow[]>`
    select w.*, m.name as merchant_name, m.phone as merchant_phone, m.verification_status, m.is_active,
      m.created_at as merchant_created_at,
      (select count(*)::int from withdrawal_approvals where withdrawal_id = w.id) as approvals
    from withdrawals w join merchants m on m.id = w.merchant_id
    where w.id = ${id} and w.environment = ${environment}`
  if (!row) throw new Refusal('not_found')
  return {
    ...showQueued(row, desk),
    merchant: {
      merchant_id: row.merchant_id,
      name: row.merchant_name,
      verification_status: row.verification_status,
      is_active: row.is_active,
      created_at: row.merchant_created_at.toISOString(),
    },
    balance: await balanceOf(sql, row),
    other_pending: await otherPending(sql, row, desk),
    charges: await explainCharges(sql, row),
    history: await historyOf(sql, id),
    exchanges: await exchangesOf(sql, id),
    ...(await readEvidence(sql, row)),
    risk_hints: await hintsAbout(sql, row, row.merchant_phone, world.clock.now()),
  }
}

async function balanceOf(sql: Database | Transaction, row: WithdrawalRow): Promise<Dossier['balance']> {
  const { merchant_id: merchantId, environment, currency } = row
  const [asked] = await sql<{ pending: bigint }[]>`
    select coalesce(sum(total_reserved), 0)::bigint as pending from withdrawals
    where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency}
      and status = any(${pendingStatuses}::text[])`
  return await readBalance(sql, { merchantId, environment, currency }, asked?.pending ?? 0n)
}

async function otherPending(sql: Database | Transaction, row: DossierRow, { registry }: PayoutDesk) {
  const rows = await sql<WithdrawalRow[]>`
    select * from withdrawals
    where merchant_id = ${row.merchant_id} and environment = ${row.environment} and id <> ${row.id}
      and status = any(${pendingStatuses}::text[])
    order by id desc limit ${mostShown}`
  return rows.map((other) => showWithdrawal(other, registry, row))
}

/** The amounts are those that were frozen; the rule, which never changes, only tells how they came about. */
async function explainCharges(sql: Database | Transaction, row: WithdrawalRow): Promise<Dossier['charges']> {
  const rules = await listRules(sql, row.merchant_id, row.method)
  const rule = rules.find(({ id }) => id === row.pricing_rule_id)
  if (!rule) throw new Error(`The pricing rule ${row.pricing_rule_id} is not one of the merchant's.`)
  const frozen = {
    percentageFee: row.percentage_fee,
    flatFee: row.flat_fee,
    processorCharge: row.processor_charge,
    passThrough: row.processor_fee_pass_through,
    totalCharges: row.total_charges,
  }
  return explain(rule, row.amount, frozen).map((line) => ({
    ...line,
    because: `${rule.label}: ${line.because}`,
  }))
}

async function historyOf(sql: Database | Transaction, id: string): Promise<Dossier['history']> {
  type HistoryRow = Omit<Dossier['history'][number], 'at'> & { at: Date }
  const rows = await sql<HistoryRow[]>`
    select h.from_status as "from", h.to_status as "to", h.source, h.note, u.email as "by", h.provider_payment_status,
      h.at
    from withdrawal_history h left join users u on u.id = h.by_user
    where h.withdrawal_id = ${id} order by h.seq`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** A long chase asks many times; the last words count, in the order in which they were said. */
async function exchangesOf(sql: Database | Transaction, id: string): Promise<Dossier['exchanges']> {
  const rows = await sql<{ kind: string; request: unknown; response: unknown; at: Date }[]>`
    select kind, request, response, at from provider_exchanges
    where withdrawal_id = ${id} order by id desc limit ${mostShown}`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() })).reverse()
}

type Past = { was_paid: boolean; other_name: string | null; largest: bigint | null; recent: number }

/** What deserves a second look. Hints decide nothing: each of them can have a good reason. */
async function hintsAbout(
  sql: Database | Transaction,
  row: WithdrawalRow,
  merchantPhone: string | null,
  now: Date,
): Promise<Dossier['risk_hints']> {
  const past = await pastOf(sql, row, new Date(now.getTime() - dayMs))
  const { destination_identifier: identifier, amount } = row
  const hints = [
    !past.was_paid && {
      kind: 'new_recipient',
      text: `${identifier} was never paid successfully by this merchant before.`,
    },
    past.other_name !== null && {
      kind: 'name_mismatch',
      text: `${identifier} was used before with another name: ${past.other_name}.`,
    },
    past.recent >= manyInADay && {
      kind: 'velocity',
      text: `${past.recent} withdrawals of this merchant in the last 24 hours.`,
    },
    past.largest !== null &&
      amount >= muchLarger * past.largest && {
        kind: 'unusual_amount',
        text: `At least ${muchLarger} times the largest successful withdrawal before, which was ${textFromMinor(past.largest)}.`,
      },
    merchantPhone === identifier && {
      kind: 'own_phone',
      text: "The recipient's number is the merchant's own.",
    },
  ]
  return hints.filter((hint) => hint !== false)
}

/** Account numbers are only unique within a bank; a phone number is the same one on every network. */
async function pastOf(sql: Database | Transaction, row: WithdrawalRow, since: Date): Promise<Past> {
  const ofMerchant = sql`merchant_id = ${row.merchant_id} and environment = ${row.environment}`
  const [past] = await sql<Past[]>`
    with earlier as (
      select id, status, amount, currency, destination_name,
        destination_identifier = ${row.destination_identifier}
          and (method <> 'BANK_ACCOUNT' or destination_code = ${row.destination_code}) as is_same
      from withdrawals where ${ofMerchant} and id < ${row.id})
    select coalesce(bool_or(is_same and status = 'SUCCESS'), false) as was_paid,
      (array_agg(destination_name order by id desc) filter (where is_same
        and ${plainName(sql, sql`destination_name`)} <> ${plainName(sql, sql`${row.destination_name}::text`)}))[1] as other_name,
      max(amount) filter (where status = 'SUCCESS' and currency = ${row.currency}) as largest,
      (select count(*)::int from withdrawals where ${ofMerchant} and created_at > ${since}) as recent
    from earlier`
  if (!past) throw new Error('An aggregate always has a row.')
  return past
}

/** People write a name with other capitals and spaces from one time to the next. */
function plainName(sql: Database | Transaction, name: Fragment): Fragment {
  return sql`lower(regexp_replace(trim(${name}), '[[:space:]]+', ' ', 'g'))`
}
