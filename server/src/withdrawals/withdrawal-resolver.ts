import { openReportDoor, type ReportDoor } from '../quarantine/quarantine.ts'
import type { World } from '../world/world.ts'
import { type Report, type Resolution, resolveFree } from './resolve-withdrawals.ts'

export type ResolvePayOut = ReportDoor<Report, Resolution>

/** The one door for what providers say about payouts: replies, callbacks and look-ups. */
export function withdrawalResolver(world: World): ResolvePayOut {
  return openReportDoor<Report, Resolution>(world, {
    resolve: (tx, reports, merchantIds) => resolveFree(tx, world, reports, merchantIds),
    door: 'withdrawals.resolve',
    resolved: 'withdrawal.resolved',
    tell: ({ withdrawalId: subjectId, source, word }) => ({
      about: 'withdrawal',
      subjectId,
      source,
      said: word.kind,
    }),
  })
}
