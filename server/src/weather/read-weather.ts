import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { daysBefore } from '../primitives/clock.ts'
import { lowestIdAt } from '../primitives/id.ts'
import {
  fewestOutcomes,
  hangsAfterMs,
  judgeWeather,
  type Lately,
  medianOf,
  type NetworkStatus,
  payOutHangsAfterMs,
  type Timed,
} from './judge-weather.ts'
import { directionOf, type SentPayOut } from './payout-outcome.ts'
import { networkOfPush, type PushOrder, type PushOutcome, pushMethods } from './push-outcome.ts'
import { nameOfRoad, type Road, readRoad } from './road.ts'
import { dayOf, mostAheadMs, usualDays } from './sum-up-outcomes.ts'

/** One network in one direction, as it is reached through one provider. */
export type NetworkWeather = Lately &
  Road & {
    environment: Environment
    provider: string
    /** As its outcomes are counted. */
    network: string
    status: NetworkStatus
  }

/** How far back is lately. */
export const windowMs = 15 * 60_000

/**
 * Of open orders only so many of each method are looked at, the latest: an outage may leave any number. With more than these hanging the
 * word is wrong only where more than these succeeded beside them.
 */
const mostOpen = 2_000

type Counted = Omit<PushOutcome, 'minute'> & { is_lately: boolean }
type Open = Pick<PushOutcome, 'environment' | 'provider' | 'network'> & { begunAt: Date }

/** All that is known of networks, not yet judged. */
export type Heard = { counted: Counted[]; open: Open[] }

/** How every network does of which something is known. */
export async function readWeather(sql: Database, now: Date): Promise<NetworkWeather[]> {
  return judgeHeard(await hear(sql, now), now)
}

export async function hear(sql: Database, now: Date): Promise<Heard> {
  const [counted, pushes, payOuts] = await Promise.all([
    readCounted(sql, now),
    readOpenPushes(sql, now),
    readOpenPayOuts(sql, now),
  ])
  return { counted, open: [...pushes, ...payOuts] }
}

/** Each network through each provider, unless somebody calls several providers by one name. */
export function judgeHeard(
  { counted, open }: Heard,
  now: Date,
  nameOf: (provider: string) => string = (provider) => provider,
): NetworkWeather[] {
  const roads = new Map<string, Heard>()
  const about = ({ environment, provider, network }: Omit<Open, 'begunAt'>): Heard => {
    const key = JSON.stringify([environment, nameOf(provider), network])
    const found = roads.get(key) ?? { counted: [], open: [] }
    roads.set(key, found)
    return found
  }
  for (const one of counted) about(one).counted.push(one)
  for (const one of open) about(one).open.push(one)
  return [...roads].flatMap(([key, words]) => {
    const [environment, provider, network] = JSON.parse(key) as [Environment, string, string]
    const road = readRoad(network)
    if (road === null) return []
    const lately = sumUp(words, road, now)
    return [{ environment, provider, network, ...road, ...lately, status: judgeWeather(lately) }]
  })
}

function sumUp({ counted, open }: Heard, { direction }: Road, now: Date): Lately {
  const times = (isLately: boolean): Timed[] =>
    counted
      .filter((one) => one.succeeded && one.is_lately === isLately)
      .map(({ took_ms: tookMs, many }) => ({ tookMs, many }))
  const lately = times(true)
  const before = times(false)
  const usualMs = manyOf(before) < fewestOutcomes ? null : medianOf(before)
  // Each begins to hang at a moment of its own, which is lately or is not, as the end of another.
  const hungSince =
    now.getTime() - (direction === 'collections' ? hangsAfterMs(usualMs) : payOutHangsAfterMs(usualMs))
  const hanging = open.filter(
    ({ begunAt: at }) => at.getTime() <= hungSince && at.getTime() > hungSince - windowMs,
  )
  const failures = counted.filter((one) => !one.succeeded && one.is_lately)
  return {
    succeeded: manyOf(lately),
    failed: manyOf(failures),
    hanging: hanging.length,
    typicalMs: medianOf(lately),
    usualMs,
  }
}

function manyOf(counted: readonly { many: number }[]): number {
  return counted.reduce((sum, { many }) => sum + many, 0)
}

/** What was counted lately, and how long successes took before that. */
async function readCounted(sql: Database, now: Date): Promise<Counted[]> {
  const since = new Date(now.getTime() - windowMs)
  // Clocks of processes differ by a little. What is further ahead was counted by one that was wrong.
  const until = new Date(now.getTime() + mostAheadMs)
  return await sql<Counted[]>`
    select environment, provider, network, succeeded, took_ms, minute > ${since} as is_lately, sum(many)::int as many
    from push_outcomes where minute <= ${until} and (minute > ${since} or succeeded) group by 1, 2, 3, 4, 5, 6
    union all
    select environment, provider, network, true, took_ms, false, sum(many)::int
    from usual_push_times where day >= ${dayOf(daysBefore(now, usualDays))}::date group by 1, 2, 3, 5`
}

/** When whoever may hang now has begun. */
function spanOf(now: Date): { since: number; until: number } {
  return {
    since: now.getTime() - hangsAfterMs(Number.POSITIVE_INFINITY) - windowMs,
    until: now.getTime() - hangsAfterMs(null),
  }
}

/** Live pushes that may hang, on pages and elsewhere: each walk is over what is open and young, in an index. */
async function readOpenPushes(sql: Database, now: Date): Promise<Open[]> {
  const { since, until } = spanOf(now)
  const pushes = await sql<PushOrder[]>`
    select found.* from unnest(${[...pushMethods]}::text[]) as asked (method) cross join lateral (
      select environment, provider, method, customer_phone, created_at from collections c
      where c.environment = 'live' and c.status = 'processing' and c.method = asked.method
        and c.id > ${lowestIdAt(since)}::uuid and c.id < ${lowestIdAt(until + 1)}::uuid and c.page_token is null
      order by c.id desc limit ${mostOpen}) found
    union all
    select c.environment, t.provider, t.method, t.customer_phone, t.created_at
    from unnest(${[...pushMethods]}::text[]) as asked (method) cross join lateral (
      select collection_id, provider, method, customer_phone, created_at from collection_tries o
      where o.state = 'open' and o.method = asked.method
        and o.created_at > ${new Date(since)} and o.created_at <= ${new Date(until)}
      order by o.created_at desc limit ${mostOpen}) t join collections c on c.id = t.collection_id
    where c.environment = 'live' and c.page_token is not null`
  return pushes.flatMap((push) => {
    const { environment, provider, created_at: begunAt } = push
    const network = networkOfPush(push)
    return network === null ? [] : [{ environment, provider, network, begunAt }]
  })
}

/** Live payouts that may hang, of each provider that has any under way. */
async function readOpenPayOuts(sql: Database, now: Date): Promise<Open[]> {
  const { since, until } = spanOf(now)
  const sent = await sql<SentPayOut[]>`
    select found.* from (select distinct provider from withdrawals where environment = 'live' and completed_at is null) p
    cross join lateral (
      select environment, provider, destination_code, way, sent_at from withdrawals w
      where w.provider = p.provider and w.sent_at > ${new Date(since)} and w.sent_at <= ${new Date(until)}
        and w.completed_at is null and w.environment = 'live' and w.status in ('PROCESSING', 'NEEDS_RECONCILIATION')
      order by w.sent_at desc limit ${mostOpen}) found`
  return sent.map(({ environment, provider, destination_code: code, way, sent_at: begunAt }) => ({
    ...{ environment, provider, begunAt },
    network: nameOfRoad({ direction: directionOf({ way }), code }),
  }))
}
