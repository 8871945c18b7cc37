import { type CollectionExchange, type Environment, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { type CollectionRow, findTries } from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import { type ListQuery, type Route, readPage, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'

/** What Super Admins give to the support of a provider, who asks for it. */
export function collectionExchangeRoutes(): Route[] {
  return [
    route(operations.adminListCollectionExchanges, ({ params, query, environment, lists }) =>
      listExchanges(lists, environment(), params.collection_id, query),
    ),
  ]
}

type Exchange = Static<typeof CollectionExchange>
type ExchangeRow = Omit<Exchange, 'at'> & { at: Date }

/** Of all tries: each has its reference, and each reference is one range of an index. */
async function listExchanges(sql: Database, environment: Environment, id: string, query: ListQuery) {
  const [collection] = isId(id)
    ? await sql<Pick<CollectionRow, 'provider' | 'provider_reference'>[]>`
        select provider, provider_reference from collections where id = ${id} and environment = ${environment}`
    : []
  if (!collection) throw new Refusal('not_found')
  const tries = (await findTries(sql, [id])).get(id) ?? []
  // Before the customer has picked a way to pay there is no try, and nothing was sent.
  const orders = tries.length > 0 ? tries : [collection]
  return await readPage(sql, query, {
    rows: orders.map(
      ({ provider, provider_reference: reference }) => sql`
        select id, provider, reference, call, kind, request, response, at from collection_exchanges
        where reference = ${reference} and provider = ${provider}`,
    ),
    show: (row: ExchangeRow): Exchange => ({ ...row, at: row.at.toISOString() }),
  })
}
