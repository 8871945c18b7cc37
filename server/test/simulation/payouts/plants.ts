import type { Transaction } from '../../../src/database/database.ts'
import { post, releaseReserve } from '../../../src/ledger/ledger.ts'
import { Refusal } from '../../../src/primitives/refusal.ts'
import type { Provider } from '../../../src/providers/providers.ts'
import { moveWithdrawals, stepOf } from '../../../src/withdrawals/move-withdrawals.ts'
import { lockWithdrawals } from '../../../src/withdrawals/resolve-withdrawals.ts'
import {
  type Decider,
  type Deciding,
  type Decision,
  decideWithdrawal,
  type WithdrawalRow,
} from '../../../src/withdrawals/withdrawals.ts'
import type { World } from '../../../src/world/world.ts'
import type { Plant } from './process.ts'

/** Bugs that the simulation must find, or it proves nothing; and how it tells of each. */
export const plants: { title: string; told: RegExp; plant: Plant }[] = [
  {
    title: 'a second payout under a new reference when the first had no clear answer',
    told: /the provider accepted 2 instructions for/,
    plant: { provider: sendingAgain },
  },
  {
    title: 'a release of what was never reserved',
    told: /has -\d+ reserved, not 0|merchant_money_is_never_negative/,
    plant: { beforeCommit: releasingTheRejected },
  },
  {
    title: 'an approval without its audit entry',
    told: /→PROCESSING without an audit entry/,
    plant: { decide: approvingInSilence },
  },
  {
    title: 'an event that is announced for the step before',
    told: /announced its steps/,
    plant: {
      async beforeCommit(tx, _world, written) {
        const ended = written.filter(({ status }) => status === 'REVERSED')
        await tx`
          insert into events
          select gen_random_uuid(), merchant_id, environment, type, resource_id, 1, body, created_at
          from events where resource_id = any(${ended.map(({ id }) => id)}::uuid[]) limit 1`
      },
    },
  },
]

function sendingAgain(provider: Provider): Provider {
  return {
    ...provider,
    async payOut(order, signal) {
      try {
        return await provider.payOut(order, signal)
      } catch {
        return await provider.payOut({ ...order, reference: `${order.reference}X` }, signal)
      }
    },
  }
}

async function releasingTheRejected(tx: Transaction, world: World, written: WithdrawalRow[]): Promise<void> {
  const rejected = written.filter(({ status }) => status === 'REJECTED')
  await post(
    tx,
    world,
    rejected.map((after) => ({
      merchantId: after.merchant_id,
      environment: after.environment,
      currency: after.currency,
      cause: `withdrawal ${after.id} planted`,
      type: 'withdrawal_release',
      direction: 'credit',
      amount: after.total_reserved,
      withdrawalId: after.id,
      legs: releaseReserve(after.total_reserved),
    })),
  )
}

async function approvingInSilence(
  tx: Transaction,
  deciding: Deciding,
  by: Decider,
  id: string,
  decision: Decision,
): Promise<void> {
  if (decision.action !== 'approve') return await decideWithdrawal(tx, deciding, by, id, decision)
  const withdrawal = (await lockWithdrawals(tx, [id])).get(id)
  if (!withdrawal || !decision.from.includes(withdrawal.status)) throw new Refusal('invalid_state')
  const wish = { withdrawal, to: decision.to, source: 'super_admin', byUser: by.adminId } as const
  const steps = [stepOf({ ...wish, providerStatus: null, note: null }, deciding.world.clock.now())]
  await moveWithdrawals(tx, deciding.world, steps)
}
