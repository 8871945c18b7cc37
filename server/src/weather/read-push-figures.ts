import type { Database } from '../database/database.ts'
import { daysBefore } from '../primitives/clock.ts'
import { medianOf, type Timed } from './judge-weather.ts'
import { isPush } from './road.ts'
import { dayOf, mostAheadMs, usualDays } from './sum-up-outcomes.ts'

/** What became of pushes in a while, payers' own faults left out. */
export type PushFigures = { succeeded: number; failed: number; medianMs: number | null }
export type NetworkPushFigures = { network: string; lastHour: PushFigures; lastWeek: PushFigures }

type Counted = { network: string; is_lately: boolean; succeeded: boolean; took_ms: number; many: number }

const hourMs = 3_600_000

/** How the live pushes of a provider ended, by network, as they were counted. */
export async function readPushFigures(
  sql: Database,
  now: Date,
  provider: string,
): Promise<NetworkPushFigures[]> {
  const until = new Date(now.getTime() + mostAheadMs)
  const first = dayOf(daysBefore(now, usualDays))
  const counted = await sql<Counted[]>`
    select network, minute > ${new Date(now.getTime() - hourMs)} as is_lately, succeeded, took_ms, sum(many)::int as many
    from push_outcomes where environment = 'live' and provider = ${provider} and minute <= ${until}
    group by 1, 2, 3, 4
    union all
    select network, false, true, took_ms, sum(many)::int from usual_push_times
    where day >= ${first}::date and environment = 'live' and provider = ${provider} group by 1, 4
    union all
    select network, false, false, 0, sum(many)::int from failed_push_counts
    where day >= ${first}::date and environment = 'live' and provider = ${provider} group by 1`
  const pushes = counted.filter(({ network }) => isPush(network))
  return [...Map.groupBy(pushes, ({ network }) => network)]
    .map(([network, ofNetwork]) => ({
      network,
      lastHour: sumUp(ofNetwork.filter((one) => one.is_lately)),
      lastWeek: sumUp(ofNetwork),
    }))
    .sort((a, b) => a.network.localeCompare(b.network))
}

function sumUp(counted: Counted[]): PushFigures {
  const times = counted
    .filter(({ succeeded }) => succeeded)
    .map(({ took_ms: tookMs, many }): Timed => ({ tookMs, many }))
  const failed = counted.filter(({ succeeded }) => !succeeded)
  return { succeeded: manyOf(times), failed: manyOf(failed), medianMs: medianOf(times) }
}

function manyOf(counted: readonly { many: number }[]): number {
  return counted.reduce((sum, { many }) => sum + many, 0)
}
