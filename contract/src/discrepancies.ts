import Type from 'typebox'
import { Body, Id, ListOf, listQuery, Note, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

export const Discrepancy = Type.Object({
  id: Id,
  merchant_id: Id,
  collection_id: Id,
  kind: Type.String(),
  ours: Type.String(),
  theirs: Type.String(),
  status: Type.Enum(['open', 'settled']),
  action: Nullable(Type.Enum(['accept_provider', 'keep_ours'])),
  note: Nullable(Type.String()),
  settled_by: Nullable(Id),
  created_at: Timestamp,
  settled_at: Nullable(Timestamp),
})

/** Where a provider contradicts our books, and how a Super Admin settles it. */
export const discrepancyOperations = {
  adminListDiscrepancies: operation({
    ...asAdmin,
    id: 'adminListDiscrepancies',
    method: 'GET',
    path: '/v1/admin/discrepancies',
    summary: 'List where a provider contradicts our books',
    idempotency: 'none',
    query: Body({
      ...listQuery,
      status: Type.Optional(Type.Enum(['open', 'settled'])),
      merchant_id: Type.Optional(Id),
      collection_id: Type.Optional(Id),
    }),
    reply: ListOf(Discrepancy),
  }),
  settleDiscrepancy: operation({
    ...asAdmin,
    id: 'settleDiscrepancy',
    method: 'POST',
    path: '/v1/admin/discrepancies/{discrepancy_id}/settle',
    summary: 'Settle a discrepancy',
    description:
      'A contradicting amount or currency can only be kept as ours; the payment then counts as failed.',
    idempotency: 'accepted',
    body: Body({ action: Type.Enum(['accept_provider', 'keep_ours']), note: Type.Optional(Note) }),
    reply: Discrepancy,
    refusals: ['not_found', 'invalid_state'],
  }),
}
