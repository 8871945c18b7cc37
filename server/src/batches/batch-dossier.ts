import {
  type BatchDossier,
  batchStatuses,
  type Environment,
  type MayDecideBatch,
  type Tie,
} from '@malipo/contract'
import type { Static } from 'typebox'
import { findTie } from '../auth/auth.ts'
import { type Database, type Fragment, rangesOver, type Transaction } from '../database/database.ts'
import { createdWithin, type ListQuery, readPage } from '../http/http.ts'
import { readAvailable } from '../ledger/ledger.ts'
import { isId } from '../primitives/id.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import { isHeldBack } from '../providers/providers.ts'
import { type RowTo, readStandings } from '../recipients/recipients.ts'
import {
  type Deciding,
  isRestricted,
  neededFor,
  passedAlone,
  passedAloneBeside,
  type WithdrawalRow,
} from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { isUndecided, mayMoveBatch } from './batch-lifecycle.ts'
import { askedWith, type BatchRow, needsItsOwn } from './batch-row.ts'
import type { BatchDecider } from './decide-batches.ts'
import { showBatch, standingOf, stepsOf } from './show-batch.ts'
import { type Weighed, weighRows } from './weigh-rows.ts'

type QueuedRow = BatchRow & { merchant_name: string; approvals: number; passed_alone: bigint }
type DossierRow = QueuedRow & {
  verification_status: string
  is_active: boolean
  merchant_created_at: Date
}
type Filter = { status?: string; merchant_id?: string; from?: string; to?: string }

