import { type MerchantDocument, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Route, readPage, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { DocumentRow } from './document-row.ts'
import { keepDocument, removeDocument } from './keep-document.ts'
import { readDocument } from './read-document.ts'

/** What merchants show to be verified. Merchants see that it is there; the files go to Super Admins only, to be saved. */
export function routes({ world }: { world: World }): Route[] {
  const { sql } = world
  const of = (merchantId: string) => sql`select * from merchant_documents where merchant_id = ${merchantId}`
  return [
    route(operations.uploadDocument, ({ body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => show(await keepDocument(tx, world, { caller, requestId }, body))),
    ),
    route(operations.listDocuments, ({ query, caller, lists }) =>
      readPage(lists, query, { rows: of(caller.merchantId), show }),
    ),
    route(operations.removeDocument, async ({ params, caller, requestId }) => {
      const { document_id: id } = params
      if (!isId(id)) throw new Refusal('not_found')
      await sql.begin((tx) => removeDocument(tx, world, { caller, requestId }, id))
      return { id, removed: true as const }
    }),
    route(operations.adminListDocuments, async ({ params, query, lists }) => {
      const { merchant_id: id } = params
      const known = isId(id) && (await sql`select from merchants where id = ${id}`).count === 1
      if (!known) throw new Refusal('not_found')
      return await readPage(lists, query, { rows: of(id), show: showToAdmin })
    }),
    route(operations.adminReadDocument, async ({ params, caller, requestId }) => {
      const { document_id: id } = params
      if (!isId(id)) throw new Refusal('not_found')
      return await sql.begin((tx) => readDocument(tx, world, { adminId: caller.user.id, requestId }, id))
    }),
  ]
}

function show(row: DocumentRow): Static<typeof MerchantDocument> {
  const { id, kind, file_name, content_type, size } = row
  return { id, kind, file_name, content_type, size, created_at: row.created_at.toISOString() }
}

function showToAdmin(row: DocumentRow) {
  const { merchant_id, uploaded_by } = row
  return { ...show(row), merchant_id, uploaded_by, sha256: row.sha256.toString('hex') }
}
