import type { Database, Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import type { LaneName } from './lanes.ts'

export type ErrorCount = Pick<LaneName, 'provider' | 'environment' | 'call'> & { many: number }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Adds what went wrong to its minute, for whoever asks how much there was. */
export async function countErrors(
  sql: Database | Transaction,
  now: Date,
  counts: ErrorCount[],
): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
  await sql`
    insert into provider_error_counts as known (minute, provider, environment, call, many)
    select ${minute}::timestamptz, provider, environment, call, many
    from json_to_recordset(${JSON.stringify(counts)}::json) as told (provider text, environment text, call text, many bigint)
    order by provider, environment, call
    on conflict (minute, provider, environment, call) do update set many = known.many + excluded.many`
}

export type ErrorsOfCall = { call: string; last_hour: number; last_day: number }

/** How much went wrong with a provider's live calls lately. */
export async function readErrorCounts(sql: Database, now: Date, provider: string): Promise<ErrorsOfCall[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return await sql<ErrorsOfCall[]>`
    select call, coalesce(sum(many) filter (where minute > ${before(60 * minuteMs)}), 0)::int as last_hour,
      sum(many)::int as last_day
    from provider_error_counts
    where provider = ${provider} and environment = 'live' and minute > ${before(dayMs)}
    group by call order by call`
}

export async function forgetErrorCounts({ sql, clock }: World): Promise<void> {
  await sql`delete from provider_error_counts where minute <= ${new Date(clock.now().getTime() - dayMs)}`
}
