import Type from 'typebox'
import { Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

const BookState = Type.Enum(['holds', 'red', 'unknown'], {
  description: '`unknown`: never checked, checked too long ago, or it could not be told.',
})

export const BookCheck = Type.Object({
  name: Type.String({ description: 'What must hold, as a sentence.' }),
  state: BookState,
  details: Nullable(
    Type.String({ description: 'The first that offends, or why nobody knows; null where it holds.' }),
  ),
  checked_at: Nullable(Timestamp),
  took_ms: Nullable(Type.Integer()),
  red_since: Nullable({ ...Timestamp, description: 'When it was first found so, without a break.' }),
})

export const Books = Type.Object({
  state: {
    ...BookState,
    description: '`red` if any check is; `holds` only if all do. `unknown` otherwise.',
  },
  checks: Type.Array(BookCheck),
  checked_at: Nullable({ ...Timestamp, description: 'When all of them had last been checked.' }),
  next_at: { ...Timestamp, description: 'When they will be checked next by themselves.' },
  asked_at: Nullable({ ...Timestamp, description: 'When somebody asked for a check that has not begun.' }),
  running_since: Nullable({ ...Timestamp, description: 'Null while none is under way.' }),
})

/** What must always hold, and whether it did when somebody last looked. */
export const bookOperations = {
  adminReadBooks: operation({
    ...asAdmin,
    id: 'adminReadBooks',
    method: 'GET',
    path: '/v1/admin/books',
    summary: 'See whether the books hold',
    description:
      'Every check of `malipo check-books` with its last result. The service runs them by itself, hourly unless the operator says otherwise.',
    idempotency: 'none',
    reply: Books,
  }),
  adminCheckBooks: operation({
    ...asAdmin,
    id: 'adminCheckBooks',
    method: 'POST',
    path: '/v1/admin/books/check',
    summary: 'Ask for a check of the books now',
    description:
      'It begins within a minute; read the books to see how it ended. While one is asked for or under way, asking again changes nothing.',
    idempotency: 'none',
    status: 202,
    reply: Books,
  }),
}
