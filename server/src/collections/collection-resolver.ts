import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '@malipo/contract'
import { isPassingFault } from '../database/database.ts'
import { bisect } from '../primitives/bisect.ts'
import { gather } from '../primitives/gather.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import type { Report } from './judge-report.ts'
import { findHeldUp } from './lock-collections.ts'
import { type Resolution, resolveFree } from './resolve-collections.ts'

/** Whose collection a report is about. It decides with whom the report shares a batch. */
export type Owner = Pick<CollectionRow, 'merchant_id' | 'environment'>

export type Resolve = (report: Report, of: Owner) => Promise<Resolution>

/** Somebody else holds the collection, or the books of its merchant; as if the database itself had said so. */
class HeldUp extends Error {
  override name = 'HeldUp'
  code = '55P03'
}

/** What was in the way is tried again, holding nothing meanwhile, for about five seconds in all. */
const pausesMs = [20, 40, 80, 160, 320, 640, 1_280, 2_560]

/** The one door for replies, callbacks, look-ups and expiry: those that arrive together share a transaction. */
export function collectionResolver(world: World, registry: Registry): Resolve {
  const open = () => openDoor(world, registry)
  const doors: Record<Environment, Door> = { live: open(), sandbox: open() }
  return (report, { environment }) => doors[environment](report)
}

type Door = (report: Report) => Promise<Resolution>

/**
 * Nobody in a batch waits for long: what somebody else holds leaves it at once, and is tried again by the side door, where
 * only those wait who were held up themselves.
 */
function openDoor(world: World, registry: Registry): Door {
  const { pause = sleep } = world
  const resolveEach = (reports: Report[]) =>
    bisect(reports, (some) => resolveUnheld(world, registry, some), isPassingFault)
  // One batch at a time: two of one process would only wait for each other's locks.
  const together = gather(resolveEach, { most: 500, atOnce: 1 })
  const aside = gather(resolveEach, { most: 50, atOnce: 1 })
  return async (report) => {
    let answer = await together(report)
    for (const pauseMs of pausesMs) {
      if (!isHeldUp(answer)) break
      await pause(pauseMs)
      answer = await aside(report)
    }
    if (answer instanceof Error) throw answer
    return answer
  }
}

type Answer = Resolution | HeldUp

/** Lock not had in time; deadlock, of which we were picked to let go. */
const heldUpCodes = new Set(['55P03', '40P01'])

function isHeldUp(answer: unknown): boolean {
  return answer instanceof Error && 'code' in answer && heldUpCodes.has(String(answer.code))
}

/** Where the books of a merchant are held by somebody else, the others are resolved without it. */
async function resolveUnheld(world: World, registry: Registry, reports: Report[]): Promise<Answer[]> {
  try {
    return await resolveTogether(world, registry, reports)
  } catch (error) {
    if (!isHeldUp(error) || reports.length === 1) throw error
    const heldUp = await findHeldUp(world.sql, reports)
    const free = reports.filter(({ collectionId }) => !heldUp.has(collectionId))
    const answers = free.length > 0 ? await resolveTogether(world, registry, free) : []
    const answered = new Map(free.map((report, place) => [report, answers[place]]))
    return reports.map((report) => answered.get(report) ?? new HeldUp('The books are held by somebody else.'))
  }
}

async function resolveTogether(world: World, registry: Registry, reports: Report[]): Promise<Answer[]> {
  const resolutions = await world.sql.begin((tx) => resolveFree(tx, world, registry, reports))
  world.crashPoint?.('collection.resolved')
  return resolutions.map((one) => one ?? new HeldUp('The collection is held by somebody else.'))
}
