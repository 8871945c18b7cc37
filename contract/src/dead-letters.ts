import Type from 'typebox'
import { Body, Id, ListOf, Note, Nullable, queueQuery, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

export const DeadLetter = Type.Object({
  id: Id,
  provider: Type.String(),
  body: Type.String({ description: 'The beginning of what came, as text.' }),
  attempts: Type.Integer(),
  fault: Type.String({ description: 'Why it could not be carried out when it was last tried.' }),
  status: Type.Enum(['open', 'settled']),
  action: Nullable(Type.Enum(['retry', 'dismiss'])),
  note: Nullable(Type.String()),
  settled_by: Nullable(Id),
  settled_by_name: Nullable(Type.String()),
  received_at: Timestamp,
  created_at: Timestamp,
  settled_at: Nullable(Timestamp),
})

/** Genuine callbacks that could not be carried out, however often they were tried. */
export const deadLetterOperations = {
  adminListDeadLetters: operation({
    ...asAdmin,
    id: 'adminListDeadLetters',
    method: 'GET',
    path: '/v1/admin/dead-letters',
    summary: 'List the callbacks that could not be carried out',
    idempotency: 'none',
    query: Body({
      ...queueQuery,
      status: Type.Optional(Type.Enum(['open', 'settled'])),
      provider: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    }),
    reply: ListOf(DeadLetter),
  }),
  adminReadDeadLetter: operation({
    ...asAdmin,
    id: 'adminReadDeadLetter',
    method: 'GET',
    path: '/v1/admin/dead-letters/{dead_letter_id}',
    summary: 'Read a callback that could not be carried out',
    idempotency: 'none',
    reply: DeadLetter,
    refusals: ['not_found'],
  }),
  adminSettleDeadLetter: operation({
    ...asAdmin,
    id: 'adminSettleDeadLetter',
    method: 'POST',
    path: '/v1/admin/dead-letters/{dead_letter_id}/settle',
    summary: 'Take a callback up again, or dismiss it',
    description:
      '`retry` puts it back among those that are due, as genuine as it was when it came; should it fail again, it is open ' +
      'again. `dismiss` says that nothing has to be done about it.',
    idempotency: 'accepted',
    body: Body({ action: Type.Enum(['retry', 'dismiss']), note: Note }),
    reply: DeadLetter,
    refusals: ['not_found', 'invalid_state'],
  }),
}
