import Type from 'typebox'
import { CollectionStep, ShownCollection } from './collection-fields.ts'
import { collectionFilters } from './collections.ts'
import { evidenceFields, seenEvidence } from './evidence-fields.ts'
import { Body, Id, ListOf, listQuery, Note } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

const AdminCollection = Type.Object({
  ...ShownCollection.properties,
  merchant_name: Type.String(),
  silent: Type.Boolean({ description: 'Whether nothing is known of it for 24 hours.' }),
  ...evidenceFields,
})

const deciding = {
  ...asAdmin,
  method: 'POST',
  idempotency: 'accepted',
  body: Body({ note: Type.Optional(Note), ...seenEvidence }),
  reply: Type.Object({
    ...ShownCollection.properties,
    history: Type.Array(CollectionStep),
    ...evidenceFields,
  }),
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
    query: Body({
      ...listQuery,
      ...collectionFilters,
      merchant_id: Type.Optional(Id),
      silent: Type.Optional(
        Type.Literal(true, {
          description: 'Only those of which nothing is known for 24 hours.',
          type: 'boolean',
          'x-problem': 'must be true',
        }),
      ),
    }),
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
}
