import Type from 'typebox'
import { CollectionStep, ShownCollection } from './collection-fields.ts'
import { collectionFilters } from './collections.ts'
import { Body, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { operation } from './operation.ts'

const Note = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '\\S',
  'x-problem': 'must be 1 to 1000 characters',
})

const AdminCollection = Type.Object({ ...ShownCollection.properties, merchant_name: Type.String() })

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

const asAdmin = { tag: 'Administration', access: { who: 'super_admin' }, status: 200 } as const
const deciding = {
  ...asAdmin,
  method: 'POST',
  idempotency: 'accepted',
  body: Body({ note: Type.Optional(Note) }),
  reply: Type.Object({ ...ShownCollection.properties, history: Type.Array(CollectionStep) }),
  refusals: ['not_found', 'invalid_state'],
} as const

/** What a Super Admin decides about money in. `X-Environment: sandbox` shows the sandbox instead of live. */
export const clearanceOperations = {
  adminListCollections: operation({
    ...asAdmin,
    id: 'adminListCollections',
    method: 'GET',
    path: '/v1/admin/collections',
    summary: 'List the collections of all merchants',
    idempotency: 'none',
    query: Body({ ...listQuery, ...collectionFilters, merchant_id: Type.Optional(Id) }),
    reply: ListOf(AdminCollection),
  }),
  clearCollection: operation({
    ...deciding,
    id: 'clearCollection',
    path: '/v1/admin/collections/{collection_id}/clear',
    summary: 'Release a held collection to its merchant',
  }),
  declineCollection: operation({
    ...deciding,
    id: 'declineCollection',
    path: '/v1/admin/collections/{collection_id}/decline',
    summary: 'Refuse a held collection',
  }),
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
