import type { RiskField, RiskKind, RiskSubject } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { bareAccount, barely } from '../recipients/recipients.ts'
import type { Measure, Needs } from './compile-rules.ts'
import { windowMs } from './fields.ts'
import { factsAtOnce, isAccount, type Payment, plainNumber, subjectName } from './payment.ts'
import type { Facts } from './rule.ts'

type Sql = Database | Transaction

/** Which others count: all there are, for the past those that were there then, or those that somebody has seen. */
export type Seen = 'now' | 'then' | SeenBefore
/** All before an id, and of those after it the ones that were there. */
export type SeenBefore = { since: string; ids: readonly string[] }

/**
 * All that rules need to know of payments, in the order of these. Each question is a range of an index that is read to a bound: so many
 * payments of one subject, its first one, its places on lists. The payment itself is counted, whether it is written yet or not.
 */
export async function gatherFacts(
  sql: Sql,
  needs: Needs,
  payments: readonly Payment[],
  seen: Seen,
): Promise<Facts[]> {
  const all = payments.map(factsAtOnce)
  for (const kind of ['collections', 'payouts'] as const) {
    const some = payments.flatMap((payment, place) => (payment.kind === kind ? [{ payment, place }] : []))
    if (some.length === 0) continue
    for (const measure of needs.measures) await addMeasure(sql, measure, kind, some, all, seen)
    if (needs.firstSeen) await addFirstSeen(sql, kind, some, all, seen)
  }
  if (needs.lists) await addLists(sql, payments, all, seen)
  if (needs.merchant) await addMerchants(sql, payments, all)
  return all
}

type Placed = { payment: Payment; place: number }

/** Ids begin with their time, by a clock that may differ a little from ours. */
const slackMs = 60_000

async function addMeasure(
  sql: Sql,
  { subject, window, most }: Measure,
  kind: RiskKind,
  some: readonly Placed[],
  all: Facts[],
  seen: Seen,
): Promise<void> {
  const asked = some.filter(({ payment }) => subjectName(payment, subject) !== null)
  const amounts = new Map(asked.map(({ payment, place }) => [place, payment.amount]))
  for (const { ones, same } of alike(sql, kind, subject, asked)) {
    const found = await sql<{ place: number; count: number; sum: bigint }[]>`
      select w.place, m.count, m.sum from ${wanted(sql, ones, windowMs[window])}
      cross join lateral (
        select count(*)::int as count, coalesce(sum(x.amount) filter (where x.currency = w.currency), 0)::bigint as sum
        from ${newest(sql, { kind, subject }, sql`${same} and ${besideIt(sql, seen)}`, most)} x) m`
    for (const { place, count, sum } of found) {
      const facts = all[place]
      if (!facts) continue
      facts[`${subject}_count_${window}`] = count + 1
      // What is cut off was not added up: then it is more than anybody asks for.
      facts[`${subject}_sum_${window}`] =
        count >= most ? Number.POSITIVE_INFINITY : sum + (amounts.get(place) ?? 0n)
    }
  }
}

async function addFirstSeen(
  sql: Sql,
  kind: RiskKind,
  some: readonly Placed[],
  all: Facts[],
  seen: Seen,
): Promise<void> {
  const who = kind === 'collections' ? 'payer' : 'recipient'
  const asked = some.filter(({ payment }) => payment.person !== null)
  const at = new Map(asked.map(({ payment, place }) => [place, payment.at]))
  for (const { ones, same } of alike(sql, kind, who, asked)) {
    const found = await sql<{ place: number; first: Date | null }[]>`
      select w.place, (select t.created_at from ${tableOf(sql, kind)} t
        where ${same} and ${besideIt(sql, seen)} and ${isLookedAt(sql, kind)} order by t.id limit 1) as first
      from ${wanted(sql, ones, null)}`
    for (const { place, first } of found) {
      const facts = all[place]
      if (!facts) continue
      facts[`${who}_new` satisfies RiskField] = first === null
      facts[`${who}_age` satisfies RiskField] =
        first === null ? 0 : daysBetween(first, at.get(place) ?? first)
    }
  }
}

function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / windowMs['1d']))
}

/** Each payment as a row: whose it is, and from when to when others are of interest. */
function wanted(sql: Sql, asked: readonly Placed[], spanMs: number | null): Fragment {
  const payments = asked.map(({ payment }) => payment)
  const sinces = payments.map(({ at }) => new Date(spanMs === null ? 0 : at.getTime() - spanMs))
  const persons = payments.map((one) =>
    one.person !== null && isAccount(one) ? bareAccount(one.person) : one.person,
  )
  return sql`unnest(${asked.map(({ place }) => place)}::int[], ${payments.map(({ id }) => id)}::uuid[],
    ${payments.map(({ merchantId }) => merchantId)}::uuid[], ${payments.map(({ environment }) => environment)}::text[],
    ${persons}::text[], ${payments.map((one) => one.destinationCode)}::text[],
    ${payments.map(({ keyId }) => keyId)}::uuid[], ${payments.map(({ currency }) => currency)}::text[],
    ${sinces}::timestamptz[], ${sinces.map((since) => lowestIdAt(since.getTime() - slackMs))}::uuid[])
    as w (place, id, merchant_id, environment, person, destination_code, key_id, currency, since, since_id)`
}

