import { isDatabaseAway } from '../database/database.ts'
import { gather } from '../primitives/gather.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Report } from './judge-report.ts'
import { type Resolution, resolveCollections } from './resolve-collections.ts'

export type Resolve = (report: Report) => Promise<Resolution>

/** The one door for replies, callbacks, look-ups and expiry: those that arrive together share a transaction. */
export function collectionResolver(world: World, registry: Registry): Resolve {
  const resolveOne = gather<Report, Resolution | Error>(
    async (reports) => {
      try {
        return await resolveTogether(world, registry, reports)
      } catch (error) {
        if (reports.length === 1 || isDatabaseAway(error)) throw error
        return await resolveOneByOne(world, registry, reports)
      }
    },
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

/** One report that cannot be carried out must not hold up the others. */
async function resolveOneByOne(world: World, registry: Registry, reports: Report[]) {
  const answers: (Resolution | Error)[] = []
  for (const report of reports) {
    const [tried] = await Promise.allSettled([resolveTogether(world, registry, [report])])
    if (tried.status === 'fulfilled') answers.push(...tried.value)
    else answers.push(tried.reason instanceof Error ? tried.reason : new Error(String(tried.reason)))
  }
  return answers
}
