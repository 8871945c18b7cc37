import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '@malipo/contract'
import { HeldByOthers, isHeldUp, isPassingFault } from '../database/database.ts'
import { bisect } from '../primitives/bisect.ts'
import type { Clock } from '../primitives/clock.ts'
import { gather } from '../primitives/gather.ts'
import type { Registry } from '../providers/providers.ts'
import { quarantine } from '../quarantine/quarantine.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import type { Report } from './judge-report.ts'
import { findHeldUp } from './lock-collections.ts'
import { type Resolution, resolveFree } from './resolve-collections.ts'

/** Whose collection a report is about. It decides with whom the report shares a batch. */
export type Owner = Pick<CollectionRow, 'merchant_id' | 'environment'>

export type Resolve = (report: Report, of: Owner) => Promise<Resolution>

/** What was in the way is tried again, holding nothing meanwhile, for about five seconds in all. */
const pausesMs = [20, 40, 80, 160, 320, 640, 1_280, 2_560]

/** The one door for replies, callbacks, look-ups and expiry: those that arrive together share a transaction. */
export function collectionResolver(world: World, registry: Registry): Resolve {
  const open = () => openDoor(world, registry)
  const doors: Record<Environment, Resolve> = { live: open(), sandbox: open() }
  return (report, of) => doors[of.environment](report, of)
}

/**
 * Nobody in a batch waits for long: what somebody else holds leaves it at once, and is tried again by the side door, where
 * only those wait who were held up themselves.
 */
function openDoor(world: World, registry: Registry): Resolve {
  const { pause = sleep } = world
  const resolveEach = (reports: Report[]) =>
    bisect(reports, (some) => resolveUnheld(world, registry, some), isPassingFault)
  // One batch at a time: two of one process would only wait for each other's locks.
  const together = gather(resolveEach, { most: 500, atOnce: 1 })
  const aside = gather(resolveEach, { most: 50, atOnce: 1 })
  const apart = gather(resolveEach, { most: 50, atOnce: 1 })
  const suspects = createSuspects(world.clock)
  return async (report, { merchant_id: merchantId }) => {
    let answer = suspects.has(merchantId) ? await apart(report) : await together(report)
    for (const pauseMs of pausesMs) {
      if (!isHeldUp(answer)) break
      await pause(pauseMs)
      answer = await aside(report)
    }
    if (!(answer instanceof Error)) return answer
    if (!isPassingFault(answer)) {
      suspects.add(merchantId)
      const { collectionId: subjectId, source, word } = report
      await quarantine(world, { about: 'collection', subjectId, source, said: word.kind, fault: answer })
    }
    throw answer
  }
}

/** As long as it takes a person to look; a merchant whose payments go well by then is among the others again. */
const suspectedForMs = 10 * 60_000
const mostSuspects = 10_000

/** Merchants whose payments have spoilt a batch: theirs are resolved with each other's, and nobody else's. */
function createSuspects(clock: Clock) {
  const until = new Map<string, number>()
  return {
    has: (merchantId: string) => (until.get(merchantId) ?? 0) > clock.now().getTime(),
    add(merchantId: string) {
      until.delete(merchantId)
      until.set(merchantId, clock.now().getTime() + suspectedForMs)
      if (until.size > mostSuspects) until.delete(until.keys().next().value ?? '')
    },
  }
}

type Answer = Resolution | HeldByOthers

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
    return reports.map(
      (report) => answered.get(report) ?? new HeldByOthers('The books are held by somebody else.'),
    )
  }
}

async function resolveTogether(world: World, registry: Registry, reports: Report[]): Promise<Answer[]> {
  const resolutions = await world.sql.begin((tx) => resolveFree(tx, world, registry, reports))
  world.crashPoint?.('collection.resolved')
  return resolutions.map((one) => one ?? new HeldByOthers('The collection is held by somebody else.'))
}
