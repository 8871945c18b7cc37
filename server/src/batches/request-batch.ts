import { type BodyOf, duplicateBatchDays, type operations } from '@malipo/contract'
import { countPayout, refuseBeyondCaps } from '../auth/auth.ts'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { readAvailable, tooLittle } from '../ledger/ledger.ts'
import { joinMetadata } from '../metadata/metadata.ts'
import { daysBefore } from '../primitives/clock.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { foreseePayouts, judgeForeseen, keepHits, type Outcome, settleForeseen } from '../risk/risk.ts'
import {
  approvalDelayOf,
  dueAfter,
  insertWithdrawals,
  paymentOf,
  payOutCurrency,
  refuseRestricted,
  type WithdrawalRow,
} from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { type BatchRow, batchColumns, type Owner } from './batch-row.ts'
import { contentHash, knownHashes, type Paying } from './content-hash.ts'
import {
  asProblems,
  type BatchDesk,
  draftRows,
  type PricedRow,
  priceRows,
  refuseBarred,
  totalsOf,
} from './draft-rows.ts'
import { invalidRows, type Judged } from './judge-rows.ts'

type Asked = Omit<BodyOf<typeof operations.createDisbursementBatch>, 'merchant_id' | 'rows'>

/**
 * Takes a batch in, whole or not at all: the rows were judged by themselves, and are now beside what is known; then come the merchant's gate
 * and the balance for the sum. Nothing is reserved before somebody approves.
 */
export async function requestBatch(
  tx: Transaction,
  desk: BatchDesk,
  caller: Actor,
  asked: Asked,
  { rows, problems }: Judged,
  approvalDelayMs: number | null,
): Promise<BatchRow> {
  const priced = await priceRows(tx, desk, caller, rows)
  const wrong = [...problems, ...priced.problems]
  if (wrong.length > 0) throw invalidRows([...wrong, ...asProblems(priced.barred)])
  refuseRestricted(caller)
  refuseBarred(priced.barred)
  const made = makeBatch(desk, caller, asked, priced.rows, approvalDelayMs)
  if (!asked.allow_duplicate) await refuseDuplicate(tx, desk.world, made)
  await insertBatch(tx, desk.world, caller, made)
  return made.batch
}

export type MadeBatch = { batch: BatchRow; rows: WithdrawalRow[] }

export function makeBatch(
  desk: BatchDesk,
  caller: Actor,
  asked: Omit<Asked, 'allow_duplicate'> & { retryOf?: string },
  priced: readonly PricedRow[],
  approvalDelayMs: number | null,
): MadeBatch {
  const { world } = desk
  const [id, now] = [world.newId(), world.clock.now()]
  const rows = draftRows(desk, caller, id, priced)
  const totals = totalsOf(priced)
  const batch: BatchRow = {
    id,
    merchant_id: caller.merchantId,
    environment: caller.environment,
    api_key_id: caller.by.kind === 'key' ? caller.by.keyId : null,
    asked_by: caller.by.kind === 'person' ? caller.by.user.id : null,
    name: asked.name,
    status: 'PENDING_ADMIN_APPROVAL',
    approve_rows: asked.approve_rows ?? false,
    retry_of: asked.retryOf ?? null,
    currency: payOutCurrency,
    row_count: rows.length,
    amount_total: totals.amount,
    charges_total: totals.charges,
    content_hash: contentHash(rows),
    moves: 1,
    due_at: dueAfter(now, approvalDelayMs),
    counts_from: null,
    metadata: joinMetadata(asked.metadata),
    review_hit: null,
    created_at: now,
    updated_at: now,
    completed_at: null,
  }
  return { batch, rows }
}

/**
 * The caps of the key and the balance come last, as with every withdrawal, and before rules count thousands of recipients: that is not done
 * for a batch that is refused anyway. What counts against the caps is counted after it, and what rules count is held after all is written:
 * others who ask for a payout with the key or of the merchant do not wait for thousands of rows.
 */
export async function insertBatch(
  tx: Transaction,
  world: World,
  caller: Actor,
  { batch, rows }: MadeBatch,
): Promise<void> {
  const { merchant_id: merchantId, environment, currency, amount_total: amount } = batch
  const largest = rows.reduce((most, row) => (row.amount > most ? row.amount : most), 0n)
  await refuseBeyondCaps(tx, world, caller.by, { amount, currency, largest })
  const reserved = amount + batch.charges_total
  const available = await readAvailable(tx, { merchantId, environment, currency })
  if (available < reserved) throw tooLittle(currency, available, reserved)
  const foreseen = await foreseePayouts(tx, world, rows.map(paymentOf))
  await countPayout(tx, world, caller.by, { amount, currency, largest })
  const outcome = judgeForeseen(world, foreseen)
  await writeBatch(tx, reviewed({ batch, rows }, outcome))
  await keepHits(tx, outcome.hits)
  const settled = await settleForeseen(tx, world, foreseen, outcome)
  if (settled !== outcome) await writeReviews(tx, reviewed({ batch, rows }, settled))
}

