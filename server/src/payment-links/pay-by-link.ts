import { randomUUID } from 'node:crypto'
import { operations } from '@malipo/contract'
import type { Collect, CollectionRow, Payee } from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import { type PayerTurns, waitForTheFirst } from '../http/http.ts'
import { minorFromText, textFromMinor } from '../primitives/money.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { isToken, newToken } from '../primitives/token.ts'
import type { CountRequest, RingCount } from '../tallies/tallies.ts'
import type { World } from '../world/world.ts'
import { refuseClosed, refuseOtherTerms } from './attach-link.ts'
import { type LinkMethod, type LinkRow, linkColumns } from './link-row.ts'
import { findTurn, leaveTurn, type Sameness, type Turn, takeTurn } from './take-turn.ts'

export type OpenLink = LinkRow & { merchant_name: string; merchant_is_active: boolean }

export type LinkPayment = {
  method: LinkMethod
  phone?: string | undefined
  amount?: string | undefined
  /** Whom limits by address count. */
  address: string
  /** The request's own key, if it has one, and the print of what it asks for. */
  key?: string | undefined
  fingerprint: Buffer
  sameness: Sameness
  codeMayFollow?: boolean
}

export type PaidByLink = { collection: CollectionRow; replayed: boolean }

export type PayingByLink = {
  world: World
  collect: Collect
  qrLivesForMs: number
  /** Absent where limits are off. */
  countRequest: CountRequest | undefined
  prompts: RingCount
  payerTurns: PayerTurns
  /** For how long whoever pays by a link waits for the outcome. */
  waitsForMs: number
}

/** By a token; what is no token is no link. */
export async function findOpenLink(sql: Database, token: string): Promise<OpenLink> {
  const link = (await findOpenLinks(sql, [token])).get(token)
  if (!link) throw new Refusal('not_found')
  return link
}

/** Several, by their tokens. */
export async function findOpenLinks(sql: Database, tokens: string[]): Promise<Map<string, OpenLink>> {
  const asked = [...new Set(tokens)].filter(isToken)
  if (asked.length === 0) return new Map()
  const links = await sql<OpenLink[]>`
    select ${linkColumns}, (select name from merchants where id = merchant_id) as merchant_name,
      (select is_active from merchants where id = merchant_id) as merchant_is_active
    from payment_links where token = any(${asked}::text[])`
  return new Map(links.map((link) => [link.token, link]))
}

/**
 * A payer pays by a link: who has the turn makes the payment, and whoever else is the same payer gets the same one. Refused, the turn is
 * given back and nothing is left.
 */
export async function payByLink(
  paying: PayingByLink,
  link: OpenLink,
  wish: LinkPayment,
): Promise<PaidByLink> {
  const phone = wish.phone === undefined ? null : canonicalPhone(wish.phone)
  if (wish.method !== 'DYNAMIC_QR' && phone === null)
    throw invalid({ field: 'phone', problem: 'is required to be prompted' })
  const amount = amountOf(link, wish.amount)
  await refuseTooMany(paying, link, wish.address)
  // What can be paid once has one place; of the others each payer has one.
  const place = link.single_use ? link.id : `${link.id} ${phone ?? randomUUID()}`
  const begun = await paying.payerTurns.change({ merchantId: link.merchant_id, place }, () =>
    takePlace(paying, link, { ...wish, amount }, phone),
  )
  if ('collection' in begun) return { collection: begun.collection, replayed: true }
  const { turn } = begun
  if (!turn.isMine) {
    const first = await firstOf(paying.world, link, turn, wish)
    if (wish.sameness === 'a_minute') refuseOtherAmount(first, amount)
    return { collection: first, replayed: true }
  }
  return await orLeave(paying, link, turn, () =>
    orForget(paying, ringOf(link, wish.method, phone), () => make(paying, link, { ...wish, amount }, turn)),
  )
}

