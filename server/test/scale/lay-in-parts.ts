import { batchHistory } from '../../src/batches/batches.ts'
import { collectionHistory, collectionTries, keptCollections } from '../../src/collections/collections.ts'
import { controlNumberHistory } from '../../src/control-numbers/control-numbers.ts'
import { type Database, keepForEver } from '../../src/database/database.ts'
import { keptEvents } from '../../src/events/events.ts'
import { invoiceHistory } from '../../src/invoices/invoices.ts'
import { keptBook } from '../../src/ledger/ledger.ts'
import { keptWithdrawals, withdrawalHistory } from '../../src/withdrawals/withdrawals.ts'

const dayMs = 24 * 3_600_000

/** All that is kept for ever in parts. */
const keptInParts = [
  keptCollections,
  keptWithdrawals,
  collectionHistory,
  collectionTries,
  withdrawalHistory,
  keptEvents,
  batchHistory,
  invoiceHistory,
  controlNumberHistory,
  ...keptBook,
]

/** As if the service had run for two years, and knew of one to come. */
export async function layInParts(sql: Database): Promise<void> {
  for (let quarter = -8; quarter < 4; quarter += 1) {
    const now = new Date(Date.now() + quarter * 90 * dayMs)
    for (const kept of keptInParts) await keepForEver({ sql, clock: { now: () => now } }, kept)
  }
}
