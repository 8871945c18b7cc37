import { type Environment, type Merchant, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { noteByPerson } from '../audit/audit.ts'
import type { MerchantRow } from '../auth/auth.ts'
import type { Database, Transaction } from '../database/database.ts'
import { type Route, readNumberedPage, route } from '../http/http.ts'
import { defaultCurrency, readBalance, transactionList } from '../ledger/ledger.ts'
import { beginningOf, endOf } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import { changeLooks, readLooks } from './merchant-looks.ts'
import { openMerchants } from './open-merchants.ts'

export function merchantRoutes(world: World): Route[] {
  return [
    route(operations.createMerchant, ({ body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const [opened] = await openMerchants(tx, world, [
          { ...body, ownerId: caller.user.id, verificationStatus: 'unverified' },
        ])
        if (!opened) throw new Error('No merchant was opened.')
        const call = { caller: { merchantId: opened.id, by: caller }, requestId }
        const subject = { kind: 'merchant', id: opened.id } as const
        noteByPerson(tx, world, call, { action: 'merchant.created', subject })
        return showMerchant(opened)
      }),
    ),
    route(operations.readMerchant, async ({ caller: { merchant } }) => ({
      ...showMerchant(merchant),
      ...(await readLooks(world.sql, merchant.id)),
    })),
    route(operations.changeMerchantLooks, async ({ body, caller, requestId }) => {
      const looks = await world.sql.begin((tx) => changeLooks(tx, world, { caller, requestId }, body))
      return { ...showMerchant(caller.merchant), ...looks }
    }),
  ]
}

export function showMerchant(row: MerchantRow): Static<typeof Merchant> {
  return {
    merchant_id: row.id,
    name: row.name,
    phone: row.phone,
    verification_status: row.verification_status,
    is_active: row.is_active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Told by the room of withdrawals, which merchants know nothing of. */
export type PendingTotal = (
  sql: Database | Transaction,
  owner: { merchantId: string; environment: Environment },
) => Promise<bigint>

export function ledgerRoutes(world: World, pendingTotal: PendingTotal): Route[] {
  return [
    route(operations.listTransactions, ({ query, caller, lists }) => {
      const from = query.from === undefined ? undefined : (beginningOf(query.from) ?? undefined)
      const to = query.to === undefined ? undefined : (endOf(query.to) ?? undefined)
      const filter = { ...query, from, to }
      return readNumberedPage(lists, query, transactionList(lists, caller, filter))
    }),
    route(operations.readBalance, async ({ caller: { merchantId, environment } }) => {
      const pending = await pendingTotal(world.sql, { merchantId, environment })
      return await readBalance(world.sql, { merchantId, environment, currency: defaultCurrency }, pending)
    }),
  ]
}
