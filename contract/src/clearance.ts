import Type from 'typebox'
import { CollectionMethod, CollectionStep, ShownCollection } from './collection-fields.ts'
import { collectionFilters } from './collections.ts'
import { MayClear } from './decision-fields.ts'
import { Discrepancy } from './discrepancies.ts'
import { evidenceFields, seenEvidence } from './evidence-fields.ts'
import { failureFields } from './failures.ts'
import { Body, Id, ListOf, Note, Nullable, queueQuery, Timestamp } from './fields.ts'
import { VerificationStatus } from './merchants.ts'
import { asAdmin, operation } from './operation.ts'
import { historyOf } from './put-aside-fields.ts'
import { Quarantined } from './quarantine.ts'
import { refundDestination } from './refund-fields.ts'

const AdminCollection = Type.Object({
  ...ShownCollection.properties,
  merchant_name: Type.String(),
  silent: Type.Boolean({ description: 'Whether nothing is known of it for 24 hours.' }),
  hold_threshold: Nullable(
    Type.String({
      description: 'Above which live payments of its merchant are held now. Null: none is for its size.',
    }),
  ),
  ...evidenceFields,
})

const CollectionTry = Type.Object({
  number: Type.Integer(),
  method: CollectionMethod,
  provider: Type.String(),
  provider_reference: Type.String(),
  customer_phone: Nullable(Type.String()),
  state: Type.Enum(['open', 'failed', 'cancelled', 'paid'], {
    description: 'Of tries of a hosted page. Any other is `open` here, and ends as its collection does.',
  }),
  failure_code: failureFields.failure_code,
  created_at: Timestamp,
  ended_at: Nullable(Timestamp),
})

/** A collection with everything a Super Admin needs to understand it, or to decide. */
export const CollectionDossier = Type.Object({
  ...AdminCollection.properties,
  merchant: Type.Object({
    merchant_id: Id,
    name: Type.String(),
    verification_status: VerificationStatus,
    is_active: Type.Boolean(),
    hold_threshold: Nullable(Type.String()),
    created_at: Timestamp,
  }),
  ...historyOf(CollectionStep),
  tries: Type.Array(CollectionTry),
  quarantine: Nullable(Quarantined),
  discrepancies: Type.Array(Discrepancy, { description: 'Newest first, a hundred at most.' }),
  may_decide: MayClear,
})

const deciding = {
  ...asAdmin,
  method: 'POST',
  idempotency: 'accepted',
  body: Body({ note: Type.Optional(Note), ...seenEvidence }),
  reply: Type.Object({
    ...ShownCollection.properties,
    ...historyOf(CollectionStep),
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
      ...queueQuery,
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
  adminReadCollection: operation({
    ...asAdmin,
    id: 'adminReadCollection',
    method: 'GET',
    path: '/v1/admin/collections/{collection_id}',
    summary: 'One collection with its whole story',
    idempotency: 'none',
    reply: CollectionDossier,
    refusals: ['not_found'],
  }),
  adminClearCollection: operation({
    ...deciding,
    id: 'adminClearCollection',
    path: '/v1/admin/collections/{collection_id}/clear',
    summary: 'Release a held collection to its merchant',
  }),
  adminDeclineCollection: operation({
    ...deciding,
    id: 'adminDeclineCollection',
    path: '/v1/admin/collections/{collection_id}/decline',
    summary: 'Refuse a held collection',
    description:
      'The money goes back to whoever paid, by a refund that needs its own approval; with `return_to_payer` false it stays with the provider. ' +
      'Where nobody knows who paid, it stays there too unless a destination is given.',
    body: Body({
      note: Type.Optional(Note),
      ...seenEvidence,
      return_to_payer: Type.Optional(Type.Boolean({ description: 'True unless told otherwise.' })),
      ...refundDestination,
    }),
    reply: Type.Object({
      ...deciding.reply.properties,
      refund_id: Nullable({ ...Id, description: 'The refund that takes the money back to the payer.' }),
    }),
    refusals: ['not_found', 'invalid_state', 'amount_not_supported', 'provider_error'],
  }),
}
