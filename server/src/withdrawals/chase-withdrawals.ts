import { askProvider, type PayOutLookedUp } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { approveBySimulation } from './approve-by-simulation.ts'
import { resolveWithdrawal } from './resolve-withdrawals.ts'
import { type Sender, sendWithdrawal } from './send-withdrawals.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** What whoever looks after withdrawals needs. */
export type Chaser = Sender

/** How long to wait for news before each look-up; a payout that stays uncertain is asked about for ever, once a day. */
const waitsMs = [20, 30, 60, 120, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400].map((s) => s * 1000)

/** A worker that dies holding a withdrawal lets go of it after this long; the provider's deadline is shorter. */
const leaseMs = 30_000
const mostAtOnce = 50

/** Looks after what is due: sends what was approved, asks about what is uncertain. Returns how many there were. */
export async function chaseWithdrawals(chaser: Chaser): Promise<number> {
  const { world } = chaser
  const claimed = await claim(world)
  if (claimed.length > 0) world.crashPoint?.('withdrawal.claimed')
  const looked = await Promise.allSettled(claimed.map((one) => lookAfter(chaser, one)))
  // What the simulation approved just now is due at once, and keeps its time.
  await letGo(
    world,
    claimed.filter(({ status }) => status !== 'PENDING_ADMIN_APPROVAL'),
  )
  const faults = looked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} withdrawals could not be looked after`)
  return claimed.length
}

async function claim({ sql, clock }: World): Promise<WithdrawalRow[]> {
  const now = clock.now()
  const rows = await sql<WithdrawalRow[]>`
    with due as materialized (
      select id from withdrawals where due_at <= ${now} order by due_at limit ${mostAtOnce} for update skip locked
    )
    update withdrawals w
    set due_at = ${new Date(now.getTime() + leaseMs)}, lease = w.lease + 1, attempts = w.attempts + 1,
      sent_at = case when w.status = 'PROCESSING' then coalesce(w.sent_at, ${now}) else w.sent_at end
    from due where w.id = due.id returning w.*`
  return [...rows]
}

async function lookAfter(chaser: Chaser, withdrawal: WithdrawalRow): Promise<void> {
  const { world, registry } = chaser
  if (withdrawal.status === 'PENDING_ADMIN_APPROVAL') return await approveBySimulation(chaser, withdrawal)
  if (withdrawal.status === 'PROCESSING' && withdrawal.attempts === 1) {
    return await sendWithdrawal(chaser, withdrawal)
  }
  const { id: withdrawalId, provider_reference: reference } = withdrawal
  const provider = registry.providerOf(withdrawal)
  const word = await askProvider<PayOutLookedUp>((signal) => provider.lookUpPayOut({ reference }, signal))
  if (word.kind !== 'never_seen')
    return void (await resolveWithdrawal(world, { withdrawalId, source: 'look_up', word }))
  // If we may have died before sending, it is sent now, under the same reference, to a provider that takes a repeat for
  // what it is. After an unclear answer nothing is sent anew: a person decides.
  if (withdrawal.status === 'PROCESSING' && provider.can.knowsRepeats)
    return await sendWithdrawal(chaser, withdrawal)
  const unseen = { kind: 'unknown', because: 'the provider has never seen it' } as const
  await resolveWithdrawal(world, { withdrawalId, source: 'look_up', word: unseen })
}

/** Only the present holder of the lease may set the time, and only of what still waits. */
async function letGo({ sql, clock }: World, claimed: WithdrawalRow[]): Promise<void> {
  if (claimed.length === 0) return
  const now = clock.now().getTime()
  const rows = claimed.map(({ id, lease, attempts }) => ({
    id,
    lease,
    due_at: new Date(now + (waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? leaseMs)),
  }))
  await sql`
    update withdrawals w set due_at = r.due_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, lease integer, due_at timestamptz)
    where w.id = r.id and w.lease = r.lease and w.due_at is not null
      and w.status in ('PROCESSING', 'NEEDS_RECONCILIATION')`
}
