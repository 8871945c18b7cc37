import Type from 'typebox'
import { Body, Id, ListOf, queueQuery, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

export const Quarantined = Type.Object({
  id: Id,
  about: Type.Enum(['collection', 'withdrawal']),
  merchant_id: Id,
  status: Type.String({ description: 'Where the payment stands.' }),
  said: Type.String({
    description: 'What was said of it last, in our words: `succeeded`, `failed`, `reversed`.',
  }),
  source: Type.String({ description: 'How it came: a reply, a callback, a look-up.' }),
  because: Type.String({ description: 'Why it could not be carried out.' }),
  times: Type.Integer(),
  first_at: Timestamp,
  last_at: Timestamp,
})

/** Payments of which something was said that could not be carried out. */
export const quarantineOperations = {
  adminListQuarantine: operation({
    ...asAdmin,
    id: 'adminListQuarantine',
    method: 'GET',
    path: '/v1/admin/quarantine',
    summary: 'List the payments that cannot go on',
    description:
      'Something was said of them that could not be carried out, for example because a balance would have passed what it can ' +
      'hold. They are tried apart from all others, as often as anything is said or they are looked up, and leave the list when ' +
      'they have moved.',
    idempotency: 'none',
    query: Body({ ...queueQuery }),
    reply: ListOf(Quarantined),
  }),
}
