import Type from 'typebox'
import { Body, Id, ListOf, listQuery, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

export const CollectionExchange = Type.Object({
  id: Id,
  provider: Type.String(),
  reference: Type.String({ description: 'Under which the order was sent. Each try has its own.' }),
  call: Type.Enum(['collect', 'look_up', 'cancel'], {
    description: 'What was asked of the provider. One call may take several exchanges.',
  }),
  kind: Type.String({ description: 'What the whole call came to, like `pending`, `failed` or `unknown`.' }),
  request: Type.Unknown({ description: 'What was sent, with secrets masked.' }),
  response: Type.Unknown({ description: 'What came back, or why nothing did.' }),
  at: Timestamp,
})

/** What support of a provider asks for. `X-Environment: sandbox` shows the sandbox instead of live. */
export const collectionExchangeOperations = {
  adminListCollectionExchanges: operation({
    ...asAdmin,
    id: 'adminListCollectionExchanges',
    method: 'GET',
    path: '/v1/admin/collections/{collection_id}/exchanges',
    summary: 'What went over the wire to providers for a collection, secrets masked, kept for 400 days',
    idempotency: 'none',
    query: Body({ ...listQuery }),
    reply: ListOf(CollectionExchange),
    refusals: ['not_found'],
  }),
}
