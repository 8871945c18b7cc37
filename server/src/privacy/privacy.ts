import { operations } from '@malipo/contract'
import { deciderOf, type Route, route } from '../http/http.ts'
import { type Chore, roundsOf } from '../jobs/jobs.ts'
import { readRetention } from '../retention/retention.ts'
import type { World } from '../world/world.ts'
import { carryOutRequests } from './carry-out-requests.ts'
import { changeRetention, showRetention } from './change-retention.ts'
import { showExport } from './export-row.ts'
import { forgetOld } from './forget-old.ts'
import { endExports, prepareExports } from './prepare-exports.ts'
import { showRequest } from './privacy-request-row.ts'
import {
  findExport,
  findFileOf,
  listExports,
  refuseWithoutFactor,
  requestExport,
  saveFile,
} from './request-export.ts'
import { findRequest, listRequests, requestPrivacy } from './request-privacy.ts'

export { carryOutRequests } from './carry-out-requests.ts'
export { forgetOld } from './forget-old.ts'
export { endExports, prepareExports } from './prepare-exports.ts'

export function routes({ world }: { world: World }): Route[] {
  return [...retentionRoutes(world), ...requestRoutes(world), ...exportRoutes(world)]
}

function retentionRoutes(world: World): Route[] {
  return [
    route(operations.adminReadRetention, async () => showRetention(await readRetention(world.sql))),
    route(operations.adminChangeRetention, ({ body, caller, requestId, idempotently }) =>
      idempotently(async (tx) =>
        showRetention(await changeRetention(tx, world, deciderOf({ caller, requestId }), body)),
      ),
    ),
  ]
}

function requestRoutes(world: World): Route[] {
  return [
    route(operations.requestPrivacy, ({ body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => showRequest(await requestPrivacy(tx, world, { caller, requestId }, body))),
    ),
    route(operations.listPrivacyRequests, ({ query, caller, lists }) => listRequests(lists, caller, query)),
    route(operations.readPrivacyRequest, async ({ params, caller, lists }) =>
      showRequest(await findRequest(lists, caller, params.privacy_request_id)),
    ),
    route(operations.readPrivacyRequestFile, async ({ params, caller, requestId, lists }) => {
      const { id, kind } = await findRequest(lists, caller, params.privacy_request_id)
      const file = kind === 'export' ? await findFileOf(lists, id) : undefined
      return await saveFile(world, lists, { caller, requestId }, file, 'personal-data')
    }),
  ]
}

function exportRoutes(world: World): Route[] {
  return [
    route(operations.requestExport, ({ caller, requestId, idempotently }) =>
      idempotently(async (tx) => showExport(await requestExport(tx, world, { caller, requestId }))),
    ),
    route(operations.listExports, ({ query, caller, lists }) => listExports(lists, caller, query)),
    route(operations.readExport, async ({ params, caller, lists }) =>
      showExport(await findExport(lists, caller, params.export_id)),
    ),
    route(operations.readExportFile, async ({ params, caller, requestId, lists }) => {
      refuseWithoutFactor(world, caller)
      const row = await findExport(lists, caller, params.export_id)
      return await saveFile(world, lists, { caller, requestId }, row, 'export')
    }),
  ]
}

/** Soon after it was asked for. */
const soonMs = 1_000

export function chores({ world }: { world: World }): Chore[] {
  return [
    { name: 'privacy.forget', everyMs: 60_000, work: () => forgetOld(world) },
    roundsOf({ name: 'privacy.carry-out', everyMs: soonMs }, (running) => carryOutRequests(world, running)),
    roundsOf({ name: 'privacy.prepare-exports', everyMs: soonMs }, (running) =>
      prepareExports(world, running),
    ),
    { name: 'privacy.end-exports', everyMs: 60_000, work: () => endExports(world) },
  ]
}
