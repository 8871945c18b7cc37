import { dropOldCallbacks } from './callbacks/callbacks.ts'
import { chaseCollections, sumUpCounts } from './collections/collections.ts'
import type { Config } from './config.ts'
import { forgetOldReplies } from './http/http.ts'
import { type Chore, runEvery } from './jobs/jobs.ts'
import { sendOwedMail, smtpPost } from './mail/mail.ts'
import type { Payments } from './payments.ts'
import { forgetOldPayments } from './providers/providers.ts'
import type { Log } from './telemetry/telemetry.ts'
import { tellSwitchedOff } from './webhook-config/webhook-config.ts'
import { forgetOldDeliveries } from './webhook-deliveries/webhook-deliveries.ts'
import { startDelivering } from './webhooks/webhooks.ts'
import { chaseWithdrawals } from './withdrawals/withdrawals.ts'
import type { World } from './world/world.ts'

/** Thirty days, as promised to callers; callbacks are kept as long, for whoever asks what a provider really said. */
const keptMs = 30 * 24 * 3_600_000

/** What the service does on its own, beside answering requests. */
export function startChores(config: Config, world: World, log: Log, payments: Payments): Chore[] {
  if (config.role === 'api') return []
  const { sql, clock } = world
  const onError = (error: unknown) => log.error({ err: error }, 'a chore failed')
  const every = (ms: number, work: () => Promise<unknown>) => runEvery(ms, work, onError)
  const longAgo = () => new Date(clock.now().getTime() - keptMs)
  const chores = [
    every(50, payments.play),
    every(250, () => chaseCollections({ world, registry: payments.registry, resolve: payments.resolve })),
    every(250, () => chaseWithdrawals(payments.withdrawing)),
    every(10_000, payments.callbacks.takeForgotten),
    every(5_000, () => sumUpCounts(sql)),
    every(3_600_000, () => forgetOldReplies(sql, longAgo())),
    every(3_600_000, () => dropOldCallbacks(sql, longAgo())),
    every(3_600_000, () => forgetOldPayments(sql, longAgo())),
    every(3_600_000, () => forgetOldDeliveries(sql, longAgo())),
  ]
  chores.push(
    startDelivering({
      world,
      send: payments.outbound.send,
      onSwitchedOff: (tx, endpoints) => tellSwitchedOff(tx, world, endpoints),
      observe: (seen) => payments.outbound.observers.forEach((observe) => void observe(seen)),
      onError: (error) => log.error({ err: error }, 'a delivery failed on our side'),
    }),
  )
  if (config.smtpUrl !== undefined) {
    const post = smtpPost(config.smtpUrl, config.mailFrom)
    chores.push(every(2_000, () => sendOwedMail(world, post)))
  }
  return chores
}
