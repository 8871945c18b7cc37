import { operations } from '@malipo/contract'
import { listPage, type Route, route } from '../http/http.ts'
import { defaultCurrency, listTransactions, readBalance, showTransaction } from '../ledger/ledger.ts'
import { instantFrom } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'

export function ledgerRoutes(world: World): Route[] {
  return [
    route(operations.listTransactions, async ({ query, caller }) => {
      const page = listPage(query)
      const filter = { ...query, from: instant(query.from), to: instant(query.to) }
      const { rows, total } = await listTransactions(world.sql, caller, filter, page)
      return page.answer(rows, showTransaction, total)
    }),
    route(operations.readBalance, ({ caller: { merchantId, environment } }) =>
      readBalance(world.sql, { merchantId, environment, currency: defaultCurrency }),
    ),
  ]
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : (instantFrom(text) ?? undefined)
}
