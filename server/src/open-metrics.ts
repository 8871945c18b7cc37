import { readWaits } from './alerts/alerts.ts'
import { countSilent } from './collections/collections.ts'
import type { Database, Replica } from './database/database.ts'
import { readFloats } from './ledger/ledger.ts'
import { readToldFloats } from './providers/providers.ts'
import {
  createMetrics,
  type Metrics,
  measureBatches,
  measureBooks,
  measureDue,
  measureFiscal,
  measureFloats,
  measureProviderFloats,
  measureQueue,
  measureReplica,
  measureSpans,
  measureStandbys,
  measureWaiting,
} from './telemetry/telemetry.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { World } from './world/world.ts'

type Pools = { money: Database; lists: Database; work: Database; replica?: Replica | undefined }

/** What is asked of the database for those who watch, over the connections of work. From now on the batches of this world are measured, too. */
export function openMetrics(
  world: World,
  { money, lists, work, replica }: Pools,
  providers: () => string[],
  tracing: Tracing | undefined,
): Metrics {
  const metrics = createMetrics({ money, lists, work, ...(replica && { replica: replica.sql }) })
  const registers: [Metrics['registry']] = [metrics.registry]
  measureWaiting(registers, work, () => countSilent(work, world.clock))
  measureQueue(registers, world.clock, () => readWaits(work))
  measureDue(registers, work, world.clock, providers)
  measureBooks(registers, work)
  measureFloats(registers, () => readFloats(work))
  measureProviderFloats(registers, () => readToldFloats(work))
  measureFiscal(registers, work)
  measureStandbys(registers, work)
  measureReplica(registers, replica?.counts ?? { replica: 0, primary: 0 })
  const measured = measureBatches(registers)
  world.watchBatches = tracing ? (door) => tracing.watchBatches(door, measured(door)) : measured
  if (tracing) measureSpans(registers, tracing.counts)
  return metrics
}
