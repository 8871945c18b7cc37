import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '@malipo/contract'
import { type Database, HeldByOthers, isPassingFault, type Transaction } from '../database/database.ts'
import { bisect } from '../primitives/bisect.ts'
import { gather } from '../primitives/gather.ts'
import type { World } from '../world/world.ts'
import type { Endpoint } from './load-endpoints.ts'
import { giveUpAllOf, type Outcome, recordAttempts } from './move-deliveries.ts'

/**
 * The next letter does not wait for it, and what a crash leaves unrecorded is sent again in any case. So it is worth waiting for
 * others who have been answered: each statement and each flush to the disk is shared by more.
 */
const lingerMs = 20

/** What somebody else holds is tried again, holding nothing meanwhile, for as long as another lease would last. */
const pausesMs = [20, 80, 320, 1_280, 2_560]

/**
 * Records what came of attempts: those that end together share a statement, in which nobody waits for what somebody else
 * holds. What follows for an endpoint that fails is its own affair, and keeps no other one waiting.
 */
export function outcomeRecorder(
  world: World,
  onSwitchedOff: OnSwitchedOff,
): (outcome: Outcome) => Promise<void> {
  const { pause = sleep } = world
  const recordEach = (outcomes: Outcome[]) =>
    bisect(outcomes, (some) => recordAttempts(world, some), isPassingFault)
  const record = gather(recordEach, {
    most: 500,
    atOnce: 2,
    lingerMs,
    watch: world.watchBatches?.('deliveries.record'),
  })
  const watch = gather<Outcome, void>(
    async (outcomes) => {
      await watchEndpoints(world, outcomes, onSwitchedOff)
      return []
    },
    { most: 500, atOnce: 1 },
  )
  return async (outcome) => {
    let recorded = await record(outcome)
    for (const pauseMs of pausesMs) {
      if (recorded !== 'held') break
      await pause(pauseMs)
      recorded = await record(outcome)
    }
    if (recorded instanceof Error) throw recorded
    if (recorded === 'held') throw new HeldByOthers('The delivery is held by somebody else.')
    // Whoever has lost the lease knows less than the one who holds it.
    if (recorded === 'moved' && outcome.attempted.result !== 'delivered') await watch(outcome)
  }
}

export type SwitchedOff = {
  id: string
  isAdded: boolean
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

/**
 * Notes since when an endpoint has failed, and switches off those that are gone. Those that work are noted with their
 * attempts. One that somebody holds is not waited for: its next attempt will tell the same.
 */
async function watchEndpoints(
  world: World,
  outcomes: Outcome[],
  onSwitchedOff: OnSwitchedOff,
): Promise<void> {
  const now = world.clock.now()
  const fails: Endpoint[] = []
  for (const its of Map.groupBy(outcomes, ({ endpoint }) => endpoint.id).values()) {
    const works = its.find(({ endpoint }) => endpoint.failingSince === null)
    if (works) fails.push(works.endpoint)
    const ending = its.find((one) => isTheEnd(one, now))
    if (ending) await switchOff(world, ending, onSwitchedOff)
  }
  for (const isAdded of [false, true]) {
    const ids = fails.filter((endpoint) => endpoint.isAdded === isAdded).map(({ id }) => id)
    if (ids.length === 0) continue
    const table = tableOf(world.sql, { isAdded })
    await world.sql`
      update ${table} set failing_since = ${now} where id in (
        select id from ${table} where id = any(${ids}::uuid[]) and failing_since is null
        order by id for update skip locked)`
  }
}

function tableOf(sql: Database | Transaction, { isAdded }: Pick<Endpoint, 'isAdded'>) {
  return isAdded ? sql`added_webhook_endpoints` : sql`webhook_endpoints`
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
    const table = tableOf(tx, endpoint)
    const [off] = await tx<{ merchant_id: string; environment: Environment; failing_since: Date | null }[]>`
      update ${table} e
      set switched_off_at = ${now}, switched_off_because = ${because}, failing_since = coalesce(failing_since, ${now})
      where id in (select id from ${table} where id = ${endpoint.id} for update skip locked)
        and url = ${endpoint.url} and switched_off_at is null
        and (${because === 'gone'} or not exists (select from webhook_deliveries d
          where d.merchant_id = e.merchant_id and d.environment = e.environment and d.endpoint_id = e.id
            and d.delivered_at > e.failing_since))
      returning merchant_id, environment, failing_since`
    if (!off) return
    await giveUpAllOf(tx, [endpoint.id], 'The endpoint was switched off.')
    const { merchant_id: merchantId, environment, failing_since: since } = off
    await onSwitchedOff(tx, [
      {
        ...{ id: endpoint.id, isAdded: endpoint.isAdded, merchantId, environment },
        ...{ url: endpoint.url ?? '', because, since: since ?? now },
      },
    ])
  })
}
