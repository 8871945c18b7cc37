import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { daysBefore } from '../primitives/clock.ts'
import { lowestIdAt } from '../primitives/id.ts'
import type { MobileNetwork } from '../providers/providers.ts'
import {
  fewestOutcomes,
  hangsAfterMs,
  judgeWeather,
  type Lately,
  medianOf,
  type NetworkStatus,
  type Timed,
} from './judge-weather.ts'
import { networkOfPush, type PushOrder, type PushOutcome, pushMethods } from './push-outcome.ts'
import { dayOf, mostAheadMs, usualDays } from './sum-up-outcomes.ts'

/** One network as it is reached through one provider. */
export type NetworkWeather = Lately & {
  environment: Environment
  provider: string
  network: MobileNetwork
  status: NetworkStatus
}

/** How far back is lately. */
export const windowMs = 15 * 60_000

/**
 * Of open pushes only so many of each method are looked at, the latest: an outage may leave any number. With more than these hanging the
 * word is wrong only where more than these succeeded beside them.
 */
const mostOpen = 2_000

type Counted = Omit<PushOutcome, 'minute'> & { is_lately: boolean }
type Heard = { counted: Counted[]; open: PushOrder[] }

/** How every network does of which something is known. */
export async function readWeather(sql: Database, now: Date): Promise<NetworkWeather[]> {
  const [counted, open] = await Promise.all([readCounted(sql, now), readOpen(sql, now)])
  const heard = new Map<string, Heard>()
  const about = (environment: string, provider: string, network: string): Heard => {
    const key = JSON.stringify([environment, provider, network])
    const found = heard.get(key) ?? { counted: [], open: [] }
    heard.set(key, found)
    return found
  }
  for (const one of counted) about(one.environment, one.provider, one.network).counted.push(one)
  for (const one of open) {
    const network = networkOfPush(one)
    if (network !== null) about(one.environment, one.provider, network).open.push(one)
  }
  return [...heard].map(([key, words]) => {
    const [environment, provider, network] = JSON.parse(key) as [Environment, string, MobileNetwork]
    const lately = sumUp(words, now)
    return { environment, provider, network, ...lately, status: judgeWeather(lately) }
  })
}

function sumUp({ counted, open }: Heard, now: Date): Lately {
  const times = (isLately: boolean): Timed[] =>
    counted
      .filter((one) => one.succeeded && one.is_lately === isLately)
      .map(({ took_ms: tookMs, many }) => ({ tookMs, many }))
  const lately = times(true)
  const before = times(false)
  const usualMs = manyOf(before) < fewestOutcomes ? null : medianOf(before)
  // Each begins to hang at a moment of its own, which is lately or is not, as the end of another.
  const hungSince = now.getTime() - hangsAfterMs(usualMs)
  const hanging = open.filter(
    ({ created_at: at }) => at.getTime() <= hungSince && at.getTime() > hungSince - windowMs,
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

/** Live pushes that may hang, on pages and elsewhere: each walk is over what is open and young, in an index. */
async function readOpen(sql: Database, now: Date): Promise<PushOrder[]> {
  const until = now.getTime() - hangsAfterMs(null)
  const since = now.getTime() - hangsAfterMs(Number.POSITIVE_INFINITY) - windowMs
  return await sql<PushOrder[]>`
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
}
