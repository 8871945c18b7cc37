import Type from 'typebox'
import { Body, Id, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

/** How long what names people is kept, in days: usually, at least and at most. */
export const retentionBounds = {
  /** As long as callers are promised, and longer where somebody wants it. */
  replies_days: { usual: 30, least: 30, most: 90 },
  requests_days: { usual: 7, least: 1, most: 30 },
  events_days: { usual: 400, least: 90, most: 1_000 },
  exchanges_days: { usual: 400, least: 90, most: 1_000 },
  sandbox_days: { usual: 90, least: 7, most: 400 },
  /** Longer than all others, so that whatever tells of a payment has ended when its own fields do. */
  payments_days: { usual: 3_650, least: 1_825, most: 7_300 },
} as const

const meanings: Record<keyof typeof retentionBounds, string> = {
  replies_days: 'The replies kept for whoever repeats a request.',
  requests_days: 'The request log.',
  events_days: 'People in events: after that they carry ids, amounts and states.',
  exchanges_days: 'What went over the wire to providers, and callbacks that nobody could carry out.',
  sandbox_days: 'People in payments, events and exchanges of the sandbox.',
  payments_days: 'Names, numbers and accounts of live payments, payouts, refunds and invoices.',
}

function daysOf(name: keyof typeof retentionBounds) {
  const { least, most, usual } = retentionBounds[name]
  return Type.Integer({
    minimum: least,
    maximum: most,
    description: `${meanings[name]} In days, ${usual} unless somebody chose otherwise.`,
    'x-problem': `must be a number of days from ${least} to ${most}`,
  })
}

const days = {
  replies_days: daysOf('replies_days'),
  requests_days: daysOf('requests_days'),
  events_days: daysOf('events_days'),
  exchanges_days: daysOf('exchanges_days'),
  sandbox_days: daysOf('sandbox_days'),
  payments_days: daysOf('payments_days'),
}

export const Retention = Type.Object({
  ...days,
  changed_by: Nullable(Id),
  changed_at: Nullable(Timestamp),
})

const asTable = {
  ...asAdmin,
  path: '/v1/admin/retention',
  idempotency: 'none',
  reply: Retention,
} as const

export const retentionOperations = {
  adminReadRetention: operation({
    ...asTable,
    id: 'adminReadRetention',
    method: 'GET',
    summary: 'Read how long what names people is kept',
  }),
  adminChangeRetention: operation({
    ...asTable,
    id: 'adminChangeRetention',
    method: 'PUT',
    summary: 'Choose how long what names people is kept',
    description:
      'All six at once. Whatever is older than it may be then is forgotten within minutes, and does not come back. How long the law wants payments to be ' +
      'kept is for your counsel to say.',
    body: Body(days),
  }),
}
