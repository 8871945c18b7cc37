import assert from 'node:assert/strict'
import { type CallbackTaker, callbackTaker } from '../../../src/callbacks/callbacks.ts'
import type { Transaction } from '../../../src/database/database.ts'
import { settleDiscrepancy } from '../../../src/discrepancies/discrepancies.ts'
import { hintTaker, lookUpWorker } from '../../../src/evidence/evidence.ts'
import type { Actor } from '../../../src/http/http.ts'
import type { Provider, RawCallback } from '../../../src/providers/providers.ts'
import { requestRefund } from '../../../src/refunds/request-refund.ts'
import { cancelWithdrawal } from '../../../src/withdrawals/cancel-withdrawals.ts'
import type { Draft } from '../../../src/withdrawals/draft-withdrawal.ts'
import {
  answerRequest,
  approvalDelayOf,
  requestWithdrawal,
} from '../../../src/withdrawals/request-withdrawals.ts'
import {
  type Chaser,
  chaseWithdrawals,
  type Decision,
  decideWithdrawal,
  type PayoutDecider,
  type WithdrawalRow,
  withdrawalCallbacks,
  withdrawalResolver,
  withdrawalSettler,
} from '../../../src/withdrawals/withdrawals.ts'
import type { World } from '../../../src/world/world.ts'
import { registryOf } from '../../registry-of.ts'
import { providerNames, takeRaw } from '../kernel/callback-bytes.ts'
import { type Birth, bear, type Mortal } from '../kernel/mortal.ts'
import type { Seams } from '../kernel/room.ts'
import { type PayoutNetwork, playedApproval } from './scripted-provider.ts'

type AskedRefund = Parameters<typeof requestRefund>[3]

/** A Super Admin's decision within its transaction. */
type Decide = (tx: Transaction, by: PayoutDecider, id: string, decision: Decision) => Promise<void>

/** One process of the service, as the simulation uses it. */
export type Process = Mortal & {
  take(raw: RawCallback): ReturnType<typeof takeRaw>
  takeDue: CallbackTaker['takeDue']
  lookAgain(): Promise<number>
  chase(): Promise<void>
  request(actor: Actor, draft: Draft): Promise<WithdrawalRow>
  answer(actor: Actor, id: string, words: string, kind: WithdrawalRow['kind']): Promise<WithdrawalRow>
  refund(actor: Actor, asked: AskedRefund): Promise<WithdrawalRow>
  cancel(actor: Actor, id: string, kind: WithdrawalRow['kind']): Promise<WithdrawalRow>
  decide(by: PayoutDecider, id: string, decision: Decision): Promise<void>
  settle(by: PayoutDecider, id: string, action: 'accept_provider' | 'keep_ours'): Promise<void>
}

export type PayoutSeams = Seams & {
  provider?: (provider: Provider) => Provider
  decide?: (world: World, decide: Decide) => Decide
}

export type PayoutBirth = Pick<Birth, 'name' | 'world' | 'work'> & {
  network: Pick<PayoutNetwork, 'providerFor'>
  seams: PayoutSeams
}

const secondApprovalFrom = 60_000n

/** The only place that puts the withdrawals room together for the simulation. */
export function startProcess({ network, seams, ...birth }: PayoutBirth): Process {
  const mortal = bear({ ...birth, alter: seams.sql, labelOf })
  const { world, isDead } = mortal
  const providerOf = (environment: 'live' | 'sandbox') => {
    const provider = network.providerFor(environment, { isDead })
    return seams.provider?.(provider) ?? provider
  }
  const registry = registryOf(
    { live: providerOf('live'), sandbox: providerOf('sandbox') },
    { sandbox: playedApproval },
    world.clock,
  )
  const chaser: Chaser = { world, registry, resolvePayOut: withdrawalResolver(world) }
  const subject = withdrawalCallbacks(chaser)
  const callbacks = callbackTaker(
    world,
    registry,
    [subject],
    async () => assert.fail('here nobody pays bills'),
    hintTaker(world),
  )
  const lookUps = lookUpWorker(
    world,
    { collection: async () => assert.fail('here nobody collects'), disbursement: subject.lookUp },
    (error) => {
      if (!isDead()) throw error
    },
  )
  const delayFor = ({ environment, merchantId }: Actor) =>
    approvalDelayOf(registry, { provider: providerNames[environment] }, merchantId)
  const settlers = {
    world,
    settleCollection: async () => assert.fail('here nobody collects'),
    settleWithdrawal: withdrawalSettler(world),
    giveBack: async () => assert.fail('here nobody collects'),
    refundOverpaid: async () => assert.fail('here nobody collects'),
    endOwed: async () => assert.fail('here nobody collects'),
  }
  const approvalsNeeded = ({ amount }: { amount: bigint }) => (amount >= secondApprovalFrom ? 2 : 1)
  const decider: Decide = (tx, ...rest) => decideWithdrawal(tx, { world, approvalsNeeded }, ...rest)
  const decide = seams.decide?.(world, decider) ?? decider
  return {
    ...mortal,
    take: (raw) => takeRaw(callbacks, raw),
    takeDue: callbacks.takeDue,
    async lookAgain() {
      const asked = await lookUps.round()
      await lookUps.settled()
      return asked
    },
    async chase() {
      await chaseWithdrawals(chaser)
    },
    async request(actor, draft) {
      const delayMs = await delayFor(actor)
      return await world.sql.begin((tx) => requestWithdrawal(tx, world, registry, actor, draft, delayMs))
    },
    async answer(actor, id, words, kind) {
      const delayMs = await delayFor(actor)
      return await world.sql.begin((tx) =>
        answerRequest(tx, world, actor, id, { message: words }, delayMs, kind),
      )
    },
    async refund(actor, asked) {
      const delayMs = await delayFor(actor)
      const desk = { world, registry, config: { refundDays: 180 } }
      return await world.sql.begin((tx) => requestRefund(tx, desk, actor, asked, delayMs))
    },
    cancel: (actor, id, kind) =>
      world.sql.begin((tx) => cancelWithdrawal(tx, world, actor, id, 'simulation', kind)),
    decide: (...rest) => world.sql.begin((tx) => decide(tx, ...rest)),
    async settle(by, id, action) {
      await world.sql.begin((tx) => settleDiscrepancy(tx, settlers, by, id, { action, note: null }))
    },
  }
}

function labelOf(row: object): string | null {
  return 'destination_name' in row ? String(row.destination_name) : null
}
