import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '@malipo/contract'
import { type Attempted, deadlineMs, type Send, signedHeaders } from '../courier/courier.ts'
import { createWakeUp, type Running } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import {
  type Claimed,
  claimDeliveries,
  leaseMs,
  releaseDeliveries,
  releaseFromTheDead,
} from './claim-deliveries.ts'
import { createLane, isHalfEmpty, type Lane, learn, roomFor } from './lanes.ts'
import { type Endpoint, loadEndpoints } from './load-endpoints.ts'
import { giveUp } from './move-deliveries.ts'
import { type OnSwitchedOff, outcomeRecorder } from './record-outcomes.ts'

/** For whoever counts: what came of an attempt, and how long after the change the first one began. */
export type AttemptSeen = { attempted: Attempted; firstAfterMs: number | null }

export type Delivering = {
  world: World
  /** Each is delivered by a loop of its own: what the sandbox is owed takes no room from live, and no time. */
  environment: Environment
  send: Send
  onSwitchedOff: OnSwitchedOff
  observe(seen: AttemptSeen): void
  onError(error: unknown): void
}

/** A new event waits half of this on average; looking costs a fraction of a millisecond while few are owed anything. */
const lookAgainMs = 25

/** How often to look when nothing was owed for a second: a service that has nothing to do should cost next to nothing. */
const lookIdlyMs = 100
const idleAfterMs = 1_000

/** And when many are, a look is followed by a rest of so many times its own length. */
const restAfterLook = 4

/** How often to look for what a dead worker held; a new one looks at once. */
const lookForTheDeadMs = 5_000

/** What is taken must be sent and recorded before the lease ends. */
const startWithinMs = leaseMs - deadlineMs - 2_000

/** How long a stopping worker waits for answers before it leaves them to the next one. */
const graceMs = 5_000

/** Sends what is owed, again and again until it is stopped. */
export function startDelivering(delivering: Delivering): Running {
  const { world, send, onError } = delivering
  const lanes = new Map<string, Lane>()
  const wakeUp = createWakeUp()
  const underWay = new Map<Claimed, Promise<void>>()
  let state: 'running' | 'stopping' | 'left' = 'running'
  let lastFound = performance.now()
  const record = outcomeRecorder(world, delivering.onSwitchedOff)

  async function takeMore(): Promise<void> {
    const claimed = await claimDeliveries(
      world,
      delivering.environment,
      roomFor(lanes.values(), performance.now()),
    )
    if (claimed.length === 0) return
    lastFound = performance.now()
    world.crashPoint?.('delivery.claimed')
    const startBy = performance.now() + startWithinMs
    const byEndpoint = Map.groupBy(claimed, (delivery) => delivery.endpoint_id)
    const addressed = {
      ids: [...byEndpoint.keys()],
      merchantIds: [...new Set(claimed.map(({ merchant_id: id }) => id))],
    }
    const endpoints = await loadEndpoints(world, addressed, onError).catch(async (error) => {
      await releaseDeliveries(world, claimed)
      throw error
    })
    const homeless: Claimed[] = []
    for (const [endpointId, deliveries] of byEndpoint) {
      const endpoint = endpoints.get(endpointId)
      if (!endpoint?.url) homeless.push(...deliveries)
      // Without a secret it was told, and is looked at again when the lease has ended.
      else if (endpoint.secrets.length > 0) line(laneOf(endpointId), endpoint, deliveries, startBy)
    }
    await giveUp(world, homeless)
  }

  function laneOf(endpointId: string): Lane {
    const lane = lanes.get(endpointId) ?? createLane(endpointId)
    lanes.set(endpointId, lane)
    return lane
  }

  function line(lane: Lane, endpoint: Endpoint, deliveries: Claimed[], startBy: number): void {
    lane.mayHaveMore = deliveries.length > 1
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
      const { delivery, endpoint } = next
      const attempting = attempt(lane, delivery, endpoint)
        .catch(onError)
        .finally(() => {
          underWay.delete(delivery)
          lane.held -= 1
          if (lane.mayHaveMore && isHalfEmpty(lane)) wakeUp.call()
        })
      underWay.set(delivery, attempting)
    }
  }

  async function attempt(lane: Lane, delivery: Claimed, endpoint: Endpoint): Promise<void> {
    const at = world.clock.now()
    const attempted = await sendOne(lane, delivery, endpoint, at)
    if (state === 'left') return
    world.crashPoint?.('delivery.sent')
    learn(lane, attempted)
    const left = attempted.result === 'gone' ? empty(lane) : []
    sendFrom(lane)
    const since = delivery.untold_since
    delivering.observe({ attempted, firstAfterMs: since && at.getTime() - since.getTime() })
    // If that fails its lease will end, and somebody will send it again: twice rather than never.
    await record({ delivery, endpoint, at, attempted }).catch(onError)
    // By now the endpoint is switched off, or leads elsewhere: the next look finds out which.
    await releaseDeliveries(world, left)
  }

  async function sendOne(lane: Lane, delivery: Claimed, { url, secrets }: Endpoint, at: Date) {
    if (lane.sending === 0) lane.silentSince = performance.now()
    lane.sending += 1
    try {
      const { event_id: id, body } = delivery
      const about = {
        resourceId: delivery.resource_id,
        eventId: id,
        endpointId: delivery.endpoint_id,
        deliveryId: delivery.id,
      }
      return await send({ url: url ?? '', headers: signedHeaders({ id, body, at, secrets }), body, about })
    } finally {
      lane.sending -= 1
      lane.silentSince = performance.now()
    }
  }

  /** Takes out what waits and is not to be sent any more. */
  function empty(lane: Lane): Claimed[] {
    const left = lane.waiting.splice(0).map(({ delivery }) => delivery)
    lane.held -= left.length
    return left
  }

  async function loop(): Promise<void> {
    let lookedForTheDead = Number.NEGATIVE_INFINITY
    while (state === 'running') {
      const began = performance.now()
      if (began - lookedForTheDead > lookForTheDeadMs) {
        await releaseFromTheDead(world).catch(onError)
        lookedForTheDead = began
      }
      await takeMore().catch(onError)
      forgetIdle(lanes)
      const pauseMs = began - lastFound > idleAfterMs ? lookIdlyMs : lookAgainMs
      await wakeUp.wait(Math.max(pauseMs, restAfterLook * (performance.now() - began)))
    }
  }

  const looping = loop()
  return {
    async stop() {
      state = 'stopping'
      wakeUp.call()
      await looping
      await releaseDeliveries(world, [...lanes.values()].flatMap(empty)).catch(onError)
      await Promise.race([Promise.allSettled(underWay.values()), sleep(graceMs, undefined, { ref: false })])
      state = 'left'
      await releaseDeliveries(world, [...underWay.keys()]).catch(onError)
    },
  }
}

/** What was learnt of an endpoint is kept while there are few of them. */
function forgetIdle(lanes: Map<string, Lane>): void {
  if (lanes.size < 1_000) return
  for (const [id, lane] of lanes) if (lane.held === 0) lanes.delete(id)
}
