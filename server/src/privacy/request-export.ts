import type { Environment } from '@malipo/contract'
import { type AuditAction, recordAudit } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/database.ts'
import { type Actor, type FileReply, type ListQuery, readPage } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { dayAt } from '../primitives/instant.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { type DataExportRow, exportColumns, showExport } from './export-row.ts'
import { textsOf } from './prepare-exports.ts'

type Owner = { merchantId: string; environment: Environment }
type Asking = { caller: Actor; requestId: string }

/** All of a merchant's people in one file: for an owner, and nobody who only has their password. */
export function refuseWithoutFactor({ decidersNeedSecondFactor }: World, { by }: Actor): void {
  const has = by.kind === 'person' && by.user.twoFactorEnabled
  if (decidersNeedSecondFactor && !has) throw new Refusal('second_factor_required')
}

/** Each may hold all that a merchant has, or has of somebody: what is there for a day must not fill the disk. */
const mostFiles = { all: 10, person: 100 }

/** Refuses another file while so many of the same sort are there. */
export async function refuseTooManyFiles(
  tx: Transaction,
  { merchantId, environment }: Owner,
  sort: keyof typeof mostFiles,
  now: Date,
): Promise<void> {
  const most = mostFiles[sort]
  const there = await tx<{ ends_at: Date }[]>`
    select ends_at from data_exports
    where merchant_id = ${merchantId} and environment = ${environment} and status = 'READY' and ends_at > ${now}
      and privacy_request_id is ${sort === 'all' ? tx`null` : tx`not null`}
    order by ends_at desc limit ${most}`
  const first = there.at(-1)
  if (there.length < most || !first) return
  throw new Refusal('rate_limited', {
    message: `${most} files of yours are there already. Each is gone 24 hours after it was made: ask again then.`,
    details: { retry_after_seconds: Math.ceil((first.ends_at.getTime() - now.getTime()) / 1000) },
  })
}

export async function requestExport(
  tx: Transaction,
  world: World,
  { caller, requestId }: Asking,
): Promise<DataExportRow> {
  refuseWithoutFactor(world, caller)
  const { merchantId, environment } = caller
  const askedBy = caller.by.kind === 'person' ? caller.by.user.id : null
  const now = world.clock.now()
  await refuseTooManyFiles(tx, caller, 'all', now)
  const [row] = await tx<DataExportRow[]>`
    insert into data_exports (id, merchant_id, environment, status, due_at, asked_by, created_at)
    values (${world.newId()}, ${merchantId}, ${environment}, 'PREPARING', ${now}, ${askedBy}, ${now})
    on conflict (merchant_id, environment) where status = 'PREPARING' and privacy_request_id is null do nothing
    returning ${exportColumns(tx)}`
  if (!row)
    throw new Refusal('invalid_state', {
      message: 'An export of yours is being prepared. Wait until it is READY.',
    })
  record(tx, world, { caller, requestId }, 'data_export.requested', row.id)
  return row
}

function record(
  tx: Transaction,
  world: World,
  { caller: { merchantId, environment, by }, requestId }: Asking,
  action: AuditAction,
  id: string,
): void {
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'member', id: by.kind === 'person' ? by.user.id : null },
      action,
      subject: { kind: 'data_export', id },
      merchantId,
      details: { environment },
      requestId,
    },
  ])
}

export function listExports(sql: Database, { merchantId, environment }: Owner, query: ListQuery) {
  return readPage(sql, query, {
    rows: sql`
      select ${exportColumns(sql)} from data_exports
      where merchant_id = ${merchantId} and environment = ${environment} and privacy_request_id is null`,
    show: showExport,
  })
}

export async function findExport(
  sql: Database,
  { merchantId, environment }: Owner,
  id: string,
): Promise<DataExportRow> {
  const [found] = isId(id)
    ? await sql<DataExportRow[]>`
        select ${exportColumns(sql)} from data_exports
        where id = ${id} and merchant_id = ${merchantId} and environment = ${environment} and privacy_request_id is null`
    : []
  if (!found) throw new Refusal('not_found')
  return found
}

/** That of a request, while it is there. */
export async function findFileOf(sql: Database, requestId: string): Promise<DataExportRow | undefined> {
  const [found] = await sql<DataExportRow[]>`
    select ${exportColumns(sql)} from data_exports where privacy_request_id = ${requestId}`
  return found
}

/** Who saved which file is in the audit log: it holds all of somebody's people. */
export async function saveFile(
  world: World,
  lists: Database,
  asking: Asking,
  row: DataExportRow | undefined,
  name: string,
): Promise<FileReply> {
  const isThere = row?.status === 'READY' && row.ends_at !== null && row.ends_at > world.clock.now()
  if (!row || !isThere) throw new Refusal('invalid_state', { message: whyNot(row) })
  await world.sql.begin(async (tx) => record(tx, world, asking, 'data_export.saved', row.id))
  const sandbox = row.environment === 'sandbox' ? '-sandbox' : ''
  return {
    name: `${name}${sandbox}-${dayAt(row.created_at)}.ndjson`,
    type: 'application/x-ndjson',
    texts: textsOf(lists, row.id),
  }
}

function whyNot(row: DataExportRow | undefined): string {
  return row === undefined || row.status === 'PREPARING'
    ? 'The file is still being prepared. Read it until it is ready.'
    : 'The file was there for 24 hours and is gone. Ask for another.'
}
