import { referencePrefix } from '../collections/collections.ts'
import { deleteOld } from '../database/database.ts'
import { type Chore, runEvery } from '../jobs/jobs.ts'
import { daysBefore } from '../primitives/clock.ts'
import { payOutPrefix } from '../withdrawals/withdrawals.ts'
import { planNights } from './plan-nights.ts'
import { type Reconciler, runReconciliations } from './run-reconciliations.ts'
import type { Prefixes } from './stage-lines.ts'

export { planNights } from './plan-nights.ts'
export { type Reconciler, runReconciliations } from './run-reconciliations.ts'

export const prefixes: Prefixes = { collection: referencePrefix, disbursement: payOutPrefix }

/** A line is of use until the days beside its own are reconciled; what came of it is kept. */
const linesKeptDays = 10

type Parts = Omit<Reconciler, 'prefixes'>

export function chores({ world, registry, askers }: Parts): Chore[] {
  const lines = { table: 'reconciliation_lines', column: 'staged_at' }
  return [
    { name: 'reconciliation.plan', everyMs: 600_000, work: () => planNights({ world, registry }) },
    {
      name: 'reconciliation.run',
      start(onError) {
        const stopping = new AbortController()
        const work = () => runReconciliations({ world, registry, askers, prefixes }, stopping.signal)
        const rounds = runEvery(5_000, work, onError)
        return {
          async stop() {
            stopping.abort()
            await rounds.stop()
          },
        }
      },
    },
    {
      name: 'reconciliation.forget-lines',
      everyMs: 3_600_000,
      work: () => deleteOld(world.sql, lines, daysBefore(world.clock.now(), linesKeptDays)),
    },
  ]
}
