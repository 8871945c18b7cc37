import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { LinkRow } from './link-row.ts'

/** Who wants to pay by a link: how, and from where. Nobody can tell apart who shows no phone. */
export type Payer = { method: string; phone: string | null }

/**
 * Whether an earlier payment of the same payer counts for this request: never where a key names the request itself, for a while where only the
 * request tells it from a second tap, or, from a form that has a key of its own, for as long as it is open.
 */
export type Sameness = 'never' | 'a_minute' | 'while_open'

export type Turn = { key: string; isMine: boolean }

const minuteMs = 60_000
/** For so long an open payment keeps other payers from a link that can be paid once. */
const keepsOthersMs = 10 * minuteMs
/** Between taking a turn and writing the payment lie a few statements; whoever has not written it by then never will. */
const beginsWithinMs = 10_000

/**
 * Takes the turn to pay, or tells under which key the one who has it pays. One statement on one row: of a thousand at once one has it. What an
 * earlier payment has come to may be read a moment late, and then it counts as open.
 */
export async function takeTurn(
  { sql, clock }: World,
  link: LinkRow,
  payer: Payer,
  { key = randomUUID(), sameness }: { key?: string | undefined; sameness: Sameness },
): Promise<Turn> {
  const name = nameOf(payer)
  // Without a phone everybody would be the same payer: of a link that can be paid again, each gets a code of their own.
  if (payer.phone === null && !link.single_use) return { key, isMine: true }
  const place = placeOf(link, name)
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const taken = await sql`
    insert into payment_link_turns as kept (merchant_id, link_id, place, payer, key, at)
    values (${link.merchant_id}, ${link.id}, ${place}, ${name}, ${key}, ${now})
    on conflict on constraint payment_link_turns_pkey do update set payer = excluded.payer, key = excluded.key, at = excluded.at
    where (
      select case
        when kept.key = excluded.key then first.status is null and kept.at <= ${before(beginsWithinMs)}
        when kept.payer = excluded.payer and ${sameness === 'a_minute'}
          then not first.is_open and kept.at <= ${before(minuteMs)}
        when kept.payer = excluded.payer and ${sameness === 'while_open'} then not first.is_open
        when ${!link.single_use} then true
        else not first.is_open or kept.at <= ${before(keepsOthersMs)} end
      from (
        select max(c.status) as status,
          coalesce(bool_or(c.status in ('processing', 'pending_clearance')), kept.at > ${before(beginsWithinMs)}) as is_open
        from idempotency_keys k join collections c on c.id = k.resource_id
        where k.scope = kept.link_id and k.environment = ${link.environment} and k.key = kept.key) first)`
  if (taken.count > 0) return { key, isMine: true }
  const [kept] = await sql<{ key: string; payer: string }[]>`
    select key, payer from payment_link_turns where link_id = ${link.id} and place = ${place}`
  if (kept?.key === key || (kept?.payer === name && sameness !== 'never'))
    return { key: kept.key, isMine: false }
  throw new Refusal('payment_link_unavailable', {
    message: 'Somebody is paying by this link just now. Try again in a few minutes.',
  })
}

function nameOf({ method, phone }: Payer): string {
  return `${method} ${phone ?? ''}`
}

function placeOf({ single_use: isOnce }: LinkRow, name: string): string {
  return isOnce ? '' : name
}

/** The turn of the same payer, where it counts for this request. Nobody's is touched. */
export async function findTurn(
  { sql, clock }: World,
  link: LinkRow,
  payer: Payer,
  sameness: Sameness,
): Promise<Turn | null> {
  const name = nameOf(payer)
  const since = new Date(clock.now().getTime() - minuteMs)
  const [kept] = await sql<{ key: string }[]>`
    select t.key from payment_link_turns t
    where t.link_id = ${link.id} and t.place = ${placeOf(link, name)} and t.payer = ${name} and ${sameness !== 'never'}
      and (${sameness === 'a_minute'} and t.at > ${since} or exists (
        select from idempotency_keys k join collections c on c.id = k.resource_id
        where k.scope = t.link_id and k.environment = ${link.environment} and k.key = t.key
          and c.status in ('processing', 'pending_clearance')))`
  return kept ? { key: kept.key, isMine: false } : null
}

/** Gives a turn back that led to nothing, so that the next payer need not wait for it. */
export async function leaveTurn(sql: Database, link: LinkRow, { key }: Turn): Promise<void> {
  await sql`
    delete from payment_link_turns t where link_id = ${link.id} and key = ${key} and not exists (
      select from idempotency_keys k
      where k.scope = t.link_id and k.environment = ${link.environment} and k.key = t.key)`
}
