import type { EventType, requestMethods } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { textFromMinor } from '../primitives/money.ts'
import {
  type Audience,
  type Entries,
  type Entry,
  mostOfAKind,
  newest,
  nothing,
  type Subject,
} from './entries.ts'

/** Longer than a request may take; ids begin with the time at which it came. */
const aroundMs = 60_000

type RequestRow = {
  request_id: string
  method: (typeof requestMethods)[number]
  path: string
  status: number
  duration_ms: number
  api_key_id: string | null
  created_at: Date
}

/** The call that made it, while the log keeps it. Those who only ask what became of it come after, and are not told. */
export async function findRequest(tx: Transaction, subject: Subject, audience: Audience): Promise<Entries> {
  if (!audience.seesRequests) return nothing
  const { id, merchantId, askedIn, createdAt } = subject
  const rows = await tx<RequestRow[]>`
    select coalesce(given_id, id::text) as request_id, method, path, status, duration_ms, api_key_id, created_at
    from requests
    where merchant_id = ${merchantId} and environment = ${askedIn} and resource_id = ${id}
      and id >= ${lowestIdAt(createdAt.getTime() - aroundMs)} and id < ${lowestIdAt(createdAt.getTime() + aroundMs)}
      and method = 'POST' and status between 200 and 299
    order by id limit 1`
  return newest(rows, ({ created_at: at, ...seen }) => ({
    at: at.toISOString(),
    kind: 'request',
    title: 'request.answered',
    ...seen,
  }))
}

type LedgerRow = {
  transaction_id: string
  type: Extract<Entry, { kind: 'ledger' }>['type']
  direction: 'credit' | 'debit'
  amount: bigint
  currency: string
  balance_after: bigint
  created_at: Date
}

/** What moves no available money is no row of the merchant's. */
export async function findBooked(tx: Transaction, subject: Subject, audience: Audience): Promise<Entries> {
  if (!audience.seesBooks) return nothing
  const { about, id } = subject
  const rows = await tx<LedgerRow[]>`
    select id as transaction_id, type, direction, amount, currency, balance_after, created_at from ledger_transactions
    where ${about === 'collection' ? tx`collection_id` : tx`withdrawal_id`} = ${id}
      ${audience.isAdmin ? tx`` : tx`and seq is not null`}
    order by id desc limit ${mostOfAKind + 1}`
  return newest(rows, ({ created_at: at, amount, balance_after: after, ...row }) => ({
    at: at.toISOString(),
    kind: 'ledger',
    title: 'ledger.booked',
    ...row,
    amount: textFromMinor(amount),
    balance_after: textFromMinor(after),
  }))
}

type EventRow = { event_id: string; event_type: EventType; created_at: Date }
type Attempted = Extract<Entry, { kind: 'webhook' }>
type DeliveryRow = Pick<Attempted, 'delivery_id' | 'event_id' | 'cause' | 'delivery_status'> &
  Pick<Attempted, 'result' | 'status' | 'error' | 'duration_ms'> & {
    /** Of the attempt, counted from the latest; of a delivery that nobody has tried, 1. */
    back: number
    due_at: Date | null
    attempted_at: Date | null
    created_at: Date
  }

/**
 * What was announced, none of it before the payment was made, and every attempt to deliver it: where it goes, a page can retry or replay it by its ids. Each replay is a delivery more, so
 * only the newest are looked at.
 */
export async function findTold(tx: Transaction, subject: Subject, audience: Audience): Promise<Entries> {
  if (!audience.seesEvents) return nothing
  const events = await tx<EventRow[]>`
    select id as event_id, type as event_type, created_at from events
    where resource_id = ${subject.id} and id >= a_day_before(${subject.id}) order by sequence desc limit ${mostOfAKind + 1}`
  const rows = await tx<DeliveryRow[]>`
    select d.id as delivery_id, d.event_id, d.cause, d.status as delivery_status, d.due_at, d.created_at,
      a.result, a.status, a.error, a.duration_ms, a.at as attempted_at, coalesce(a.back, 1)::int as back
    from (
      select each.* from unnest(${events.map(({ event_id: id }) => id)}::uuid[]) as told (event_id) cross join lateral (
        select * from webhook_deliveries where event_id = told.event_id order by id desc limit ${mostOfAKind + 1}) each
      order by each.id desc limit ${mostOfAKind + 1}) d
    left join lateral (
      select *, row_number() over (order by lease desc) as back from webhook_attempts
      where delivery_id = d.id order by lease desc limit ${mostOfAKind + 1}) a on true
    order by coalesce(a.at, d.created_at) desc limit ${mostOfAKind + 1}`
  const types = new Map(events.map(({ event_id: id, event_type: type }) => [id, type]))
  const announced = newest(events, ({ created_at: at, ...event }) => ({
    at: at.toISOString(),
    kind: 'event',
    title: 'event.announced',
    ...event,
  }))
  const tried = newest(rows, (row) => showDelivery(row, types.get(row.event_id)))
  return {
    entries: [...announced.entries, ...tried.entries],
    isCut: announced.isCut || tried.isCut,
  }
}

function showDelivery(row: DeliveryRow, type: EventType | undefined): Attempted | [] {
  if (type === undefined) return []
  const { back, due_at: dueAt, attempted_at: attemptedAt, created_at: createdAt, ...seen } = row
  return {
    at: (attemptedAt ?? createdAt).toISOString(),
    kind: 'webhook',
    title: attemptedAt === null ? 'webhook.owed' : 'webhook.attempted',
    ...seen,
    event_type: type,
    next_attempt_at: back === 1 ? (dueAt?.toISOString() ?? null) : null,
  }
}
