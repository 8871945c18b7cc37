import type { NetworkDirection, NetworkStatus } from '@malipo/contract'
import { type Database, inColumns, type Transaction } from '../database/database.ts'
import { hear, judgeHeard } from './read-weather.ts'

/** Whoever carries it: what strangers are told. No provider can be called so. */
export const everyProvider = '*'

/** A network as it was judged last, and since when it has been that. */
export type StatusRow = {
  provider: string
  destination_code: string
  direction: NetworkDirection
  status: NetworkStatus
  since: Date
}

/** A word is renewed so often, although it stays the same: what nobody has said for long does not count. */
const renewedAfterMs = 60_000

/** Judges every network of which anything is known, and keeps what it is; what nothing is known of any more is unknown. */
export async function judgeNetworks(sql: Database, now: Date): Promise<void> {
  const heard = await hear(sql, now)
  const judged = [...judgeHeard(heard, now), ...judgeHeard(heard, now, () => everyProvider)]
    .filter(({ environment }) => environment === 'live')
    .map(({ provider, code, direction, status }) => ({
      ...{ provider, destination_code: code, direction, status },
      ...{ since: now, judged_at: now },
    }))
  await sql`
    insert into network_statuses as kept (provider, destination_code, direction, status, since, judged_at)
    select provider, destination_code, direction, status, since, judged_at from ${inColumns('n', judged, judgedTypes)}
    order by 1, 2, 3
    on conflict (provider, destination_code, direction) do update
      set status = excluded.status, judged_at = excluded.judged_at,
        since = case when kept.status = excluded.status then kept.since else excluded.since end
      where kept.status <> excluded.status or kept.judged_at < ${new Date(now.getTime() - renewedAfterMs)}`
  await sql`
    update network_statuses s set status = 'unknown', since = ${now}, judged_at = ${now}
    where s.status <> 'unknown' and not exists (select from ${inColumns('n', judged, judgedTypes)}
      where n.provider = s.provider and n.destination_code = s.destination_code and n.direction = s.direction)`
}

const judgedTypes = {
  provider: 'text',
  destination_code: 'text',
  direction: 'text',
  status: 'text',
  since: 'timestamptz',
  judged_at: 'timestamptz',
} as const

export async function readStatuses(sql: Database | Transaction): Promise<StatusRow[]> {
  return await sql<StatusRow[]>`
    select provider, destination_code, direction, status, since from network_statuses`
}
