import { mostTillPayments, operations, type ReplyOf, type tillStandings } from '@malipo/contract'
import type { Database, Fragment } from '../database/database.ts'
import { type Actor, createdWithin, type Route, route } from '../http/http.ts'
import { defaultCurrency } from '../ledger/ledger.ts'
import { dayAt } from '../primitives/instant.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import type { Place } from './receipt.ts'
import { showCollection } from './show-collection.ts'

type Standing = (typeof tillStandings)[number]
type Till = ReplyOf<typeof operations.readTill>
type Totals = Till['totals'][number]

/** Longer than customers take to find their PIN. What is open after that may have been paid, and may not. */
const patienceMs = 2 * 60_000

const dayMs = 24 * 3_600_000

/** Whoever answers for the money may look at the till of those who took it. */
const mayLookOver: readonly Actor['role'][] = ['owner', 'admin', 'finance']

export function tillRoutes(world: World): Route[] {
  return [
    route(operations.readTill, async ({ query, caller, lists }) => {
      const person = await whoseTill(lists, caller, query.user_id)
      const now = world.clock.now()
      const taken = takenBy(lists, caller, { person: person.id, reference: query.reference, now })
      const [totals, rows] = await Promise.all([
        lists<{ currency: string; standing: Standing; count: number; amount: bigint }[]>`
          select currency, standing, count(*)::int as count, sum(amount)::bigint as amount
          from (${taken}) as taken group by currency, standing`,
        lists<
          (CollectionRow & { standing: Standing })[]
        >`${taken} order by id desc limit ${mostTillPayments}`,
      ])
      return {
        day: dayAt(now),
        user_id: person.id,
        name: person.name,
        totals: sumUp(totals),
        payments: rows.map((row) => showPayment(world, row)),
      }
    }),
  ]
}

/** Somebody who belongs to this merchant, or did: what they took stays theirs. */
async function whoseTill(
  sql: Database,
  { merchantId, role, by }: Actor,
  asked: string | undefined,
): Promise<{ id: string; name: string }> {
  if (by.kind !== 'person') throw new Error('A till is held by a person.')
  const id = asked?.toLowerCase() ?? by.user.id
  if (id === by.user.id) return by.user
  if (!mayLookOver.includes(role))
    throw new Refusal('forbidden', { message: `Your role ${role} shows you your own till only.` })
  const [person] = await sql<{ id: string; name: string }[]>`
    select id, name from users where id = ${id} and (
      exists (select from memberships m where m.user_id = users.id and m.merchant_id = ${merchantId})
      or exists (select from past_memberships p where p.user_id = users.id and p.merchant_id = ${merchantId}))`
  if (!person) throw new Refusal('not_found')
  return person
}

/**
 * One range of the index of what people asked for. What is looked for by name may be of yesterday: whoever is asked before midnight pays after it, and
 * the till waits for what becomes of it.
 */
function takenBy(
  sql: Database,
  { merchantId, environment }: Actor,
  { person, reference, now }: { person: string; reference: string | undefined; now: Date },
): Fragment {
  const day = dayAt(now)
  const from = reference === undefined ? day : dayAt(new Date(now.getTime() - dayMs))
  return sql`
    select *, ${standing(sql, now)} as standing from collections
    where merchant_id = ${merchantId} and environment = ${environment} and created_by = ${person}
      ${reference === undefined ? sql`` : sql`and reference = ${reference}`} ${createdWithin(sql, { from, to: day })}`
}

/** A code is waited for as long as it can be paid; a prompt as long as people take. */
function standing(sql: Database, now: Date): Fragment {
  return sql`case status
    when 'successful' then 'paid' when 'pending_clearance' then 'held' when 'failed' then 'failed'
    when 'reversed' then 'returned'
    when 'processing' then case when (case when method = 'DYNAMIC_QR' then coalesce(qr_expires_at <= ${now}, false)
      else created_at <= ${new Date(now.getTime() - patienceMs)} end) then 'no_answer' else 'waiting' end
    else 'waiting' end`
}

/** TZS stands first and always: a till that is empty says so. */
function sumUp(rows: { currency: string; standing: Standing; count: number; amount: bigint }[]): Totals[] {
  const others = rows.map(({ currency }) => currency).filter((currency) => currency !== defaultCurrency)
  return [defaultCurrency, ...new Set(others.sort())].map((currency) => {
    const of = (standing: Standing) => {
      const found = rows.find((row) => row.currency === currency && row.standing === standing)
      return { count: found?.count ?? 0, amount: textFromMinor(found?.amount ?? 0n) }
    }
    return {
      currency,
      waiting: of('waiting'),
      no_answer: of('no_answer'),
      paid: of('paid'),
      held: of('held'),
      failed: of('failed'),
      returned: of('returned'),
    }
  })
}

function showPayment(place: Place, row: CollectionRow & { standing: Standing }): Till['payments'][number] {
  const shown = showCollection(place, row)
  return {
    id: row.id,
    standing: row.standing,
    status: row.status,
    method: row.method,
    amount: shown.amount,
    currency: row.currency,
    customer_phone: row.customer_phone,
    merchant_reference: row.reference,
    message: shown.message,
    failure_code: shown.failure_code,
    failure_message: shown.failure_message,
    receipt_url: shown.receipt_url,
    created_at: shown.created_at,
    completed_at: shown.completed_at,
  }
}
