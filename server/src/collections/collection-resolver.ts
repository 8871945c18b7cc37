import { isDatabaseAway } from '../database/database.ts'
import { bisect } from '../primitives/bisect.ts'
import { gather } from '../primitives/gather.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Report } from './judge-report.ts'
import { type Resolution, resolveCollections } from './resolve-collections.ts'

export type Resolve = (report: Report) => Promise<Resolution>

/** The one door for replies, callbacks, look-ups and expiry: those that arrive together share a transaction. */
export function collectionResolver(world: World, registry: Registry): Resolve {
  const resolveOne = gather<Report, Resolution | Error>(
    // One report that cannot be carried out must not hold up the others.
    (reports) => bisect(reports, (some) => resolveTogether(world, registry, some), isDatabaseAway),
    // One batch at a time: two of one process would only wait for each other's locks.
    { most: 500, atOnce: 1 },
  )
  return async (report) => {
    const answer = await resolveOne(report)
    if (answer instanceof Error) throw answer
    return answer
  }
}

async function resolveTogether(world: World, registry: Registry, reports: Report[]): Promise<Resolution[]> {
  const resolutions = await world.sql.begin((tx) => resolveCollections(tx, world, registry, reports))
  world.crashPoint?.('collection.resolved')
  return resolutions
}