function tableOf(sql: Sql, kind: RiskKind): Fragment {
  return kind === 'collections' ? sql`collections` : sql`withdrawals`
}

/** Of the past those that were asked for before it; of the present all, because ids of two processes may come in another order than their commits. */
function besideIt(sql: Sql, seen: Seen): Fragment {
  const others = seen === 'then' ? sql`t.id < w.id` : sql`t.id <> w.id`
  const asked = sql`t.id >= w.since_id and ${others} and t.created_at > w.since`
  if (typeof seen === 'string') return asked
  return sql`${asked} and (t.id < ${seen.since} or t.id = any(${seen.ids}::uuid[]))`
}

/** Of refunds those that go where their merchant said: the others are nobody's choice, and no rule looks at them. */
function isLookedAt(sql: Sql, kind: RiskKind): Fragment {
  return kind === 'collections' ? sql`true` : sql`(t.kind = 'withdrawal' or t.directed)`
}

/** The newest that are counted. A merchant may have far more refunds than payouts: both are looked for apart, in an index of each. */
function newest(
  sql: Sql,
  { kind, subject }: { kind: RiskKind; subject: RiskSubject },
  which: Fragment,
  most: number,
): Fragment {
  const those = (counted: Fragment) => sql`(select t.id, t.amount, t.currency from ${tableOf(sql, kind)} t
    where ${which} and ${counted} order by t.id desc limit ${most})`
  if (kind === 'collections' || subject !== 'merchant') return those(isLookedAt(sql, kind))
  return sql`(select * from (${those(sql`t.kind = 'withdrawal'`)} union all ${those(sql`t.directed`)}) as both_sorts
    order by id desc limit ${most})`
}

type Alike = { ones: readonly Placed[]; same: Fragment }

/** Those that are looked for in the same way: phones are the same on every network; accounts are only unique within a bank, and are spelt in several ways. */
function alike(sql: Sql, kind: RiskKind, subject: RiskSubject, asked: readonly Placed[]): Alike[] {
  const ofMerchant = sql`t.merchant_id = w.merchant_id and t.environment = w.environment`
  const groups: Alike[] = []
  if (subject === 'merchant') groups.push({ ones: asked, same: ofMerchant })
  else if (subject === 'key') {
    groups.push({ ones: asked, same: sql`t.api_key_id = w.key_id and ${ofMerchant}` })
  } else if (kind === 'collections') {
    const same = sql`${ofMerchant} and t.customer_phone is not null and reverse(t.customer_phone) = reverse(w.person)`
    groups.push({ ones: asked, same })
  } else {
    const [accounts, phones] = [
      asked.filter(({ payment }) => isAccount(payment)),
      asked.filter(({ payment }) => !isAccount(payment)),
    ]
    const account = sql`t.method = 'BANK_ACCOUNT' and ${barely(sql, sql`t.destination_identifier`)} = w.person`
    groups.push(
      { ones: accounts, same: sql`${ofMerchant} and ${account} and t.destination_code = w.destination_code` },
      {
        ones: phones,
        same: sql`${ofMerchant} and t.method <> 'BANK_ACCOUNT' and reverse(t.destination_identifier) = reverse(w.person)`,
      },
    )
  }
  return groups.filter(({ ones }) => ones.length > 0)
}

async function addLists(sql: Sql, payments: readonly Payment[], all: Facts[], seen: Seen): Promise<void> {
  const values = payments.map(({ person }) => (person === null ? null : plainNumber(person)))
  const found = await sql<{ list: string; value: string; added_at: Date }[]>`
    select list, value, added_at from risk_list_entries
    where value = any(${values.filter((value) => value !== null)}::text[])`
  const byValue = Map.groupBy(found, ({ value }) => value)
  for (const [place, { kind, at }] of payments.entries()) {
    const [facts, value] = [all[place], values[place]]
    if (!facts || value === null || value === undefined) continue
    const on = (byValue.get(value) ?? []).filter(({ added_at: addedAt }) => seen !== 'then' || addedAt <= at)
    facts[kind === 'collections' ? 'payer_listed' : 'recipient_listed'] = on.map(({ list }) => list)
  }
}

/** As they are now: how a merchant's phone and threshold were then is not kept. */
async function addMerchants(sql: Sql, payments: readonly Payment[], all: Facts[]): Promise<void> {
  const ids = [...new Set(payments.map(({ merchantId }) => merchantId))]
  const found = await sql<{ id: string; phone: string | null; hold_threshold: bigint | null }[]>`
    select id, phone, hold_threshold from merchants where id = any(${ids}::uuid[])`
  const byId = new Map(found.map((merchant) => [merchant.id, merchant]))
  for (const [place, { merchantId, person }] of payments.entries()) {
    const [facts, merchant] = [all[place], byId.get(merchantId)]
    if (!facts || !merchant) continue
    Object.assign(facts, factsOfMerchant(person, merchant.phone, merchant.hold_threshold))
  }
}

export function factsOfMerchant(
  person: string | null,
  phone: string | null,
  holdThreshold: bigint | null,
): Pick<Facts, 'self_payment' | 'hold_threshold'> {
  return {
    self_payment: person === null || phone === null ? null : person === phone,
    hold_threshold: holdThreshold,
  }
}
