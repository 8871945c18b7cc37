import type { CollectionMethod } from '../../../src/providers/providers.ts'
import { type Service, startService } from '../../service.ts'
import { type OwnProvider, ownClock, ownProvider, pendingWithCode } from '../money/own-provider.ts'
import { openShop, type Shop } from '../money/shop.ts'
import { type Payer, payerOf } from './payer.ts'

export type Stand = {
  clock: ReturnType<typeof ownClock>
  provider: OwnProvider
  service: Service
  shop: Shop
  payer: Payer
}

/** A service that works only when the test says so, whose time and provider are in its hands, and somebody who pays there. */
export async function openStand(methods: CollectionMethod[] = ['USSD_PUSH', 'DYNAMIC_QR']): Promise<Stand> {
  const clock = ownClock()
  const provider = ownProvider({ can: { methods } })
  provider.script.collect = (order) =>
    order.method === 'DYNAMIC_QR' ? pendingWithCode(order) : { kind: 'pending', providerStatus: 'PENDING' }
  const service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  return { clock, provider, service, shop: await openShop(service), payer: payerOf(service) }
}
