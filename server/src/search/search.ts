import { type Access, operations } from '@malipo/contract'
import { referencePrefix } from '../collections/collections.ts'
import { type Actor, type Route, route } from '../http/http.ts'
import { dayAt } from '../primitives/instant.ts'
import { payOutPrefix } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { findMatches, type Kind } from './find-matches.ts'
import { readQuestion } from './read-question.ts'

export function routes({ world: { clock } }: { world: World }): Route[] {
  return [
    route(operations.searchMerchant, async ({ query, caller, lists }) => {
      const question = readQuestion(query.q, [referencePrefix, payOutPrefix])
      const kinds = kindsFor(caller)
      const { merchantId, environment } = caller
      const owner = { merchantId, environment, today: dayAt(clock.now()) }
      return { found: await findMatches(lists, owner, kinds, question) }
    }),
  ]
}

/** Nobody finds what they may not read. */
const readBy: Record<Kind, Access> = {
  collection: operations.readMerchantCollection.access,
  withdrawal: operations.readWithdrawal.access,
  refund: operations.readRefund.access,
  invoice: operations.readInvoice.access,
  payment_link: operations.readPaymentLink.access,
  control_number: operations.readControlNumber.access,
  customer: operations.readCustomer.access,
}

function kindsFor({ role }: Actor): Kind[] {
  return (Object.keys(readBy) as Kind[]).filter((kind) => {
    const access = readBy[kind]
    return role !== null && access.who === 'merchant' && access.roles.includes(role)
  })
}
