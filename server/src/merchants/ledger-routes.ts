import { type Environment, operations } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import { type Route, readPage, route } from '../http/http.ts'
import { defaultCurrency, readBalance, transactionList } from '../ledger/ledger.ts'
import { instantFrom } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'

/** Told by the room of withdrawals, which merchants know nothing of. */
export type PendingTotal = (
  sql: Database | Transaction,
  owner: { merchantId: string; environment: Environment },
) => Promise<bigint>

export function ledgerRoutes(world: World, pendingTotal: PendingTotal): Route[] {
  return [
    route(operations.listTransactions, ({ query, caller }) => {
      const filter = { ...query, from: instant(query.from), to: instant(query.to) }
      return readPage(world.sql, query, transactionList(world.sql, caller, filter))
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
