import type { BodyOf, Environment, operations } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/database.ts'
import { type Actor, type ListQuery, readPage } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { type PrivacyRequestRow, requestColumns, showRequest } from './privacy-request-row.ts'
import { refuseTooManyFiles } from './request-export.ts'

type Wish = BodyOf<typeof operations.requestPrivacy>
type Owner = { merchantId: string; environment: Environment }

/** So that one merchant's requests keep nobody else waiting for theirs. */
const mostOpen = 20

/** Takes in what is asked: it is carried out by whoever works beside the requests. */
export async function requestPrivacy(
  tx: Transaction,
  world: World,
  { caller, requestId }: { caller: Actor; requestId: string },
  wish: Wish,
): Promise<PrivacyRequestRow> {
  const { merchantId, environment, by } = caller
  if (by.kind !== 'person') throw new Error('Only people ask for this.')
  checkWish(wish)
  await refuseStrangers(tx, caller, wish.customer_id)
  await refuseTooMany(tx, caller)
  const now = world.clock.now()
  if (wish.kind === 'export') await refuseTooManyFiles(tx, caller, 'person', now)
  const { name, phone, email } = wish.correction ?? {}
  const [row] = await tx<PrivacyRequestRow[]>`
    insert into privacy_requests (id, merchant_id, environment, kind, status, phone, email, account, customer_id, new_name, new_phone,
      new_email, due_at, asked_by, created_at)
    values (${world.newId()}, ${merchantId}, ${environment}, ${wish.kind}, 'OPEN',
      ${wish.phone === undefined ? null : canonicalPhone(wish.phone)}, ${wish.email ?? null}, ${wish.account ?? null},
      ${wish.customer_id ?? null},
      ${name?.trim() ?? null}, ${phone === undefined ? null : canonicalPhone(phone)}, ${email ?? null}, ${now},
      ${by.user.id}, ${now})
    returning ${requestColumns(tx)}`
  if (!row) throw new Error('The request was not written.')
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'member', id: by.user.id },
      action: 'privacy_request.made',
      subject: { kind: 'privacy_request', id: row.id },
      merchantId,
      // Ids only: the log is kept for ever, and who it is about is not.
      details: { kind: wish.kind, environment, customer_id: wish.customer_id ?? null },
      requestId,
    },
  ])
  return row
}

function checkWish({ kind, phone, email, account, customer_id: customerId, correction }: Wish): void {
  if ([phone, email, account, customerId].every((value) => value === undefined))
    throw invalid({ field: 'phone', problem: 'or email, account or customer_id must say who it is about' })
  const isEmpty = correction === undefined || Object.values(correction).every((value) => value === undefined)
  if (kind === 'correct' && isEmpty)
    throw invalid({ field: 'correction', problem: 'must say what is to stand there instead' })
  if (kind !== 'correct' && correction !== undefined)
    throw invalid({ field: 'correction', problem: 'is for requests of the kind correct' })
}

/** Somebody else's customer is nobody. */
async function refuseStrangers(
  tx: Transaction,
  { merchantId, environment }: Owner,
  customerId: string | undefined,
): Promise<void> {
  if (customerId === undefined) return
  const { count } = await tx`
    select from customers where id = ${customerId} and merchant_id = ${merchantId} and environment = ${environment}`
  if (count === 0) throw new Refusal('not_found')
}

async function refuseTooMany(tx: Transaction, { merchantId, environment }: Owner): Promise<void> {
  const { count } = await tx`
    select from privacy_requests where merchant_id = ${merchantId} and environment = ${environment} and status = 'OPEN'
    limit ${mostOpen}`
  if (count >= mostOpen)
    throw new Refusal('rate_limited', {
      message: `${mostOpen} requests are being carried out for you. Wait until one of them is done.`,
      details: { retry_after_seconds: 10 },
    })
}

export function listRequests(
  sql: Database,
  { merchantId, environment }: Owner,
  query: ListQuery & { status?: string },
) {
  return readPage(sql, query, {
    rows: sql`
      select ${requestColumns(sql)} from privacy_requests where merchant_id = ${merchantId} and environment = ${environment}
        ${query.status === undefined ? sql`` : sql`and status = ${query.status}`}`,
    show: showRequest,
  })
}

export async function findRequest(
  sql: Database,
  { merchantId, environment }: Owner,
  id: string,
): Promise<PrivacyRequestRow> {
  const [found] = isId(id)
    ? await sql<PrivacyRequestRow[]>`
        select ${requestColumns(sql)} from privacy_requests
        where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}`
    : []
  if (!found) throw new Refusal('not_found')
  return found
}
