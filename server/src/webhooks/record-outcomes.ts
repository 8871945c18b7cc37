import type { Environment } from '@malipo/contract'
import { isDatabaseAway, type Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { giveUpAllOf, type Outcome, recordAttempts } from './move-deliveries.ts'

/** Answers with what stood in the way of each, or null. One that cannot be recorded must not take the others with it. */
export async function recordOutcomes(
  world: World,
  outcomes: Outcome[],
  onSwitchedOff: OnSwitchedOff,
  onError: (error: unknown) => void,
): Promise<unknown[]> {
  const { faults, moved } = await recordEach(world, outcomes)
  // Whoever has lost the lease knows less than the one who holds it.
  const held = outcomes.filter(({ delivery }) => moved.has(delivery.id))
  await watchEndpoints(world, held, onSwitchedOff).catch(onError)
  return faults
}

async function recordEach(
  world: World,
  outcomes: Outcome[],
): Promise<{ faults: unknown[]; moved: Set<string> }> {
  try {
    return { moved: await recordAttempts(world, outcomes), faults: outcomes.map(() => null) }
  } catch (error) {
    if (outcomes.length === 1 || isDatabaseAway(error)) {
      return { moved: new Set(), faults: outcomes.map(() => error) }
    }
    const faults: unknown[] = []
    let moved = new Set<string>()
    for (const outcome of outcomes) {
      const one = await recordEach(world, [outcome])
      faults.push(...one.faults)
      moved = moved.union(one.moved)
    }
    return { faults, moved }
  }
}

export type SwitchedOff = {
  id: string
  merchantId: string
  environment: Environment
  url: string
  because: 'gone' | 'failing'
  since: Date
}

/** What else happens when an endpoint is switched off, in the same transaction: the merchant is told. */
export type OnSwitchedOff = (tx: Transaction, endpoints: SwitchedOff[]) => Promise<void>

/** Nothing got through for so long: nobody is there. */
const patienceMs = 5 * 24 * 3_600_000

/** Notes since when an endpoint has failed, and switches off those that are gone. Those that work are noted with their attempts. */
async function watchEndpoints(
  world: World,
  outcomes: Outcome[],
  onSwitchedOff: OnSwitchedOff,
): Promise<void> {
  const now = world.clock.now()
  const fails: string[] = []
  for (const [id, its] of Map.groupBy(outcomes, ({ endpoint }) => endpoint.id)) {
    const works = its.some(({ attempted }) => attempted.result === 'delivered')
    if (!works && its.some(({ endpoint }) => endpoint.failingSince === null)) fails.push(id)
    const ending = its.find((one) => isTheEnd(one, now))
    if (ending && (!works || ending.attempted.result === 'gone'))
      await switchOff(world, ending, onSwitchedOff)
  }
  if (fails.length === 0) return
  await world.sql`
    update webhook_endpoints set failing_since = ${now} where id = any(${fails}::uuid[]) and failing_since is null`
}

function isTheEnd({ endpoint, attempted }: Outcome, now: Date): boolean {
  if (attempted.result === 'gone') return true
  const { failingSince } = endpoint
  return (
    attempted.result !== 'delivered' &&
    failingSince !== null &&
    now.getTime() - failingSince.getTime() >= patienceMs
  )
}

/** Only if it is still the same address, and if nobody else has got through to it meanwhile. */
async function switchOff(world: World, { endpoint, attempted }: Outcome, onSwitchedOff: OnSwitchedOff) {
  const now = world.clock.now()
  const because = attempted.result === 'gone' ? 'gone' : 'failing'
  await world.sql.begin(async (tx) => {
    const [off] = await tx<{ merchant_id: string; environment: Environment; failing_since: Date | null }[]>`
      update webhook_endpoints e
      set switched_off_at = ${now}, switched_off_because = ${because}, failing_since = coalesce(failing_since, ${now})
      where id = ${endpoint.id} and url = ${endpoint.url} and switched_off_at is null
        and (${because === 'gone'} or not exists (select from webhook_deliveries d
          where d.merchant_id = e.merchant_id and d.environment = e.environment and d.delivered_at > e.failing_since))
      returning merchant_id, environment, failing_since`
    if (!off) return
    await giveUpAllOf(tx, [endpoint.id], 'The endpoint was switched off.')
    const { merchant_id: merchantId, environment, failing_since: since } = off
    await onSwitchedOff(tx, [
      { id: endpoint.id, merchantId, environment, url: endpoint.url ?? '', because, since: since ?? now },
    ])
  })
}
