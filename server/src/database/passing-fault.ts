import { QueueFull } from '../primitives/gather.ts'
import { isDatabaseAway } from './database-away.ts'
import { isLeftEnd } from './lift-left-end.ts'

/** Statement cancelled by its time limit, lock not had in time, deadlock, serialization. */
const passingCodes = new Set(['57014', '55P03', '40P01', '40001'])

/**
 * The one judgement of the whole service on a failure that passes: the database is away, or the statement met somebody
 * else's. The same work may well be done later, so nobody may be told that it cannot be.
 */
export function isPassingFault(error: unknown): boolean {
  if (isDatabaseAway(error) || error instanceof QueueFull || isLeftEnd(error)) return true
  if (error instanceof AggregateError) return error.errors.some(isPassingFault)
  return error instanceof Error && 'code' in error && passingCodes.has(String(error.code))
}

/** Whether somebody else held a row or a key for longer than we wait. */
export function isLockedByOthers(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/** Somebody else holds what we skipped instead of waiting for it; judged as if the database itself had said so. */
export class HeldByOthers extends Error {
  override name = 'HeldByOthers'
  code = '55P03'
}

/** Whether somebody else was in the way and may be gone in a moment: a lock not had in time, a deadlock. */
export function isHeldUp(error: unknown): boolean {
  return isLockedByOthers(error) || (error instanceof Error && 'code' in error && error.code === '40P01')
}