/** A second tap asks for the same amount. Whoever asks for another one must not read that it is paid, and pages show which one is. */
function refuseOtherAmount({ amount: first }: CollectionRow, wished: string): void {
  if (first === minorFromText(wished)) return
  throw new Refusal('payment_link_unavailable', {
    message:
      `A payment of ${textFromMinor(first)} from this phone is open, or was made within the last minute. ` +
      'Wait, or send an Idempotency-Key to pay another amount besides.',
  })
}

/** What was paid under the same key; or the turn, and whoever has it may pay now. */
async function takePlace(
  paying: PayingByLink,
  link: OpenLink,
  wish: LinkPayment & { amount: string },
  phone: string | null,
): Promise<{ collection: CollectionRow } | { turn: Turn }> {
  const { world } = paying
  // A key that was used decides, whatever has become of the link since.
  const earlier = wish.key === undefined ? null : await paidUnder(world, link, wish.key, wish)
  if (earlier) return { collection: earlier }
  refuseOtherTerms(link, { amount: minorFromText(wish.amount) ?? 0n, currency: link.currency })
  const turn = await turnOf(world, link, wish, phone)
  if (!turn.isMine) return { turn }
  return await orLeave(paying, link, turn, async () => {
    await refuseWhileOpen(world.sql, link, turn, world.clock.now())
    await refuseRinging(paying, ringOf(link, wish.method, phone))
    return { turn }
  })
}

/** Of a link that is closed no turn is left to take; whoever paid by it just now, or still does, is told of that all the same. */
async function turnOf(world: World, link: OpenLink, wish: LinkPayment, phone: string | null): Promise<Turn> {
  const payer = { method: wish.method, phone }
  try {
    refuseClosed(link, wish.method, world.clock.now())
  } catch (closed) {
    const kept = await findTurn(world, link, payer, wish.sameness)
    if (kept === null) throw closed
    return kept
  }
  return await takeTurn(world, link, payer, wish)
}

/** Whoever is refused gives the turn back. */
async function orLeave<Result>(
  { world: { sql } }: PayingByLink,
  link: OpenLink,
  turn: Turn,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) await leaveTurn(sql, link, turn)
    // Whether its account is open is the merchant's own business.
    throw error instanceof Refusal && error.code === 'merchant_inactive'
      ? new Refusal('payment_link_unavailable')
      : error
  }
}

function amountOf(link: LinkRow, chosen: string | undefined): string {
  if (link.amount !== null) {
    if (chosen !== undefined)
      throw invalid({ field: 'amount', problem: 'is fixed by the payment link; leave it out' })
    return textFromMinor(link.amount)
  }
  if (chosen === undefined)
    throw invalid({ field: 'amount', problem: 'is required: this link leaves it to you' })
  return chosen
}

/** A stall on market day is paid a few times a minute; whoever tries out phones is not stopped by the limit of all requests soon enough. */
const mostByLink = { most: 300, windowMs: 60_000 }
const mostByAddress = { most: 60, windowMs: 60_000 }

async function refuseTooMany({ countRequest }: PayingByLink, link: LinkRow, address: string): Promise<void> {
  if (!countRequest) return
  for (const [name, limit] of [
    [`collect-by-address:${address}`, mostByAddress],
    [`collect-by-link:${link.id}`, mostByLink],
  ] as const) {
    const { count, leftMs } = await countRequest(name, limit)
    if (count > limit.most) throw tooMany(Math.ceil(leftMs / 1000))
  }
}

/** Whose phone rings, if one does. */
function ringOf({ environment }: LinkRow, method: LinkMethod, phone: string | null): string | null {
  return environment === 'live' && method !== 'DYNAMIC_QR' ? phone : null
}

/** Counts before anything rings, so that many at once are no way around. */
async function refuseRinging({ prompts }: PayingByLink, phone: string | null): Promise<void> {
  const seconds = phone === null ? 0 : await prompts.take(phone)
  if (seconds > 0) throw tooMany(seconds, 'Too many requests were sent to this phone. Wait, or use another.')
}

