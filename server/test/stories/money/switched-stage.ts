import { chaseWithdrawals } from '../../../src/withdrawals/withdrawals.ts'
import { type Service, startService } from '../../service.ts'
import { openDesk } from '../payouts/desk.ts'
import { endStory } from './books.ts'
import { ownClock, ownProvider, workOnce } from './own-provider.ts'

export type SwitchedStage = Awaited<ReturnType<typeof openSwitchedStage>>

/**
 * One database and two instances, before and after the operator named another provider for live. Both know both. In
 * neither anything happens until the test lets a worker work.
 */
export async function openSwitchedStage() {
  const clock = ownClock()
  const older = ownProvider({ name: 'older', can: { knowsRepeats: false } })
  const newer = ownProvider({ name: 'newer' })
  const environment = { ROLE: 'api' }
  const before = await startService({
    clock,
    environment,
    providers: { live: older },
    adapters: { newer: () => newer },
  })
  const after = await startService({
    clock,
    environment,
    providers: { live: newer },
    adapters: { older: () => older },
    database: before.database,
  })
  return {
    clock,
    older,
    newer,
    before,
    after,
    desk: await openDesk(before),
    deskAfter: await openDesk(after),
    /** A worker of this instance looks after all that is due. */
    async work(service: Service): Promise<void> {
      await workOnce(service)
      await chaseWithdrawals(service.parts)
    },
    /** Long enough that whatever is chased is due, and a worker that was started after the switch does it. */
    async later(): Promise<void> {
      clock.pass(3_600_000)
      await this.work(after)
    },
    /** What the newer one ever heard of a reference. */
    newerHeardOf: (reference: string) =>
      [
        ...newer.orders.map((order) => order.reference),
        ...newer.payOuts.map((order) => order.reference),
        ...newer.questions,
        ...newer.payOutQuestions,
      ].filter((heard) => heard === reference),
    async close(): Promise<void> {
      await after.stop()
      await endStory(before)
    },
  }
}
