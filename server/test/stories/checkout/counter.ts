import type { Clock } from '../../../src/primitives/clock.ts'
import type { Service } from '../../service.ts'
import { startService } from '../../service.ts'
import { type OwnProvider, ownProvider, pendingWithCode } from '../money/own-provider.ts'
import { dataOf, type Fields, openShop, type Shop } from '../money/shop.ts'

export type Counter = {
  service: Service
  shop: Shop
  provider: OwnProvider
  /** Lets time jump ahead; it also passes by itself. */
  pass(ms: number): void
  /** Time stands still, so that what waits goes on waiting for as long as somebody looks at it; and goes on from there. */
  hold(): void
  go(): void
  /** Has the shop look to its payers as it wishes. */
  dress(look: Fields): Promise<void>
}

/** A service that works by itself, whose provider does as the test says, and whose clock can be put on. */
export async function openCounter(): Promise<Counter> {
  let aheadMs = 0
  let heldMs: number | null = null
  const clock: Clock = { now: () => new Date((heldMs ?? Date.now()) + aheadMs) }
  const provider = ownProvider({
    can: { methods: ['USSD_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR'] },
    cancel: () => ({ kind: 'cancelled', providerStatus: 'CANCELLED' }),
  })
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
    hold: () => {
      heldMs = Date.now()
    },
    go: () => {
      if (heldMs !== null) aheadMs -= Date.now() - heldMs
      heldMs = null
    },
    async dress(look) {
      dataOf(
        await shop.dashboard(`/v1/merchants/${shop.merchantId}`, 'live', { method: 'PATCH', body: look }),
      )
    },
  }
}
