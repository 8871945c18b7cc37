import { operations, type Subscriber } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Route, route } from '../http/http.ts'
import { defaultCurrency, deposit, readBalance } from '../ledger/ledger.ts'
import type { PendingTotal } from '../merchants/merchants.ts'
import { minorFromText, textFromMinor } from '../primitives/money.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { invalid } from '../primitives/refusal.ts'
import {
  changeSubscriber,
  networkOf,
  readSubscriber,
  type SimulatedSubscriber,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'

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

export function subscriberRoutes(world: World): Route[] {
  return [
    route(operations.readSandboxSubscriber, async ({ params, caller }) => {
      const phone = phoneIn(params.phone)
      return showSubscriber(phone, await readSubscriber(world, caller.merchantId, phone))
    }),
    route(operations.changeSandboxSubscriber, async ({ params, body, caller }) => {
      const phone = phoneIn(params.phone)
      const change = {
        ...(body.pin !== undefined && { pin: body.pin }),
        ...(body.name !== undefined && { name: body.name.trim() }),
        ...(body.balance !== undefined && {
          balance: body.balance === null ? null : readAmount('balance', body.balance),
        }),
      }
      return showSubscriber(phone, await changeSubscriber(world, caller.merchantId, phone, change))
    }),
  ]
}

/** What stands in the path is not read by a schema. */
function phoneIn(text: string): string {
  if (!/^\+?[0-9]{9,15}$/.test(text)) {
    throw invalid({ field: 'phone', problem: 'must be 9 to 15 digits with an optional leading +' })
  }
  return canonicalPhone(text)
}

function showSubscriber(
  phone: string,
  { balance, ...known }: SimulatedSubscriber,
): Static<typeof Subscriber> {
  return {
    phone,
    network: networkOf(phone),
    balance: balance === null ? null : textFromMinor(balance),
    ...known,
  }
}

/** The minor units of an amount that its schema let through. */
function readAmount(field: string, text: string): bigint {
  const minor = minorFromText(text)
  if (minor === null) throw invalid({ field, problem: 'must be written without leading zeros, like 1000.00' })
  return minor
}
