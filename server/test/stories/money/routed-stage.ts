import type { FailureReason, Outcome } from '../../../src/providers/providers.ts'
import { startService } from '../../service.ts'
import { endStory } from './books.ts'
import { declined, type OwnProvider, ownClock, ownProvider, workOnce } from './own-provider.ts'
import { openShop } from './shop.ts'

export type RoutedStage = Awaited<ReturnType<typeof openRoutedStage>>

/** Three providers in the test's hands, of which `one` gets what no list speaks of; nothing is sent until the test lets a worker work. */
export async function openRoutedStage() {
  const clock = ownClock()
  const cancel = () => ({ kind: 'cancelled', providerStatus: 'OFF' }) as const
  const [one, two, three] = [
    ownProvider({ name: 'one' }),
    ownProvider({ name: 'two', cancel }),
    ownProvider({ name: 'three' }),
  ] as const
  const service = await startService({
    clock,
    environment: { ROLE: 'api' },
    providers: { live: one },
    adapters: { two: () => two, three: () => three },
  })
  const { sql } = service.world
  return {
    clock,
    service,
    one,
    two,
    three,
    shop: await openShop(service),
    /** As a Super Admin would, for everybody and everything unless told otherwise. */
    async route(providers: string[], { merchantId = null, method = null }: Routed = {}): Promise<void> {
      await sql`delete from provider_routes
        where merchant_id is not distinct from ${merchantId} and method is not distinct from ${method}`
      if (providers.length > 0)
        await sql`
          insert into provider_routes (id, merchant_id, method, providers, changed_at, changed_by)
          values (${service.world.newId()}, ${merchantId}, ${method}, ${providers}, ${clock.now()}, ${service.world.newId()})`
      await sql`update routing_version set version = version + 1`
      await service.parts.registry.renew()
    },
    work: () => workOnce(service),
    /** Long enough that whatever is chased is due. */
    async later(): Promise<void> {
      clock.pass(3_600_000)
      await workOnce(service)
    },
    /** Ends what is open and forgets what was asked, so that the next test counts its own. */
    async settle(): Promise<void> {
      for (const { script } of [one, two, three]) script.collect = script.lookUp = () => declined
      clock.pass(3_600_000)
      await workOnce(service)
      for (const { script, orders, questions } of [one, two, three]) {
        script.collect = script.lookUp = script.payOut = script.lookUpPayOut = undefined
        orders.length = questions.length = 0
      }
    },
    close: () => endStory(service),
  }
}

type Routed = { merchantId?: string | null; method?: string | null }

export const taken: Outcome = { kind: 'pending', providerStatus: 'PENDING' }

export function refusal(reason: FailureReason = 'refused'): Outcome {
  return { kind: 'failed', providerStatus: 'NO', reason, providerMessage: 'not with us' }
}

/** How often each was sent an order. */
export function ordersOf(...providers: OwnProvider[]): number[] {
  return providers.map(({ orders }) => orders.length)
}