/** What Super Admins see of batches, one environment at a time. */
export function listQueuedBatches(
  sql: Database,
  environment: Environment,
  query: ListQuery & Filter,
  desk: Deciding,
) {
  const { merchant_id: merchantId, status } = query
  const isWholeMerchant = merchantId !== undefined && status === undefined
  const ranges = isWholeMerchant
    ? [sql``]
    : rangesOver(sql, [{ column: sql`status`, wanted: status, all: batchStatuses }])
  return readPage(sql, query, {
    rows: ranges.map(
      (range) => sql`
        select * from disbursement_batches where environment = ${environment}
          ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`} ${range}
          ${createdWithin(sql, query)}`,
    ),
    beside: (rows) => sql`
      with page as materialized (select * from ${rows} as listed),
      alone as materialized (${passedAloneBeside(sql, { page: sql`page`, waits: isWaiting(sql) }, desk.world.clock.now())})
      select b.*, m.name as merchant_name,
        (select count(*)::int from disbursement_batch_approvals where batch_id = b.id) as approvals,
        coalesce(a.passed_alone, 0) as passed_alone
      from page b join merchants m on m.id = b.merchant_id left join alone a
        on a.merchant_id = b.merchant_id and a.environment = b.environment and a.currency = b.currency`,
    show: (row: QueuedRow) => ({ ...showBatch(row), ...queuedOf(row, desk) }),
  })
}

function queuedOf(row: QueuedRow, { approvalsNeeded }: Deciding) {
  return {
    merchant_name: row.merchant_name,
    approvals: row.approvals,
    approvals_needed: neededFor({ ...row, ...askedWith(row) }, isUndecided(row.status), approvalsNeeded),
  }
}

/** As a column of batches `b`. */
function passedAloneColumn(sql: Database | Transaction, { clock }: Pick<World, 'clock'>): Fragment {
  const columns = {
    merchantId: sql`b.merchant_id`,
    environment: sql`b.environment`,
    currency: sql`b.currency`,
  }
  return sql`case when ${isWaiting(sql)} then ${passedAlone(sql, columns, clock.now())} else 0 end`
}

const isWaiting = (sql: Database | Transaction) => sql`status in ('PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED')`

/** Everything a Super Admin needs to decide about a batch. */
export async function batchDossierOf(
  sql: Transaction,
  desk: Deciding,
  id: string,
  by: BatchDecider,
): Promise<Static<typeof BatchDossier>> {
  const [row] = isId(id)
    ? await sql<DossierRow[]>`
        select b.*, m.name as merchant_name, m.verification_status, m.is_active, m.created_at as merchant_created_at,
          (select count(*)::int from disbursement_batch_approvals where batch_id = b.id) as approvals,
          ${passedAloneColumn(sql, desk.world)} as passed_alone
        from disbursement_batches b join merchants m on m.id = b.merchant_id
        where b.id = ${id} and b.environment = ${by.environment}`
    : []
  if (!row) throw new Refusal('not_found')
  const { merchant_id: merchantId, environment, currency } = row
  const available = await readAvailable(sql, { merchantId, environment, currency })
  const approvals = await approvalsOf(sql, id)
  const leaving = await reservedAtApproval(sql, row)
  return {
    ...(await standingOf(sql, row)),
    ...queuedOf(row, desk),
    merchant: {
      merchant_id: merchantId,
      name: row.merchant_name,
      verification_status: row.verification_status,
      is_active: row.is_active,
      created_at: row.merchant_created_at.toISOString(),
    },
    available: textFromMinor(available),
    total_reserved_amount: textFromMinor(row.amount_total + row.charges_total),
    reserved_at_approval: textFromMinor(leaving),
    is_covered: available >= leaving,
    warnings: isUndecided(row.status) ? await warningsOf(sql, desk, row) : [],
    history: await stepsOf(sql, id),
    approved_by: approvals.map(({ by: name, note, except_rows: except, at }) => ({
      ...{ by: name, note, except },
      at: at.toISOString(),
    })),
    passed_alone: textFromMinor(row.passed_alone),
    may_decide: mayDecide(row, {
      tie: await findTie(sql, desk.world, by, row),
      hasApproved: approvals.some(({ approved_by: adminId }) => adminId === by.adminId),
      isEarly: isUndecided(row.status) && (await hasCooling(sql, desk, row)),
      isHeld: await isHeldBack(sql, row),
    }),
  }
}

async function warningsOf(sql: Transaction, { world }: Deciding, batch: BatchRow) {
  const rows = await sql<Weighed[]>`
    select batch_row as row, method, amount, destination_code, destination_identifier, name_check, recipient_id, review_hit
    from withdrawals where batch_id = ${batch.id} order by batch_row`
  const owner = { merchantId: batch.merchant_id, environment: batch.environment }
  return await weighRows(sql, world, owner, rows, batch.id)
}

/** What leaves the balance with the approval of the batch: rows that need an approval of their own ask for theirs then. */
async function reservedAtApproval(sql: Transaction, batch: BatchRow): Promise<bigint> {
  if (batch.approve_rows) return 0n
  const [going] = await sql<{ reserved: bigint }[]>`
    select coalesce(sum(total_reserved), 0)::bigint as reserved from withdrawals
    where batch_id = ${batch.id} and review_hit is null`
  return going?.reserved ?? 0n
}

/** Whether rows go to recipients that cool. Where one has an approval of its own, that is told there. */
async function hasCooling(sql: Transaction, { world }: Deciding, batch: BatchRow): Promise<boolean> {
  const meant = await sql<(RowTo & Pick<WithdrawalRow, 'review_hit'>)[]>`
    select batch_row as row, recipient_id as "recipientId", review_hit from withdrawals
    where batch_id = ${batch.id} and recipient_id is not null`
  const going = meant.filter((row) => !needsItsOwn(batch, row))
  const standings = await readStandings(sql, going, world.clock.now())
  return [...standings.values()].some(({ status }) => status === 'COOLING')
}

type ApprovalRow = { approved_by: string; by: string; note: string | null; except_rows: number[]; at: Date }

async function approvalsOf(sql: Database | Transaction, id: string): Promise<ApprovalRow[]> {
  const rows = await sql<ApprovalRow[]>`
    select a.approved_by, u.name as "by", a.note, a.except_rows, a.at
    from disbursement_batch_approvals a join users u on u.id = a.approved_by
    where a.batch_id = ${id} order by a.at, a.approved_by`
  return [...rows]
}

/** What the caller may do, by the same rules that the decision is held to. Whether the balance covers it depends on what is left out. */
type Circumstances = { tie: Tie | null; hasApproved: boolean; isEarly: boolean; isHeld: boolean }

function mayDecide(
  row: DossierRow,
  { tie, hasApproved, isEarly, isHeld }: Circumstances,
): Static<typeof MayDecideBatch> {
  const may = (to: BatchRow['status']) => tie === null && mayMoveBatch(row.status, to, 'super_admin')
  const isWaiting = isUndecided(row.status)
  const lack = isHeld ? 'payouts_held' : lackOf(row, hasApproved)
  const approve = isWaiting && may('PROCESSING') && lack === null
  return {
    approve,
    override_cooling: approve && isEarly,
    ask: may('INFO_REQUESTED'),
    reject: may('REJECTED') && !isHeld,
    pause: may('PAUSED'),
    resume: row.status === 'PAUSED' && may('PROCESSING'),
    why:
      tie ?? (isWaiting ? lack : row.status === 'PROCESSING' || row.status === 'PAUSED' ? null : 'decided'),
  }
}

function lackOf(row: DossierRow, hasApproved: boolean) {
  if (hasApproved) return 'approved_by_you'
  return isRestricted(row, row) ? 'merchant_restricted' : null
}
