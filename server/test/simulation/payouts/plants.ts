import { post, releaseReserve } from '../../../src/ledger/ledger.ts'
import type { Provider } from '../../../src/providers/providers.ts'
import type { WithdrawalRow } from '../../../src/withdrawals/withdrawals.ts'
import { rarely, rewritten, type Sent } from '../kernel/guarded-database.ts'
import type { Plant } from '../kernel/room.ts'
import type { PayoutSeams } from './process.ts'

export const plants: Plant<PayoutSeams>[] = [
  {
    broken: 'a second payout under a new reference when the first had no clear answer',
    judges: ['sending'],
    told: /the provider accepted 2 instructions for/,
    seams: { provider: sendingAgain },
  },
  {
    broken: 'a release of what was never reserved',
    judges: ['withdrawals', 'doors'],
    told: /has -\d+ reserved, not 0|merchant_money_is_never_negative/,
    seams: { decide: releasingTheRejected },
  },
  {
    broken: 'an approval without its audit entry',
    judges: ['withdrawals'],
    told: /→PROCESSING without an audit entry/,
    seams: { sql: approvingInSilence },
  },
  {
    broken: 'an event that is announced for the step before',
    // Where the step before has announced something too, already the database refuses it.
    judges: ['withdrawals', 'doors'],
    told: /announced its steps|events_\w*resource_id_sequence_idx/,
    seams: { sql: rarely('insert into events', announcingTheStepBefore) },
  },
  {
    broken: 'a refund that is not counted against its payment',
    judges: ['refunds'],
    told: /asked back, and its refunds ask for/,
    seams: { sql: rarely('update collections c set refunded', forgettingTheClaim) },
  },
]

function sendingAgain(provider: Provider): Provider {
  return {
    ...provider,
    async payOut(...asked) {
      const [order, ...rest] = asked
      try {
        return await provider.payOut(order, ...rest)
      } catch {
        return await provider.payOut({ ...order, reference: `${order.reference}X` }, ...rest)
      }
    },
  }
}

function releasingTheRejected(...[world, decide]: Parameters<NonNullable<PayoutSeams['decide']>>) {
  const planted: typeof decide = async (tx, by, id, decision) => {
    await decide(tx, by, id, decision)
    if (decision.action !== 'reject') return
    const [row] = await tx<WithdrawalRow[]>`select * from withdrawals where id = ${id}`
    if (!row) return
    await post(tx, world, [
      {
        merchantId: row.merchant_id,
        environment: row.environment,
        currency: row.currency,
        cause: `withdrawal ${id} planted`,
        type: 'withdrawal_release',
        direction: 'credit',
        amount: row.total_reserved,
        withdrawalId: id,
        ...releaseReserve(row.total_reserved),
      },
    ])
  }
  return planted
}

const instead = Object.assign(['select'], { raw: ['select'] })

function approvingInSilence(sent: Sent): Sent {
  const isEntry =
    sent.texts[0]?.includes('insert into audit_log') && sent.values.includes('withdrawal.approve')
  return isEntry ? { texts: instead, values: [] } : sent
}

function announcingTheStepBefore(sent: Sent): Sent {
  return rewritten(sent, (text) =>
    text.replace('spelling, resource_id, sequence,', 'spelling, resource_id, sequence - 1,'),
  )
}

function forgettingTheClaim(sent: Sent): Sent {
  return rewritten(sent, (text) =>
    text.replace('refund_claimed = r.claimed', 'refund_claimed = c.refund_claimed'),
  )
}
