import type { Attempted } from '../courier/courier.ts'
import type { Claimed, Room } from './claim-deliveries.ts'
import type { Endpoint } from './load-endpoints.ts'

/** What one endpoint is being sent. A slow one fills its own lane and nobody else's. */
export type Lane = {
  endpointId: string
  waiting: { delivery: Claimed; endpoint: Endpoint; startBy: number }[]
  sending: number
  /** Everything taken and not yet recorded, whether it waits, is being sent or was sent. */
  held: number
  /** How many calls at once: grows with each one that gets through, shrinks with each that hangs. */
  breadth: number
  averageMs: number
  /** Since when calls are out and none has come back; of no meaning while none is out. */
  silentSince: number
  /** Whether the last look filled it, so that more is probably waiting. */
  mayHaveMore: boolean
}

/** Few merchants' servers like more calls at once from one sender. */
const mostAtOnce = 20
const fewAtFirst = 2

/** A lane holds as much as it sends in about this time, so that what is taken is sent long before its lease ends. */
const heldForMs = 500
const mostHeldPerCall = 64

/** An endpoint that takes longer than this on average, or says nothing for so long, is a slow one. */
const slowMs = 1_000

export function createLane(endpointId: string): Lane {
  return {
    endpointId,
    waiting: [],
    sending: 0,
    held: 0,
    breadth: fewAtFirst,
    averageMs: heldForMs,
    silentSince: 0,
    mayHaveMore: false,
  }
}

function isSlow({ averageMs, sending, silentSince }: Lane, now: number): boolean {
  return averageMs > slowMs || (sending > 0 && now - silentSince > slowMs)
}

/** How many more deliveries the lane may take. */
function roomOf(lane: Lane): number {
  return capacityOf(lane) - lane.held
}

/** Whether it is worth asking for more: asking for each single one would cost more than sending it. */
export function isHalfEmpty(lane: Lane): boolean {
  return lane.held * 2 <= capacityOf(lane)
}

function capacityOf({ breadth, averageMs }: Lane): number {
  const perCall = Math.min(mostHeldPerCall, Math.max(1, Math.floor(heldForMs / Math.max(averageMs, 1))))
  return breadth * perCall
}

/** Learns from an attempt how much the endpoint can take. A quick refusal costs nobody anything. */
export function learn(lane: Lane, { result, durationMs }: Attempted): void {
  lane.averageMs += 0.2 * (durationMs - lane.averageMs)
  if (result === 'delivered') {
    lane.breadth = Math.min(mostAtOnce, lane.breadth + 1)
  } else if (durationMs > slowMs || result === 'unreachable') {
    lane.breadth = Math.max(1, Math.floor(lane.breadth / 2))
  }
}

/** What a worker may have in hand for endpoints that answer, and besides for those that do not: neither takes from the other. */
const mostHeld = 2_000

/** How much may be claimed now: for each known lane, for lanes not known yet, and altogether. */
export function roomFor(
  lanes: Iterable<Lane>,
  now: number,
): { rooms: Room[]; ofOthers: number; most: number } {
  const all = [...lanes].map((lane) => ({ lane, isSlow: isSlow(lane, now) }))
  const left = { quick: mostHeld, slow: mostHeld }
  for (const { lane, isSlow } of all) left[isSlow ? 'slow' : 'quick'] -= lane.held
  const most = Math.max(0, left.quick) + Math.max(0, left.slow)
  let forSlow = left.slow
  const rooms = all.map(({ lane, isSlow }) => {
    const room = Math.max(0, Math.min(roomOf(lane), isSlow ? forSlow : left.quick))
    if (isSlow) forSlow -= room
    return { endpointId: lane.endpointId, held: lane.held, room }
  })
  return { rooms, ofOthers: Math.max(0, Math.min(fewAtFirst, left.quick)), most }
}
