import type { Clock } from '../../../src/primitives/clock.ts'
import type { Service } from '../../service.ts'
import { startService } from '../../service.ts'
import { type OwnProvider, ownProvider, pendingWithCode } from '../money/own-provider.ts'
import { openShop, type Shop } from '../money/shop.ts'

export type Counter = {
  service: Service
  shop: Shop
  provider: OwnProvider
  /** Lets time jump ahead; it also passes by itself. */
  pass(ms: number): void
}

/** A service that works by itself, whose provider does as the test says, and whose clock can be put on. */
export async function openCounter(): Promise<Counter> {
  let aheadMs = 0
  const clock: Clock = { now: () => new Date(Date.now() + aheadMs) }
  const provider = ownProvider({ can: { methods: ['USSD_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR'] } })
  provider.script.collect = (order) =>
    order.method === 'DYNAMIC_QR' ? pendingWithCode(order) : { kind: 'pending', providerStatus: 'PENDING' }
  const service = await startService({ clock, providers: { live: provider } })
  const shop = await openShop(service)
  return {
    service,
    shop,
    provider,
    pass: (ms) => {
      aheadMs += ms
    },
  }
}
