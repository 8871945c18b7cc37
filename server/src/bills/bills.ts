import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import { defaultCurrency } from '../ledger/ledger.ts'
import { minorFromText } from '../primitives/money.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import type { NetworkPlayer, Registry, SimulatedNetwork } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { answerBill } from './answer-bill.ts'
import { type BillWord, type HeardBill, takeBill } from './take-bill.ts'

export { answerBill } from './answer-bill.ts'
export { takeBill } from './take-bill.ts'

/** What the callbacks of providers need to know of bills. */
export function billHearer(world: World, registry: Registry) {
  return (word: BillWord): Promise<HeardBill> => takeBill({ world, registry }, word)
}

type Parts = {
  world: World
  registry: Registry
  network: SimulatedNetwork
  player: Pick<NetworkPlayer, 'playOne'>
}

/** A subscriber who pays whatever is asked. */
const anybody = '255700000001'

/** Where a merchant's developer stands at the counter of the simulated network. */
export function routes({ world, registry, network, player }: Parts): Route[] {
  return [
    route(operations.paySandboxBill, async ({ body, caller, idempotently }) => {
      const { merchantId, merchant } = caller
      const wish = {
        ...{ provider: 'sandbox', account: merchantId, accountName: merchant.name, number: body.number },
        amount: minorFromText(body.amount) ?? 0n,
        currency: defaultCurrency,
        phone: canonicalPhone(body.phone ?? anybody),
        insists: body.insist ?? false,
      }
      const paid = await idempotently(async (tx) => ({
        ...(await network.payBill(tx, wish, (question) => answerBill(tx, { ...world, registry }, question))),
        collection_id: null,
        status: null,
      }))
      if (paid.receipt === null) return paid
      // Told at once, so that whoever stands there sees what became of it.
      await player.playOne('sandbox', paid.receipt)
      const [made] = await world.sql<{ id: string; status: 'successful' }[]>`
        select c.id, c.status from bill_payments b join collections c on c.id = b.collection_id
        where b.provider = 'sandbox' and b.receipt = ${paid.receipt}`
      return { ...paid, collection_id: made?.id ?? null, status: made?.status ?? null }
    }),
  ]
}
