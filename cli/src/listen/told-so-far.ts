import type { Position } from '../keeping/listener.ts'

/** When a stream is taken up again it goes back half a minute; twice that is remembered, so that nothing is told twice. */
export const rememberedMs = 60_000
const mostRemembered = 1_000

/** Ids begin with the millisecond in which they were made, in 48 bits. */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

export function isTold({ last_event_id: last, recent }: Position, id: string): boolean {
  return id === last || recent.includes(id)
}

/** The position after one more event. An event that was stored late has a lower id: that leaves the place where it is. */
export function afterTelling(position: Position, id: string): Position {
  const last = position.last_event_id === null || id > position.last_event_id ? id : position.last_event_id
  const since = timeOf(last) - rememberedMs
  const recent = [...position.recent, id].filter((one) => timeOf(one) >= since).slice(-mostRemembered)
  return { last_event_id: last, since: null, recent }
}
