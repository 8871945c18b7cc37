import { chaseWithdrawals, settleBySimulation } from '../../../src/withdrawals/withdrawals.ts'
import { startService } from '../../service.ts'
import { endStory } from '../money/books.ts'
import { ownClock } from '../money/own-provider.ts'
import { openDesk } from './desk.ts'
import { openTill } from './till.ts'

export type NetworkStage = Awaited<ReturnType<typeof openNetworkStage>>

/** The service on its simulated network, in live and in the sandbox, with time in the test's hands. */
export async function openNetworkStage() {
  const clock = ownClock()
  const service = await startService({ clock, environment: { ROLE: 'api' } })
  const desk = await openDesk(service)
  return {
    service,
    clock,
    desk,
    openTill: (holds?: bigint) => openTill(service, holds),
    /** One round of the worker, and one second in which the network plays. */
    async round(): Promise<void> {
      await chaseWithdrawals(service.parts)
      clock.pass(1000)
      await service.parts.play()
    },
    /** The operator of the sandbox comes by, after as long as it takes. */
    async operate(): Promise<void> {
      clock.pass(5_000)
      await settleBySimulation(service.parts)
    },
    /** A minute passes before the worker works, so that every question is due. */
    async later(): Promise<void> {
      clock.pass(60_000)
      await chaseWithdrawals(service.parts)
      await service.parts.play()
    },
    /** How many payouts the network took in under a reference. */
    async taken(reference: unknown): Promise<number> {
      const [row] = await service.world.sql<{ count: number }[]>`
        select count(*)::int as count from network_payouts where reference = ${String(reference)}`
      return row?.count ?? 0
    },
    close: () => endStory(service),
  }
}
