import type { Registry } from '../providers/providers.ts'
import { openReportDoor, type ReportDoor } from '../quarantine/quarantine.ts'
import type { World } from '../world/world.ts'
import type { Report } from './judge-report.ts'
import { type Resolution, resolveFree } from './resolve-collections.ts'

export type Resolve = ReportDoor<Report, Resolution>

/** The one door for replies, callbacks, look-ups and expiry. */
export function collectionResolver(world: World, registry: Registry): Resolve {
  return openReportDoor<Report, Resolution>(world, {
    resolve: (tx, reports, merchantIds) => resolveFree(tx, world, registry, reports, merchantIds),
    door: 'collections.resolve',
    resolved: 'collection.resolved',
    tell: ({ collectionId: subjectId, source, word }) => ({
      about: 'collection',
      subjectId,
      source,
      said: word.kind,
    }),
  })
}
