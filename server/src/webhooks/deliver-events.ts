import { setTimeout as sleep } from 'node:timers/promises'
import { type Attempted, deadlineMs, type Send, signedHeaders } from '../courier/courier.ts'
import { isDatabaseAway } from '../database/database.ts'
import type { Chore } from '../jobs/jobs.ts'
import { gather } from '../primitives/gather.ts'
import type { World } from '../world/world.ts'
import { createBell } from './bell.ts'
import { type Claimed, claimDeliveries, leaseMs, releaseDeliveries } from './claim-deliveries.ts'
import { createLane, isHalfEmpty, isSlow, type Lane, learn, roomAtFirst, roomsOf } from './lanes.ts'
import { type Endpoint, loadEndpoints } from './load-endpoints.ts'
import { giveUp, type Outcome, recordAttempts } from './move-deliveries.ts'
import { type OnSwitchedOff, watchEndpoints } from './watch-endpoints.ts'

/** For whoever counts: what came of an attempt, and how long after the event the first one began. */
export type AttemptSeen = { attempted: Attempted; firstAfterMs: number | null }

export type Delivering = {
  world: World
  send: Send
  onSwitchedOff: OnSwitchedOff
  observe(seen: AttemptSeen): void
  report(error: unknown): void
}

/** A new event waits half of this on average; asking costs a fraction of a millisecond. */
const lookAgainMs = 25

/** In hand at once, slow endpoints together at most half: however many they are, the others have room. */
const mostHeld = 4_000

/** What is taken must be sent and recorded before the lease ends. */
const startWithinMs = leaseMs - deadlineMs - 2_000

/** How long a stopping worker waits for answers before it leaves them to the next one. */
const graceMs = 5_000

/** Sends what is owed, again and again until it is stopped. */
export function startDelivering(delivering: Delivering): Chore {
  const { world, send, report } = delivering
  const lanes = new Map<string, Lane>()
  const bell = createBell()
  const underWay = new Map<Claimed, Promise<void>>()
  let state: 'running' | 'stopping' | 'left' = 'running'
  const record = gather((outcomes: Outcome[]) => recordAll(delivering, outcomes), { most: 500, atOnce: 2 })

  async function takeMore(): Promise<void> {
    const held = sum(lanes.values(), () => true)
    if (held >= mostHeld) return
    const slowAreFull = sum(lanes.values(), isSlow) >= mostHeld / 2
    const rooms = roomsOf(lanes.values(), slowAreFull)
    const most = mostHeld - held
    const claimed = await claimDeliveries(world, rooms, { most, roomOfOthers: roomAtFirst })
    if (claimed.length === 0) return
    world.reach?.('delivery.claimed')
    const startBy = performance.now() + startWithinMs
    const byEndpoint = Map.groupBy(claimed, (delivery) => delivery.endpoint_id)
    const endpoints = await loadEndpoints(world, [...byEndpoint.keys()])
    const homeless: Claimed[] = []
    for (const [endpointId, deliveries] of byEndpoint) {
      const endpoint = endpoints.get(endpointId)
      if (endpoint?.url) line(laneOf(endpointId), endpoint, deliveries, startBy)
      else homeless.push(...deliveries)
    }
    await giveUp(world, homeless)
  }

  function laneOf(endpointId: string): Lane {
    const lane = lanes.get(endpointId) ?? createLane(endpointId)
    lanes.set(endpointId, lane)
    return lane
  }

  function line(lane: Lane, endpoint: Endpoint, deliveries: Claimed[], startBy: number): void {
    lane.mayHaveMore = deliveries.length >= roomAtFirst
    lane.held += deliveries.length
    // The older event first: nothing promises an order, but there is no reason to turn it around.
    deliveries.sort((one, other) => (one.event_id < other.event_id ? -1 : 1))
    for (const delivery of deliveries) lane.waiting.push({ delivery, endpoint, startBy })
    sendFrom(lane)
  }

  function sendFrom(lane: Lane): void {
    while (state === 'running' && lane.sending < lane.breadth) {
      const next = lane.waiting.shift()
      if (next === undefined) return
      if (performance.now() > next.startBy) {
        lane.held -= 1
        continue
      }
      lane.sending += 1
      const { delivery, endpoint } = next
      const attempting = attempt(lane, delivery, endpoint).finally(() => underWay.delete(delivery))
      underWay.set(delivery, attempting)
    }
  }

  async function attempt(lane: Lane, delivery: Claimed, endpoint: Endpoint): Promise<void> {
    const at = world.clock.now()
    const { event_id: id, body } = delivery
    const headers = signedHeaders({ id, body, at, secrets: endpoint.secrets })
    const attempted = await send({ url: endpoint.url ?? '', headers, body })
    lane.sending -= 1
    if (state === 'left') return
    world.reach?.('delivery.sent')
    learn(lane, attempted)
    sendFrom(lane)
    const firstAfterMs = delivery.attempts === 0 ? at.getTime() - delivery.created_at.getTime() : null
    delivering.observe({ attempted, firstAfterMs })
    const fault = await record({ delivery, endpoint, at, attempted })
    // Then its lease will end, and somebody will send it again: twice rather than never.
    if (fault !== null) report(fault)
    lane.held -= 1
    if (lane.mayHaveMore && isHalfEmpty(lane)) bell.ring()
  }

  async function loop(): Promise<void> {
    while (state === 'running') {
      await takeMore().catch(report)
      forgetIdle(lanes)
      await bell.wait(lookAgainMs)
    }
  }

  const looping = loop()
  return {
    async stop() {
      state = 'stopping'
      bell.ring()
      await looping
      const waiting = [...lanes.values()].flatMap((lane) => lane.waiting.map(({ delivery }) => delivery))
      await releaseDeliveries(world, waiting).catch(report)
      await Promise.race([Promise.allSettled(underWay.values()), sleep(graceMs, undefined, { ref: false })])
      state = 'left'
      await releaseDeliveries(world, [...underWay.keys()]).catch(report)
    },
  }
}

/** Answers with what stood in the way of each. One that cannot be recorded must not take the others with it. */
async function recordAll(
  { world, onSwitchedOff, report }: Delivering,
  outcomes: Outcome[],
): Promise<unknown[]> {
  const faults = await recordEach(world, outcomes)
  const recorded = outcomes.filter((_, place) => faults[place] === null)
  await watchEndpoints(world, recorded, onSwitchedOff).catch(report)
  return faults
}

async function recordEach(world: World, outcomes: Outcome[]): Promise<unknown[]> {
  try {
    await recordAttempts(world, outcomes)
    return outcomes.map(() => null)
  } catch (error) {
    if (outcomes.length === 1 || isDatabaseAway(error)) return outcomes.map(() => error)
    const faults: unknown[] = []
    for (const outcome of outcomes) faults.push(...(await recordEach(world, [outcome])))
    return faults
  }
}

function sum(lanes: Iterable<Lane>, which: (lane: Lane) => boolean): number {
  let held = 0
  for (const lane of lanes) if (which(lane)) held += lane.held
  return held
}

/** What was learnt of an endpoint is kept while there are few of them. */
function forgetIdle(lanes: Map<string, Lane>): void {
  if (lanes.size < 1_000) return
  for (const [id, lane] of lanes) if (lane.held === 0) lanes.delete(id)
}
