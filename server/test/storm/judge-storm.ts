import { createHash } from 'node:crypto'
import { deliveryChecks } from '../../src/books/checks/delivery-checks.ts'
import type { Arrival } from './receivers.ts'
import type { Storm } from './storm-plan.ts'
import type { StormStage } from './storm-stage.ts'

export type StormReport = {
  announced: number
  /** Accepted at least once. */
  accepted: number
  lost: number
  calls: number
  /** Accepted more than once: at least once is the promise, and this is its price. */
  doubled: number
  otherBytes: number
  badSignatures: number
  undelivered: number
  brokenChecks: string[]
  healthyP50Ms: number
  healthyP99Ms: number
}

type StoredEvent = { id: string; merchant_id: string; body: string; created_at: Date }

/** Holds what the receivers saw against what was announced. */
export async function judgeStorm(
  { world, merchantIds }: StormStage,
  storm: Storm,
  arrivals: Arrival[],
): Promise<StormReport> {
  const events = await world.sql<StoredEvent[]>`select id, merchant_id, body, created_at from events`
  const hashes = new Map(events.map(({ id, body }) => [id, createHash('sha256').update(body).digest('hex')]))
  const acceptedAt = firstAccepted(arrivals)
  const calls = arrivals.filter(({ status }) => status === 200).length
  const healthyIds = new Set(merchantIds.filter((_, at) => storm.behaviours[at] === 'healthy'))
  const waits = events
    .filter(({ merchant_id: merchantId }) => healthyIds.has(merchantId))
    .map(
      ({ id, created_at: createdAt }) =>
        (acceptedAt.get(id) ?? Number.POSITIVE_INFINITY) - createdAt.getTime(),
    )
    .toSorted((one, other) => one - other)
  const [owed] = await world.sql<{ undelivered: number }[]>`
    select count(*)::int as undelivered from webhook_deliveries where status <> 'delivered'`
  return {
    announced: events.length,
    accepted: acceptedAt.size,
    lost: events.filter(({ id }) => !acceptedAt.has(id)).length,
    calls: arrivals.length,
    doubled: calls - acceptedAt.size,
    otherBytes: arrivals.filter(({ id, hash }) => hashes.get(id) !== hash).length,
    badSignatures: arrivals.filter(({ isGenuine }) => !isGenuine).length,
    undelivered: owed?.undelivered ?? -1,
    brokenChecks: await brokenChecks(world),
    healthyP50Ms: waits[Math.floor(waits.length * 0.5)] ?? Number.NaN,
    healthyP99Ms: waits[Math.floor(waits.length * 0.99)] ?? Number.NaN,
  }
}

function firstAccepted(arrivals: Arrival[]): Map<string, number> {
  const first = new Map<string, number>()
  for (const { id, status, at } of arrivals) {
    if (status === 200) first.set(id, Math.min(at, first.get(id) ?? Number.POSITIVE_INFINITY))
  }
  return first
}

async function brokenChecks({ sql, vault }: StormStage['world']): Promise<string[]> {
  const found = await sql.begin(async (tx) => {
    const looks: (string | null)[] = []
    for (const { look } of deliveryChecks) looks.push(await look(tx, vault))
    return looks
  })
  return found.filter((one) => one !== null)
}
