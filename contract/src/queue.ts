import Type from 'typebox'
import { Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

export const QueueCount = Type.Object({
  count: Type.Integer({ description: 'At most 100.' }),
  is_more: Type.Boolean({ description: 'Whether there are more than were counted.' }),
  oldest_at: Nullable({ ...Timestamp, description: 'Since when the oldest has waited.' }),
})

const counted = (description: string) => ({ ...QueueCount, description })

export const Queue = Type.Object({
  withdrawals: counted('Wait for a decision, those that were answered among them.'),
  batches: counted('Disbursement batches that wait for a decision, or are paused.'),
  answered: counted('Wait for a decision after their merchant has answered a question.'),
  asked: counted('Wait for their merchant to answer.'),
  unclear: counted('Payouts of which nobody knows the end, or that only a person can set going again.'),
  held: counted('Payments that wait for clearance.'),
  discrepancies: counted('Open.'),
  stuck: counted('Payments that cannot go on.'),
  dead_letters: counted('Callbacks that could not be carried out.'),
  alerts: { ...QueueCount, description: 'Open, of live, whichever environment was asked for.' },
  unread_alerts: { ...QueueCount, description: 'Those of them that you have not read.' },
})

/** What waits for Super Admins, in numbers. */
export const queueOperations = {
  adminReadQueue: operation({
    ...asAdmin,
    id: 'adminReadQueue',
    method: 'GET',
    path: '/v1/admin/queue',
    summary: 'See how much waits for Super Admins',
    description: 'Cheap enough to be asked for every fifteen seconds.',
    idempotency: 'none',
    reply: Queue,
  }),
}
