import { type Environment, withdrawalMethods, withdrawalStatuses } from '@malipo/contract'
import {
  type Database,
  eachKind,
  type Fragment,
  findPutAside,
  kindsTogether,
  type Range,
  type Transaction,
} from '../database/database.ts'
import { createdWithin, type ListQuery, readPage } from '../http/http.ts'
import { type MetadataFilter, withMetadata } from '../metadata/metadata.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { Gates } from './is-restricted.ts'
import { showWithdrawal } from './show-withdrawal.ts'
import { pendingStatuses } from './withdrawal-lifecycle.ts'
import type { WithdrawalKind, WithdrawalRow } from './withdrawal-row.ts'

type Query = ListQuery &
  MetadataFilter & {
    status?: string
    method?: string
    merchant_reference?: string
    batch_id?: string
    recipient_id?: string
    from?: string
    to?: string
  }
export type Owner = { merchantId: string; environment: Environment }

export async function listWithdrawals(
  sql: Database,
  registry: Registry,
  owner: Owner & { merchant: Gates },
  query: Query,
) {
  const { having } = await withMetadata(sql, 'withdrawals', owner, query)
  return await readPage(sql, query, {
    rows: rangesOf(
      sql,
      query,
      (range) => sql`
        select withdrawals.* from withdrawals ${having} where merchant_id = ${owner.merchantId} and environment = ${owner.environment}
          and kind = 'withdrawal' ${range} ${createdWithin(sql, query)}`,
    ),
    show: (row: WithdrawalRow) => showWithdrawal(row, registry, owner.merchant),
  })
}

/** What is looked for by name is little, and its state is seen in the row. */
function rangesOf(sql: Database, query: Query, rows: (range: Fragment) => Fragment): Range[] {
  const { status, method, merchant_reference: reference, batch_id: batchId, metadata } = query
  const { recipient_id: recipientId } = query
  const isNarrow = reference !== undefined || metadata !== undefined || recipientId !== undefined
  const ofBatch = batchId === undefined ? sql`` : sql`and batch_id = ${batchId}`
  if (!isNarrow) {
    if (status === undefined && method === undefined) return [rows(ofBatch)]
    return withdrawalKinds(sql, query, (kind) => rows(sql`${ofBatch} ${kind}`))
  }
  return [
    rows(sql`${ofBatch} ${recipientId === undefined ? sql`` : sql`and recipient_id = ${recipientId}`}
      ${reference === undefined ? sql`` : sql`and merchant_reference = ${reference}`}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${method === undefined ? sql`` : sql`and method = ${method}`}`),
  ]
}

/** Each kind is answered by one range of an index; all together where they are everybody's. */
export function withdrawalKinds(
  sql: Database,
  { status, method }: { status?: string; method?: string },
  rows: (kind: Fragment) => Fragment,
  areAll = false,
): Range[] {
  const columns = [
    { column: sql`status`, wanted: status, all: withdrawalStatuses },
    { column: sql`method`, wanted: method, all: withdrawalMethods },
  ]
  return areAll ? kindsTogether(sql, columns, rows) : eachKind(sql, columns, rows)
}

/** Somebody else's id is no id, nor is that of another kind. */
export async function findWithdrawal(
  sql: Database | Transaction,
  id: string,
  owner: Owner,
  kind: WithdrawalKind = 'withdrawal',
): Promise<WithdrawalRow> {
  const [row] = isId(id)
    ? await sql<WithdrawalRow[]>`
        select * from withdrawals
        where id = ${id} and merchant_id = ${owner.merchantId} and environment = ${owner.environment}
          and kind = ${kind}`
    : []
  if (!row) throw new Refusal('not_found')
  return row
}

/** As many steps as anybody looks through: an order that is asked about and answered again and again has more. */
const mostSteps = 200

/** The last steps, oldest first, and where the others are if they were put aside, as its merchant may see them: who of the Super Admins decided is not theirs to know. */
export async function findSteps(sql: Database | Transaction, { id, moves }: WithdrawalRow) {
  const rows = await sql<
    {
      from_status: WithdrawalRow['status'] | null
      to_status: WithdrawalRow['status']
      source: string
      note: string | null
      at: Date
    }[]
  >`select from_status, to_status, source, note, at from withdrawal_history
    where withdrawal_id = ${id} order by seq desc limit ${mostSteps}`
  const history = rows.reverse().map(({ from_status: from, to_status: to, source, note, at }) => ({
    from,
    to,
    source,
    note,
    at: at.toISOString(),
  }))
  return { history, ...(await findPutAside(sql, 'withdrawal_history', { id, moves }, rows.length)) }
}

/** What is asked for and not yet approved, so that nobody is surprised by what is left. */
export async function pendingTotal(
  sql: Database | Transaction,
  { merchantId, environment }: Owner,
): Promise<bigint> {
  const [summed] = await sql<{ total: bigint }[]>`
    select coalesce(sum(total_reserved), 0)::bigint as total from withdrawals
    where merchant_id = ${merchantId} and environment = ${environment}
      and status = any(${[...pendingStatuses]}::text[]) and coalesce(origin, 'requested') = 'requested'`
  return summed?.total ?? 0n
}

/** Who carries, or is to carry, withdrawals that are not over. */
export async function findPayOutCarriers(sql: Database): Promise<string[]> {
  const rows = await sql<{ provider: string }[]>`
    select distinct provider from withdrawals where completed_at is null`
  return rows.map(({ provider }) => provider)
}
