import { type AdminMerchant, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { deciderOf, type Route, readPage, route } from '../http/http.ts'
import { showMerchant } from '../merchants/merchants.ts'
import { isId } from '../primitives/id.ts'
import { minorFromText, textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import { listQuarantined } from '../quarantine/quarantine.ts'
import type { World } from '../world/world.ts'
import { type AdminMerchantRow, changeMerchant } from './change-merchant.ts'
import { createMerchant } from './create-merchant.ts'

export function adminRoutes(world: World): Route[] {
  const { sql } = world
  return [
    route(operations.adminListMerchants, ({ query, lists }) =>
      readPage(lists, query, {
        rows: sql`
          select id, name, phone, verification_status, is_active, hold_threshold, created_at, updated_at from merchants
          where true
            ${query.verification_status ? sql`and verification_status = ${query.verification_status}` : sql``}
            ${query.is_active === undefined ? sql`` : sql`and is_active = ${query.is_active}`}
            ${query.search ? sql`and position(lower(${query.search}) in lower(name)) > 0` : sql``}`,
        show: showToAdmin,
      }),
    ),
    route(operations.adminListQuarantine, ({ query, environment, lists }) =>
      listQuarantined(lists, environment(), query),
    ),
    route(operations.adminCreateMerchant, ({ body, caller, requestId, idempotently }) =>
      idempotently((tx) => createMerchant(tx, world, { adminId: caller.user.id, requestId }, body)),
    ),
    route(operations.adminChangeMerchant, async ({ params, body, caller, requestId }) => {
      if (!isId(params.merchant_id)) throw new Refusal('not_found')
      const by = deciderOf({ caller, requestId })
      const { hold_threshold: text, ...rest } = body
      const threshold =
        text === undefined ? {} : { hold_threshold: text === null ? null : minorFromText(text) }
      const change = { ...rest, ...threshold }
      return showToAdmin(await sql.begin((tx) => changeMerchant(tx, world, by, params.merchant_id, change)))
    }),
  ]
}

function showToAdmin(row: AdminMerchantRow): Static<typeof AdminMerchant> {
  const { hold_threshold: threshold } = row
  return { ...showMerchant(row), hold_threshold: threshold === null ? null : textFromMinor(threshold) }
}
