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
  /** Whether the last look filled it, so that more is probably waiting. */
  mayHaveMore: boolean
}

/** Few merchants' servers like more calls at once from one sender. */
const mostAtOnce = 20
const fewAtFirst = 4

/** A lane holds as much as it sends in about this time, so that what is taken is sent long before its lease ends. */
const heldForMs = 500
const mostHeldPerCall = 64

/** An endpoint that takes longer than this on average is a slow one. */
const slowMs = 2_000

export function createLane(endpointId: string): Lane {
  return {
    endpointId,
    waiting: [],
    sending: 0,
    held: 0,
    breadth: fewAtFirst,
    averageMs: heldForMs,
    mayHaveMore: false,
  }
}

export const roomAtFirst = fewAtFirst

export function isSlow({ averageMs }: Lane): boolean {
  return averageMs > slowMs
}

/** How many more deliveries the lane may take. */
export function roomOf(lane: Lane): number {
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
  if (durationMs > slowMs || result === 'timeout' || result === 'unreachable') {
    lane.breadth = Math.max(1, Math.floor(lane.breadth / 2))
  } else if (result === 'delivered') {
    lane.breadth = Math.min(mostAtOnce, lane.breadth + 1)
  }
}

export function roomsOf(lanes: Iterable<Lane>, slowLanesAreFull: boolean): Room[] {
  return [...lanes].map((lane) => ({
    endpointId: lane.endpointId,
    held: lane.held,
    room: slowLanesAreFull && isSlow(lane) ? 0 : Math.max(0, roomOf(lane)),
  }))
}
