import Type from 'typebox'
import { Body, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

export const Operator = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean({
    description: 'Whether the address is proven: alerts are mailed to no other.',
  }),
  two_factor_enabled: Type.Boolean(),
  two_factor_since: Nullable({
    ...Timestamp,
    description: 'Null without one, and where nobody kept the time.',
  }),
  created_at: { ...Timestamp, description: 'Since when they have been a Super Admin.' },
  created_by: Nullable(
    Type.Object({
      kind: Type.String({ description: '`operator`: by a command at the machine.' }),
      id: Nullable(Id),
    }),
  ),
  last_signed_in_at: Nullable({ ...Timestamp, description: 'Of the sessions that have not ended.' }),
  last_acted_at: Nullable({ ...Timestamp, description: 'Their last entry in the audit log.' }),
})

/** Who runs the service. */
export const operatorOperations = {
  adminListOperators: operation({
    ...asAdmin,
    id: 'adminListOperators',
    method: 'GET',
    path: '/v1/admin/operators',
    summary: 'List the Super Admins',
    description:
      'They are made by a command at the machine, and by nothing else. In production the administration is closed to whoever has no second factor.',
    idempotency: 'none',
    query: Body({ ...listQuery }),
    reply: ListOf(Operator),
  }),
}
