import { endPages } from '../../src/collections/collections.ts'
import { type Adapter, adapters, type Provider } from '../../src/providers/providers.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { type Service, startService } from '../service.ts'
import { assertBooksHold } from '../stories/money/books.ts'
import { ownClock, workOnce } from '../stories/money/own-provider.ts'
import { openShop } from '../stories/money/shop.ts'
import { openDesk } from '../stories/payouts/desk.ts'
import { openTill } from '../stories/payouts/till.ts'
import type { Carrier, OpenCarrier } from './carriers.ts'
import { impatient } from './impatient.ts'

export type FaultStage = Awaited<ReturnType<typeof openFaultStage>>

/** What breaks an adapter, to see that it is found out. */
export type Plant = (provider: Provider) => Provider

/** Much longer than an answer takes on a busy machine. */
const patienceMs = { usual: 15_000, withSilence: 400 }

/** The service with one gateway across the wire and a clock for both; nothing is done until the test lets a worker work. */
export async function openFaultStage(name: string, openCarrier: OpenCarrier, plant: Plant = (one) => one) {
  const clock = ownClock()
  const carrier: Carrier = await openCarrier(clock)
  const patience = { ms: patienceMs.usual }
  const open: Adapter = (parts) => {
    const provider = adapters[name]?.(parts)
    return provider ? plant(impatient(provider, () => patience.ms)) : null
  }
  const service: Service = await startService({
    clock,
    environment: { ROLE: 'api', ...carrier.environment },
    adapters: { [name]: open },
  })
  carrier.serveAt(service.url)
  const { gateway } = carrier
  const { sql } = service.world
  const [desk, shop] = [await openDesk(service), await openShop(service)]
  const till = await openTill(service, 1_000_000_000n)

  async function work(): Promise<void> {
    await workOnce(service)
    await chaseWithdrawals(service.parts)
    await endPages(service.world)
  }

  return {
    name,
    clock,
    gateway,
    service,
    desk,
    till,
    /** Whose pages are paid on. */
    shop,
    work,
    /** Time passes there and here, whatever is told has arrived, and a worker has looked. */
    async pass(ms: number): Promise<void> {
      clock.pass(ms)
      gateway.advance()
      await gateway.post.settled()
      await work()
    },
    expectSilence(isExpected: boolean): void {
      patience.ms = isExpected ? patienceMs.withSilence : patienceMs.usual
    },
    /** What one cell leaves open must not meet the fault of the next. */
    async settle(): Promise<void> {
      gateway.faults.clear()
      await sql`update collections set due_at = 'infinity' where due_at is not null`
      await sql`update withdrawals set due_at = 'infinity' where due_at is not null`
      await sql`delete from due_look_ups`
    },
    assertBooksHold: () => assertBooksHold(service.world),
    async close(): Promise<void> {
      await service.stop()
      await carrier.close()
    },
  }
}
