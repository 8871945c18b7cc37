import { collectionMethods, type Environment, type operations, type PricingTrial } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Database, eachKind, type Fragment, mergeRanges } from '../database/database.ts'
import { createdWithin } from '../http/http.ts'
import { defaultCurrency } from '../ledger/ledger.ts'
import { type Channel, type Charges, chargesOf, termsFrom } from '../pricing/pricing.ts'
import { beginningOf, endOf } from '../primitives/instant.ts'
import { textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'

type Body = Static<typeof operations.adminTryPricingRule.body>
type Trial = Static<typeof PricingTrial>

/** A payment that was made: what it cost, and whose it was. */
type Paid = {
  id: string
  merchant_id: string
  kind: string
  amount: bigint
  charged: bigint
  created_at: Date
}
type Sum = { payments: number; charged: bigint; tried: bigint }

const mostDays = 92
const dayMs = 24 * 3_600_000
const usual = { mostPayments: 100_000, atOnce: 5_000 }
const mostMerchants = 10

/**
 * What past payments would have cost under a rule, by the calculation that charges real ones. Nothing is changed. It reads batch by batch
 * over the connections of lists, and so many payments at most: the newest, and says so.
 */
export async function tryPricingRule(
  lists: Database,
  environment: Environment,
  { merchant_id: merchantId, channel, from, to, currency = defaultCurrency, ...rule }: Body,
  { mostPayments, atOnce } = usual,
): Promise<Trial> {
  const terms = termsFrom({ label: 'Tried', ...rule })
  const period = periodOf(from, to)
  if (merchantId !== undefined) await requireMerchant(lists, merchantId)
  const wanted = { environment, merchantId, channel, currency, atOnce, ...period }
  const sums = { all: nothing(), kinds: new Map<string, Sum>(), merchants: new Map<string, Sum>() }
  let oldest: Paid | undefined
  let isTruncated = false
  for (;;) {
    const batch = await readBatch(lists, wanted, oldest?.id)
    const room = mostPayments - sums.all.payments
    for (const paid of batch.slice(0, room)) {
      const tried = feeOf(channel, chargesOf(terms, paid.amount))
      for (const sum of [sums.all, sumIn(sums.kinds, paid.kind), sumIn(sums.merchants, paid.merchant_id)]) {
        add(sum, paid.charged, tried)
      }
      oldest = paid
    }
    isTruncated = batch.length > room
    if (isTruncated || batch.length < atOnce) break
  }
  return {
    channel,
    currency,
    ...shown(sums.all),
    truncated: isTruncated,
    oldest_counted_at: oldest?.created_at.toISOString() ?? null,
    kinds: [...sums.kinds].map(([kind, sum]) => ({ kind, ...shown(sum) })),
    merchants: await mostAffected(lists, sums.merchants),
  }
}

function periodOf(from: string, to: string): { since: Date; until: Date } {
  const [since, until] = [beginningOf(from), endOf(to)]
  if (since === null || until === null || since >= until) {
    throw invalid({ field: 'from', problem: 'must not be after to' })
  }
  if (until.getTime() - since.getTime() > mostDays * dayMs) {
    throw invalid({ field: 'from', problem: `must be at most ${mostDays} days before the end of to` })
  }
  return { since, until }
}

async function requireMerchant(lists: Database, merchantId: string): Promise<void> {
  const [found] = await lists`select from merchants where id = ${merchantId}`
  if (!found) throw new Refusal('not_found')
}

type Wanted = {
  environment: Environment
  merchantId: string | undefined
  channel: Channel
  currency: string
  since: Date
  until: Date
  atOnce: number
}

/** Newest first, those before an id. Each way to pay is a range of an index. */
async function readBatch(lists: Database, wanted: Wanted, before: string | undefined): Promise<Paid[]> {
  const { environment, merchantId, channel, currency, since, until, atOnce } = wanted
  const within = lists`environment = ${environment} and currency = ${currency}
    ${before === undefined ? lists`` : lists`and id < ${before}`} ${createdWithin(lists, { from: since, to: until })}
    ${merchantId === undefined ? lists`` : lists`and merchant_id = ${merchantId}`}`
  const rows =
    channel === 'COLLECTION' ? collectionsIn(lists, within, atOnce) : withdrawalsIn(lists, within, channel)
  return await lists<Paid[]>`
    select id, merchant_id, kind, amount, charged, created_at from (${rows}) paid order by id desc limit ${atOnce}`
}

function collectionsIn(lists: Database, within: Fragment, most: number): Fragment {
  const ranges = eachKind(
    lists,
    [{ column: lists`method`, all: collectionMethods }],
    (way) => lists`select id, merchant_id, method, amount, created_at from collections
      where ${within} and status = 'successful' ${way}`,
  )
  return lists`
    select c.id, c.merchant_id, c.method as kind, c.amount, c.created_at, (
      select coalesce(sum(case direction when 'debit' then t.amount else -t.amount end), 0)::bigint
      from ledger_transactions t where t.collection_id = c.id and t.type = 'collection_fee') as charged
    from ${mergeRanges(lists, ranges, { column: lists`id`, most })} c`
}

function withdrawalsIn(lists: Database, within: Fragment, channel: Channel): Fragment {
  return lists`
    select id, merchant_id, method as kind, amount, created_at, total_charges as charged
    from withdrawals where ${within} and status = 'SUCCESS'
      ${channel === 'REFUND' ? lists`and kind = 'refund' and origin = 'requested'` : lists`and kind = 'withdrawal' and method = ${channel}`}`
}

/** What a merchant pays. Of money in the processor takes its part from somebody else. */
function feeOf(channel: Channel, { serviceFee, totalCharges }: Charges): bigint {
  return channel === 'COLLECTION' ? serviceFee : totalCharges
}

function nothing(): Sum {
  return { payments: 0, charged: 0n, tried: 0n }
}

function sumIn(sums: Map<string, Sum>, name: string): Sum {
  const found = sums.get(name) ?? nothing()
  sums.set(name, found)
  return found
}

function add(sum: Sum, charged: bigint, tried: bigint): void {
  sum.payments += 1
  sum.charged += charged
  sum.tried += tried
}

function shown({ payments, charged, tried }: Sum) {
  return {
    payments,
    fees_now: textFromMinor(charged),
    fees_then: textFromMinor(tried),
    difference: textFromMinor(tried - charged),
  }
}

async function mostAffected(lists: Database, sums: ReadonlyMap<string, Sum>): Promise<Trial['merchants']> {
  const most = [...sums].toSorted(([, a], [, b]) => compare(b, a)).slice(0, mostMerchants)
  const rows = await lists<{ id: string; name: string }[]>`
    select id, name from merchants where id = any(${most.map(([id]) => id)}::uuid[])`
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return most.map(([id, sum]) => ({ merchant_id: id, merchant_name: names.get(id) ?? '', ...shown(sum) }))
}

/** Who would pay more by the same amount as another pays less is affected as much. */
function compare(a: Sum, b: Sum): number {
  const [one, other] = [change(a), change(b)]
  if (one === other) return a.payments - b.payments
  return one > other ? 1 : -1
}

function change({ charged, tried }: Sum): bigint {
  return tried > charged ? tried - charged : charged - tried
}
