import type { Process } from '../simulation/payouts/process.ts'
import { answersToOrders, onlyToPayouts } from './answers.ts'
import { always, type Variant, variantsOf, type Way } from './cells.ts'
import type { Gateway } from './gateway.ts'

/** The payment of a cell, as those who have it in their hands see it. */
export type PayoutHands = {
  clock: { pass(ms: number): void }
  gateways: readonly Gateway[]
  request(process: Process): Promise<void>
  /** Of a payment that has arrived: whole, and by a payout. */
  requestRefund(process: Process): Promise<void>
  approve(process: Process): Promise<void>
}

export type PayoutScene = (hands: PayoutHands) => {
  prepare(living: Process): Promise<unknown>
  fatal(dying: Process): Promise<unknown>
}

const decided: PayoutScene = ({ request, approve }) => ({ prepare: request, fatal: approve })

/** The same with a refund in their hands. */
const ofRefund =
  (scene: PayoutScene): PayoutScene =>
  (hands) =>
    scene({ ...hands, request: hands.requestRefund })

const sent: PayoutScene = ({ request, approve }) => ({
  async prepare(living) {
    await request(living)
    await approve(living)
  },
  fatal: (dying) => dying.chase(),
})

const heard: PayoutScene = (hands) => ({
  prepare: (living) => sendBy(hands, living),
  async fatal(dying) {
    for (const gateway of hands.gateways) gateway.end()
    for (const raw of hands.gateways.flatMap((gateway) => gateway.callbacks())) await dying.take(raw)
  },
})

const lookedUp: PayoutScene = (hands) => ({
  prepare: (living) => sendBy(hands, living),
  async fatal(dying) {
    for (const gateway of hands.gateways) gateway.end()
    hands.clock.pass(31_000)
    await dying.chase()
  },
})

async function sendBy({ request, approve }: PayoutHands, living: Process): Promise<void> {
  await request(living)
  await approve(living)
  await living.chase()
}

const isThere = ({ script }: Variant) => script.takesIn
const isOpen = ({ script: { says, when } }: Variant) =>
  ['pending', 'half an answer', 'nothing'].includes(says) && when !== 'at once, told before the answer'

const orders = variantsOf({ ...answersToOrders, ...onlyToPayouts })

export const payoutWays: readonly Way<PayoutScene>[] = [
  {
    what: 'a payout is approved',
    scene: decided,
    variants: orders,
    points: { 'withdrawal.approving': always },
  },
  {
    what: 'a worker pays out',
    scene: sent,
    variants: orders,
    points: {
      'withdrawal.claimed': always,
      'withdrawal.approved': always,
      'withdrawal.sent': always,
      'withdrawal.resolving': always,
      'withdrawal.resolved': always,
    },
  },
  {
    what: 'a refund is approved',
    scene: ofRefund(decided),
    variants: orders,
    points: { 'withdrawal.approving': always },
  },
  {
    what: 'a worker sends a refund',
    scene: ofRefund(sent),
    variants: orders,
    points: { 'withdrawal.claimed': always, 'withdrawal.sent': always, 'withdrawal.resolving': always },
  },
  {
    what: 'a callback of a refund is heard',
    scene: ofRefund(heard),
    variants: orders,
    points: { 'callback.stored': isThere, 'withdrawal.resolving': isThere },
  },
  {
    what: 'a callback of a payout is heard',
    scene: heard,
    variants: orders,
    points: { 'callback.stored': isThere, 'withdrawal.resolving': isThere, 'withdrawal.resolved': isThere },
  },
  {
    what: 'a worker asks about a payout',
    scene: lookedUp,
    variants: orders,
    points: { 'withdrawal.claimed': isOpen, 'withdrawal.resolving': isOpen, 'withdrawal.resolved': isOpen },
  },
]
