import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import type { BatchWatch } from '../primitives/gather.ts'
import type { NewId } from '../primitives/id.ts'
import type { Vault } from '../primitives/seal.ts'

/** What is passed in rather than imported, so that a test or a simulation can put its own in place. */
export type World = {
  sql: Database
  clock: Clock
  newId: NewId
  vault: Vault
  baseUrl: string
  /** Whether mail leaves here. Without it nothing is mailed, and links that would be are answered instead. */
  mailIsConfigured?: boolean
  /** Whether text messages leave here. */
  smsIsConfigured?: boolean
  /** Whether a Super Admin may do anything only with a second factor: where it is for real. */
  decidersNeedSecondFactor?: boolean
  /** Lets time pass, where somebody waits without holding anything. A simulation counts such waits as work. */
  pause?: (ms: number) => Promise<void>
  /** Measures the batches of a door. */
  watchBatches?: (door: BatchDoor) => BatchWatch
  /** Told of each named place on the way of money, and of what is written for people, so that a test can end the process right there. */
  crashPoint?: (point: CrashPoint) => void
}

/** Where callers share a statement or a commit, and that is worth watching. */
export const batchDoors = [
  'collections.request',
  'collections.resolve',
  'withdrawals.resolve',
  'callbacks.keep',
  'deliveries.record',
] as const
export type BatchDoor = (typeof batchDoors)[number]

export const crashPoints = [
  'collection.requested',
  'collection.sent',
  'collection.resolving',
  'collection.resolved',
  'callback.stored',
  'collection.claimed',
  'try.beginning',
  'try.cancelling',
  'try.cancelled',
  'page.ending',
  'bill.claimed',
  'bill.taking',
  'bill.taken',
  'withdrawal.approving',
  'withdrawal.claimed',
  'withdrawal.approved',
  'withdrawal.sent',
  'withdrawal.resolving',
  'withdrawal.resolved',
  'batch.deciding',
  'batch.handing-over',
  'batch.ending',
  'delivery.claimed',
  'delivery.sent',
  'statement.ending',
  'export.written',
  'privacy.erasing',
  'privacy.erased',
  'fiscal.numbered',
  'fiscal.answered',
  'fiscal.recorded',
  'fiscal.closing',
] as const
export type CrashPoint = (typeof crashPoints)[number]
