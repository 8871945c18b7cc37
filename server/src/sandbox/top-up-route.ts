import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import { defaultCurrency, deposit, readBalance } from '../ledger/ledger.ts'
import type { PendingTotal } from '../merchants/merchants.ts'
import type { World } from '../world/world.ts'
import { readAmount } from './read-amount.ts'

export function topUpRoute(world: World, pendingTotal: PendingTotal): Route {
  return route(operations.topUpSandbox, ({ body, caller, idempotently }) =>
    idempotently(async (tx) => {
      const { merchantId, environment } = caller
      const book = { merchantId, environment, currency: defaultCurrency }
      await deposit(tx, world, {
        ...book,
        amount: readAmount('amount', body.amount),
        cause: `sandbox top-up ${world.newId()}`,
        reference: null,
        description: 'Test money',
      })
      return await readBalance(tx, book, await pendingTotal(tx, book))
    }),
  )
}
