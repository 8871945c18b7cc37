import { operations } from '@malipo/contract'
import { referencePrefix } from '../collections/collections.ts'
import { deleteOld } from '../database/database.ts'
import { deciderOf, pageOfAll, type Route, route } from '../http/http.ts'
import { type Chore, roundsOf } from '../jobs/jobs.ts'
import { daysBefore } from '../primitives/clock.ts'
import { payOutPrefix } from '../withdrawals/withdrawals.ts'
import {
  findReconciliation,
  listFindings,
  listReconciliations,
  showReconciliation,
  writeReport,
} from './find-reconciliations.ts'
import { planNights } from './plan-nights.ts'
import { readWish, requestReconciliation } from './request-reconciliation.ts'
import { type Reconciler, runReconciliations } from './run-reconciliations.ts'
import type { Prefixes } from './stage-lines.ts'
import { readMappings, removeMapping, setMapping } from './statement-mappings.ts'

export { together } from './compare-float.ts'
export { planNights } from './plan-nights.ts'
export { type Reconciler, runReconciliations } from './run-reconciliations.ts'

export const prefixes: Prefixes = { collection: referencePrefix, disbursement: payOutPrefix }

/** A line is of use until the days beside its own are reconciled; what came of it is kept. */
const linesKeptDays = 10

type Parts = Omit<Reconciler, 'prefixes'>

/** Where Super Admins have a day reconciled and see what came of it, one environment at a time. */
export function routes({ world, registry }: Omit<Parts, 'askers'>): Route[] {
  const parts = { world, registry, prefixes }
  return [
    route(operations.adminRequestReconciliation, async (call) => {
      const wish = await readWish(parts, call.environment(), call.body)
      return await call.idempotently(async (tx) =>
        showReconciliation(await requestReconciliation(tx, parts, deciderOf(call), wish)),
      )
    }),
    route(operations.adminListReconciliations, ({ query, environment, lists }) =>
      listReconciliations(lists, environment(), query),
    ),
    route(operations.adminReadReconciliation, async ({ params, environment, lists }) =>
      showReconciliation(await findReconciliation(lists, environment(), params.reconciliation_id)),
    ),
    route(operations.adminListReconciliationFindings, ({ params, query, environment, lists }) =>
      listFindings(lists, environment(), params.reconciliation_id, query),
    ),
    route(operations.adminReadReconciliationReport, ({ params, environment, lists }) =>
      writeReport(lists, environment(), params.reconciliation_id),
    ),
    route(operations.adminListStatementMappings, async ({ query, lists }) =>
      pageOfAll(query, await readMappings(lists), ({ name }) => name),
    ),
    route(operations.adminSetStatementMapping, (call) =>
      call.idempotently((tx) =>
        setMapping(tx, world, registry, deciderOf(call), call.params.provider, call.body),
      ),
    ),
    route(operations.adminRemoveStatementMapping, (call) =>
      call.idempotently((tx) => removeMapping(tx, world, deciderOf(call), call.params.provider)),
    ),
  ]
}

export function chores({ world, registry, askers }: Parts): Chore[] {
  const lines = { table: 'reconciliation_lines', column: 'staged_at' }
  return [
    { name: 'reconciliation.plan', everyMs: 600_000, work: () => planNights({ world, registry }) },
    roundsOf({ name: 'reconciliation.run', everyMs: 5_000 }, (running) =>
      runReconciliations({ world, registry, askers, prefixes }, running),
    ),
    {
      name: 'reconciliation.forget-lines',
      everyMs: 3_600_000,
      work: () => deleteOld(world.sql, lines, daysBefore(world.clock.now(), linesKeptDays)),
    },
  ]
}
