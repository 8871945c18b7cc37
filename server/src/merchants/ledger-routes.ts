import { type Environment, operations } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import { listPage, type Route, route } from '../http/http.ts'
import { defaultCurrency, listTransactions, readBalance, showTransaction } from '../ledger/ledger.ts'
import { instantFrom } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'

/** Told by the room of withdrawals, which merchants know nothing of. */
export type PendingTotal = (
  sql: Database | Transaction,
  owner: { merchantId: string; environment: Environment },
) => Promise<bigint>

export function ledgerRoutes(world: World, pendingTotal: PendingTotal): Route[] {
  return [
    route(operations.listTransactions, async ({ query, caller }) => {
      const page = listPage(query)
      const filter = { ...query, from: instant(query.from), to: instant(query.to) }
      const { rows, total } = await listTransactions(world.sql, caller, filter, page)
      return page.answer(rows, showTransaction, total)
    }),
    route(operations.readBalance, async ({ caller: { merchantId, environment } }) => {
      const pending = await pendingTotal(world.sql, { merchantId, environment })
      return await readBalance(world.sql, { merchantId, environment, currency: defaultCurrency }, pending)
    }),
  ]
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : (instantFrom(text) ?? undefined)
}
