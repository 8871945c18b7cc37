import { environments, operations } from '@malipo/contract'
import type { Authorities } from '../authorities/authorities.ts'
import { type Route, route } from '../http/http.ts'
import { type Chore, startTaking } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import { listDays } from './day-row.ts'
import { findFiscalReceipt, listReceipts, listUnissued } from './find-receipts.ts'
import { changeSettings, readSettings } from './fiscal-settings.ts'
import { showReceipt } from './receipt-row.ts'
import { retryReceipt } from './retry-receipt.ts'
import { issuing } from './work-lanes.ts'

export {
  type FiscalReceiptOfSeller,
  type FiscalStanding,
  findReceiptOf,
  standingFinder,
} from './find-receipts.ts'
export { hastenReceipt } from './hasten-receipt.ts'
export { listBehind, listWithoutReceipt } from './list-behind.ts'
export { owesReceipt, queueReceipts, type Sold } from './queue-receipts.ts'
export { type Known, recoverReceipts } from './recover-receipts.ts'
export { tellReturned } from './tell-returned.ts'
export { issueReceipts } from './work-lanes.ts'

type Parts = { world: World; authorities: Authorities }

export function routes({ world, authorities }: Parts): Route[] {
  return [
    route(operations.readFiscalSettings, ({ caller }) => readSettings(world.sql, authorities, caller)),
    route(operations.changeFiscalSettings, ({ body, caller, requestId, idempotently }) =>
      idempotently((tx) => changeSettings(tx, world, authorities, { caller, requestId }, body)),
    ),
    route(operations.listFiscalReceipts, ({ query, caller, lists }) => listReceipts(lists, caller, query)),
    route(operations.readFiscalReceipt, async ({ params, caller }) =>
      showReceipt(await findFiscalReceipt(world.sql, caller, params.fiscal_receipt_id)),
    ),
    route(operations.retryFiscalReceipt, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) =>
        showReceipt(await retryReceipt(tx, world, { caller, requestId }, params.fiscal_receipt_id)),
      ),
    ),
    route(operations.listFiscalDays, ({ query, caller, lists }) => listDays(lists, caller, query)),
    route(operations.adminListFiscalReceipts, ({ query, environment, lists }) =>
      listUnissued(lists, environment(), query),
    ),
  ]
}

export function chores({ world, authorities }: Parts): Chore[] {
  return environments.map((environment) => ({
    name: `fiscal.issue-${environment}`,
    start: (onError) =>
      startTaking(issuing({ world, authorities }, environment), { everyMs: 1_000, onError }),
  }))
}
