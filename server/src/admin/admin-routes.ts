import { operations, verificationStatuses } from '@malipo/contract'
import { type Database, type Fragment, mergeRanges, rangesOver } from '../database/database.ts'
import { deciderOf, lastRow, type Route, readPage, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { minorFromText } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { listQuarantined } from '../quarantine/quarantine.ts'
import type { World } from '../world/world.ts'
import { changeMerchant, showToAdmin } from './change-merchant.ts'
import { collectionDossierOf } from './collection-dossier.ts'
import { createMerchant } from './create-merchant.ts'
import { merchantDossierOf } from './merchant-dossier.ts'

/** So that the figures of one screen agree with each other. */
const snapshot = 'isolation level repeatable read read only'

export function adminRoutes(world: World): Route[] {
  const { sql } = world
  return [
    route(operations.adminListMerchants, ({ query, lists }) =>
      readPage(lists, query, {
        rows: merchantsLike(sql, query),
        show: showToAdmin,
      }),
    ),
    route(operations.adminListQuarantine, ({ query, environment, lists }) =>
      listQuarantined(lists, environment(), query),
    ),
    route(operations.adminReadMerchant, ({ params, lists }) =>
      lists.begin(snapshot, (tx) => merchantDossierOf(tx, world, params.merchant_id)),
    ),
    route(operations.adminReadCollection, ({ params, caller, requestId, environment, lists }) => {
      const by = { ...deciderOf({ caller, requestId }), environment: environment() }
      return lists.begin(snapshot, (tx) => collectionDossierOf(tx, world, params.collection_id, by))
    }),
    route(operations.adminCreateMerchant, ({ body, caller, requestId, idempotently }) =>
      idempotently((tx) => createMerchant(tx, world, { adminId: caller.user.id, requestId }, body)),
    ),
    route(operations.adminChangeMerchant, async ({ params, body, caller, requestId }) => {
      if (!isId(params.merchant_id)) throw new Refusal('not_found')
      const by = deciderOf({ caller, requestId })
      const { hold_threshold: text, note, ...rest } = body
      const threshold =
        text === undefined ? {} : { hold_threshold: text === null ? null : minorFromText(text) }
      const change = { ...rest, ...threshold }
      if (Object.keys(change).length === 0)
        throw invalid({ field: 'note', problem: 'must come with what is changed' })
      return showToAdmin(
        await sql.begin((tx) => changeMerchant(tx, world, { ...by, note }, params.merchant_id, change)),
      )
    }),
  ]
}

type MerchantFilter = { verification_status?: string; is_active?: boolean; search?: string }

/** No index finds a part of a name or an address, so it is looked for in as many as a list has. */
function merchantsLike(
  sql: Database,
  { verification_status: verified, is_active, search }: MerchantFilter,
): Fragment[] {
  const kinds = rangesOver(sql, [
    { column: sql`verification_status`, wanted: verified, all: verificationStatuses },
    {
      column: sql`is_active`,
      wanted: is_active === undefined ? undefined : String(is_active),
      all: ['true', 'false'],
    },
  ])
  const matching = (verified === undefined && is_active === undefined ? [sql``] : kinds).map(
    (range) => sql`
      select id, name, phone, verification_status, is_active, hold_threshold, created_at, updated_at from merchants
      where true ${range}`,
  )
  if (search === undefined) return matching
  const searched = mergeRanges(sql, matching, { column: sql`id`, most: lastRow })
  return [
    sql`select * from ${searched} as searched where position(lower(${search}) in lower(name)) > 0 or exists (
      select from memberships m join users u on u.id = m.user_id
      where m.merchant_id = searched.id and position(lower(${search}) in lower(u.email)) > 0)`,
  ]
}
