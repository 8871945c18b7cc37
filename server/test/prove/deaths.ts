import type { CrashPoint } from '../../src/world/world.ts'

/** Where real processes die, and in which stories: each point of the code is in one of them at least, which a test sees to. */
export const deaths = {
  'the-service-dies-in-the-middle-of-a-payment': [
    'collection.requested',
    'collection.sent',
    'collection.resolving',
    'collection.resolved',
    'callback.stored',
    'collection.claimed',
  ],
  'the-service-dies-on-a-page': [
    'try.beginning',
    'collection.claimed',
    'collection.requested',
    'collection.sent',
    'callback.stored',
    'collection.resolving',
    'collection.resolved',
    'try.cancelling',
    'try.cancelled',
    'page.ending',
  ],
  'the-service-dies-in-the-middle-of-a-payout': [
    'withdrawal.approving',
    'withdrawal.claimed',
    'withdrawal.approved',
    'withdrawal.sent',
    'withdrawal.resolving',
    'withdrawal.resolved',
  ],
  'the-service-dies-in-the-middle-of-a-batch': ['batch.deciding', 'batch.handing-over', 'batch.ending'],
  // Between an order that was refused and the order to the next provider.
  'the-service-dies-beside-gateways': ['collection.resolving', 'collection.resolved', 'collection.claimed'],
  // Between the event that is stored and each of those it is owed to.
  'the-service-dies-between-several-endpoints': [
    'collection.resolving',
    'collection.resolved',
    'delivery.claimed',
    'delivery.sent',
  ],
  'the-service-dies-while-it-writes-for-people': [
    'privacy.erasing',
    'privacy.erased',
    'export.written',
    'statement.ending',
  ],
  'the-service-dies-between-numbers-and-receipts': [
    'fiscal.numbered',
    'fiscal.answered',
    'fiscal.recorded',
    'fiscal.closing',
  ],
  'the-service-dies-while-bills-come-in': ['bill.claimed', 'bill.taking', 'bill.taken'],
  'a-worker-dies-while-it-delivers': ['delivery.claimed', 'delivery.sent'],
} as const satisfies Record<string, readonly CrashPoint[]>