/**
 * What was counted and then rings nowhere is no prompt: otherwise a link that nobody can pay would keep a phone from being asked by all
 * others.
 */
async function orForget(
  { prompts }: PayingByLink,
  phone: string | null,
  pay: () => Promise<PaidByLink>,
): Promise<PaidByLink> {
  const forget = async () => (phone === null ? undefined : await prompts.takeBack(phone))
  try {
    const paid = await pay()
    if (paid.replayed) await forget()
    return paid
  } catch (error) {
    if (error instanceof Refusal) await forget()
    throw error
  }
}

function tooMany(seconds: number, message?: string): Refusal {
  return new Refusal('rate_limited', {
    ...(message !== undefined && { message }),
    details: { retry_after_seconds: Math.max(1, seconds) },
  })
}

/** Somebody may be paying what is due once in another way: with a collection that the merchant made for it. */
async function refuseWhileOpen(sql: Database, link: LinkRow, { key }: Turn, now: Date): Promise<void> {
  if (!link.single_use) return
  const [open] = await sql`
    select from collections c
    where c.payment_link_id = ${link.id} and c.status in ('processing', 'pending_clearance')
      and c.created_at > ${new Date(now.getTime() - 10 * 60_000)}
      and c.id is distinct from (select resource_id from idempotency_keys
        where scope = ${link.id} and environment = ${link.environment} and key = ${key})
    limit 1`
  if (open)
    throw new Refusal('payment_link_unavailable', {
      message: 'Somebody is paying by this link just now. Try again in a few minutes.',
    })
}

async function make(
  { collect, qrLivesForMs }: PayingByLink,
  link: OpenLink,
  wish: LinkPayment & { amount: string },
  { key }: Turn,
): Promise<PaidByLink> {
  const { method, amount, phone, fingerprint, codeMayFollow = false } = wish
  const payee: Payee = {
    merchantId: link.merchant_id,
    environment: link.environment,
    merchant: { name: link.merchant_name, is_active: link.merchant_is_active },
    by: null,
  }
  let replayed = false
  const call = {
    caller: payee,
    codeMayFollow,
    mark: () => ({ scope: link.id, environment: link.environment, key, fingerprint }),
    replayed: () => {
      replayed = true
    },
  }
  const collection = await collect(call, operations.collectByPublicPaymentLink, {
    family: 'B',
    method,
    amount,
    currency: link.currency,
    phone,
    payment_link_id: link.id,
    public_token: newToken(),
    ...(link.description !== null && { description: link.description }),
    ...(method === 'DYNAMIC_QR' && { livesForMs: qrLivesForMs }),
  })
  return { collection, replayed }
}

/** What was paid under a key. Equal keys for another request are a mistake of whoever sent it. */
async function paidUnder(
  { sql }: World,
  link: LinkRow,
  key: string,
  wish: LinkPayment,
): Promise<CollectionRow | null> {
  const [first] = await sql<(CollectionRow & { fingerprint: Buffer })[]>`
    select c.*, k.fingerprint from idempotency_keys k join collections c on c.id = k.resource_id
    where k.scope = ${link.id} and k.environment = ${link.environment} and k.key = ${key}`
  if (!first) return null
  const { fingerprint, ...collection } = first
  if (key === wish.key && !fingerprint.equals(wish.fingerprint)) throw new Refusal('idempotency_key_reused')
  return collection
}

/** What the one who has the turn has made. It may not be written yet. */
async function firstOf(
  world: World,
  link: LinkRow,
  { key }: Turn,
  wish: LinkPayment,
): Promise<CollectionRow> {
  return await waitForTheFirst(world, async () => {
    const first = await paidUnder(world, link, key, wish)
    if (!first) throw new Refusal('idempotency_in_progress')
    return first
  })
}