/** What a rule wants looked at, waits for an approval of its own when the batch is approved. */
function reviewed({ batch, rows }: MadeBatch, { reviews }: Outcome): MadeBatch {
  return {
    batch: { ...batch, review_hit: reviews.find((review) => review !== null) ?? null },
    rows: rows.map((row, at) => ({ ...row, review_hit: reviews[at] ?? null })),
  }
}

async function writeBatch(tx: Transaction, { batch, rows }: MadeBatch): Promise<void> {
  const storable = JSON.stringify(batch, (_name, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  await tx`
    with made as (
      insert into disbursement_batches (${batchColumns})
      select ${batchColumns} from json_populate_record(null::disbursement_batches, ${storable}::json))
    insert into disbursement_batch_history (merchant_id, batch_id, seq, to_status, source, by_user, at)
    values (${batch.merchant_id}, ${batch.id}, 1, ${batch.status}, 'caller', ${batch.asked_by}, ${batch.created_at})`
  await insertWithdrawals(tx, rows, batch.asked_by)
}

async function writeReviews(tx: Transaction, { batch, rows }: MadeBatch): Promise<void> {
  await tx`update disbursement_batches set review_hit = ${batch.review_hit} where id = ${batch.id}`
  await tx`
    update withdrawals w set review_hit = n.hit
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.review_hit)}::uuid[]) as n (id, hit)
    where w.id = n.id and w.batch_id = ${batch.id} and w.review_hit is distinct from n.hit`
}

/** Of two that come at once, the second waits for the first and finds it, also where an older version takes one of them in. */
async function refuseDuplicate(tx: Transaction, world: World, { batch, rows }: MadeBatch): Promise<void> {
  const { merchant_id: merchantId, environment } = batch
  for (const hash of knownHashes(rows).sort())
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${merchantId} ${environment} ${hash}`}, 0))`
  const found = await findDuplicate(tx, world, { merchantId, environment }, rows)
  if (found !== null) throw new Refusal('duplicate_batch', { details: { batch_id: found } })
}

/** Ids begin with their time, by a clock that may differ a little from ours. */
const slackMs = 60_000

/** The newest of the last days with the same rows; what was rejected may be asked for again. */
export async function findDuplicate(
  sql: Database | Transaction,
  { clock }: Pick<World, 'clock'>,
  { merchantId, environment }: Owner,
  rows: readonly Paying[],
): Promise<string | null> {
  const since = daysBefore(clock.now(), duplicateBatchDays)
  const lately = sql`
    merchant_id = ${merchantId} and environment = ${environment} and id >= ${lowestIdAt(since.getTime() - slackMs)}
    and created_at > ${since} and status <> 'REJECTED'`
  const [found] = await sql<{ id: string }[]>`
    select id from disbursement_batches where ${lately} and content_hash = any(${knownHashes(rows)}::text[])
    order by id desc limit 1`
  return found?.id ?? (await findOtherwiseSpelt(sql, lately, rows))
}

/** A version before this one kept a batch under its accounts as they were written: spelt otherwise, only its rows tell that it is the same. */
async function findOtherwiseSpelt(
  sql: Database | Transaction,
  lately: Fragment,
  rows: readonly Paying[],
): Promise<string | null> {
  if (!rows.some(({ method }) => method === 'BANK_ACCOUNT')) return null
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n)
  const alike = await sql<{ id: string }[]>`
    select id from disbursement_batches where ${lately} and row_count = ${rows.length} and amount_total = ${total}
    order by id desc limit ${mostCompared}`
  for (const { id } of alike) {
    const kept = await sql<Paying[]>`
      select merchant_reference, amount, method, destination_code, destination_identifier, destination_name, bank_name, bank_account_name
      from withdrawals where batch_id = ${id}`
    if (contentHash(kept) === contentHash(rows)) return id
  }
  return null
}

/** Of one merchant and one week, with as many rows and the same sum. */
const mostCompared = 20

/** Where approval is played, how long that takes. Asked before the transaction begins: whoever answers may need a connection too. */
export async function playedDelay(
  registry: Registry,
  { environment, merchantId }: Owner,
): Promise<number | null> {
  const provider = registry.routeFor({ environment, merchantId, method: 'MOBILE_MONEY' })?.name ?? ''
  return await approvalDelayOf(registry, { provider }, merchantId)
}
