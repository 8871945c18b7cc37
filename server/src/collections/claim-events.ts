import type { Transaction } from '../database/database.ts'
import type { Locked } from './lock-collections.ts'
import type { Report } from './report.ts'

/**
 * Tells of each report whether it may act. An event of a provider acts once: whoever writes its name first, here or in
 * another process, is the one.
 */
export async function claimEvents(
  tx: Transaction,
  at: Date,
  reports: Report[],
  locked: Map<string, Locked>,
): Promise<(report: Report) => boolean> {
  const first = new Map<string, Report>()
  for (const report of reports) {
    const name = nameOf(report, locked)
    if (name !== null && !first.has(name)) first.set(name, report)
  }
  if (first.size === 0) return () => true
  const claimed = new Set(await insert(tx, at, [...first.values()], locked))
  return (report) => {
    const name = nameOf(report, locked)
    return name === null || (first.get(name) === report && claimed.has(name))
  }
}

async function insert(tx: Transaction, at: Date, reports: Report[], locked: Map<string, Locked>) {
  const owners = reports.map(({ collectionId }) => locked.get(collectionId)?.collection)
  const rows = await tx<{ merchant_id: string; environment: string; provider: string; event_id: string }[]>`
    insert into provider_events (merchant_id, environment, provider, event_id, at)
    select merchant_id, environment, provider, event_id, ${at}
    from unnest(${owners.map((owner) => owner?.merchant_id ?? null)}::uuid[],
      ${owners.map((owner) => owner?.environment ?? null)}::text[],
      ${owners.map((owner) => owner?.provider ?? null)}::text[],
      ${reports.map(({ eventId }) => eventId ?? null)}::text[]) as e (merchant_id, environment, provider, event_id)
    order by 1, 2, 3, 4
    on conflict do nothing returning merchant_id, environment, provider, event_id`
  return rows.map((row) => `${row.merchant_id} ${row.environment} ${row.provider} ${row.event_id}`)
}

function nameOf({ eventId, collectionId }: Report, locked: Map<string, Locked>): string | null {
  const owner = locked.get(collectionId)?.collection
  if (eventId === undefined || !owner) return null
  return `${owner.merchant_id} ${owner.environment} ${owner.provider} ${eventId}`
}
