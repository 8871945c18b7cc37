import { type Environment, environments } from '@malipo/contract'
import { type Taking, takeOnce } from '../jobs/jobs.ts'
import { gather } from '../primitives/gather.ts'
import { chaseLeaseMs, chaseWaitMs } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { approveBySimulation } from './approve-by-simulation.ts'
import { isOnHold, putOffHeld } from './hold-withdrawals.ts'
import { lookUpWithdrawal, type Sender, sendWithdrawal } from './send-withdrawals.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** What whoever looks after withdrawals needs. */
export type Chaser = Sender

/** Approvals that are taken to be played. */
const mostApprovals = 10

/** How what is due of an environment is looked after: what was approved is sent, what is uncertain is asked about. */
export function chasing(chaser: Chaser, environment: Environment): Taking<WithdrawalRow> {
  let approving = 0
  // One after the other: those of one merchant would only wait for each other, each with a connection in its hands.
  const approve = gather<WithdrawalRow, unknown>((rows) => approveEach(chaser, rows), {
    most: mostApprovals,
    atOnce: 1,
  })
  return {
    claim: () => claim(chaser, environment, mostApprovals - approving),
    async lookAfter(withdrawal) {
      const isPlayed = withdrawal.status === 'PENDING_ADMIN_APPROVAL'
      if (!isPlayed) {
        await lookAfter(chaser, withdrawal)
        return true
      }
      approving += 1
      const fault = await approve(withdrawal).finally(() => {
        approving -= 1
      })
      if (fault !== null) throw fault
      // What was approved just now is due at once, and keeps its time.
      return false
    },
    letGo: (waiting) => letGo(chaser.world, waiting),
  }
}

/** Answers with what stood in the way of each, or null. */
async function approveEach(chaser: Chaser, rows: WithdrawalRow[]): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const row of rows) {
    const approved = approveBySimulation(chaser, row).then(() => null)
    faults.push(await approved.catch((fault: unknown) => fault))
  }
  return faults
}

/** One look at what is due, for whoever has to know when all of it is done. Returns how many there were. */
export function chaseWithdrawals(chaser: Chaser): Promise<number> {
  return takeOnce(...environments.map((environment) => chasing(chaser, environment)))
}

/** As long as a few questions that nobody answers. */
const knownForMs = 300_000

/**
 * What the float at a provider does not cover stays where it is, and so does all that comes after it: payouts go in their order. Those of a
 * merchant that was suspended after the approval are passed over, however long they have waited; those to a network that is down are looked at
 * again a little later.
 * Of each lane as many as it has room for, so that a long queue in one is not in the way of another.
 */
async function claim(
  { world, registry }: Chaser,
  environment: Environment,
  approvals: number,
): Promise<WithdrawalRow[]> {
  const { sql, clock } = world
  // Whoever was stopped for a while may not know yet that a provider was, too, or that the database was set back meanwhile.
  await registry.certain()
  const lanes = [
    ...registry.roomFor(environment, 'payOut').map((lane) => ({ ...lane, step: 'send' })),
    ...registry.roomFor(environment, 'lookUpPayOut').map((lane) => ({ ...lane, step: 'ask' })),
    ...registry.names().map((provider) => ({ provider, step: 'approve', room: approvals })),
  ]
  const holds = registry.heldNetworks(environment)
  await putOffHeld(world, environment, holds, registry.names())
  const now = clock.now()
  // A figure that could not be renewed for so long stops nobody.
  const knownSince = new Date(now.getTime() - knownForMs)
  const rows = await sql<WithdrawalRow[]>`
    with taken as materialized (
      select lane.provider, lane.step, found.id, found.amount, found.due_at
      from unnest(${lanes.map(({ provider }) => provider)}::text[], ${lanes.map(({ step }) => step)}::text[],
        ${lanes.map(({ room }) => room)}::integer[]) as lane (provider, step, room)
      cross join lateral (
        -- What a provider returns of its own payment is not paid from the float.
        select w.id, case when w.way = 'native' then 0 else w.amount end as amount, w.due_at from withdrawals w
        where w.environment = ${environment} and w.provider = lane.provider and w.due_at <= ${now}
          and case when w.status = 'PENDING_ADMIN_APPROVAL' then 'approve'
            when w.status = 'PROCESSING' and w.attempts = 0 then 'send' else 'ask' end = lane.step
          and (lane.step <> 'send' or w.environment = 'sandbox' or w.origin in ('declined', 'mispaid')
            or exists (select from merchants m where m.id = w.merchant_id and m.is_active
              and (w.kind = 'refund' or m.verification_status = 'verified')))
          ${holds.length > 0 ? sql`and (lane.step <> 'send' or not ${isOnHold(sql, holds)})` : sql``}
        order by w.due_at limit lane.room for update skip locked) found
    ), funds as materialized (
      -- Held until the end, so that two workers never spend the same money.
      select f.provider, f.amount - f.sent as free from provider_floats f
      where ${environment} = 'live' and f.read_at > ${knownSince}
        and f.provider in (select provider from taken where step = 'send')
      for update
    ), ranked as (
      select t.id, t.provider, t.step, funds.free is null
          or sum(t.amount) over (partition by t.provider, t.step order by t.due_at, t.id) <= funds.free as is_covered
      from taken t left join funds on t.step = 'send' and funds.provider = t.provider
    ), claimed as (
    update withdrawals w
    set due_at = ${new Date(now.getTime() + chaseLeaseMs)}, lease = w.lease + 1, attempts = w.attempts + 1,
      written = w.written + 1,
      sent_at = case when w.status = 'PROCESSING' then coalesce(w.sent_at, greatest(w.updated_at, ${now})) else w.sent_at end
    from ranked due where w.id = due.id and due.is_covered returning w.*
    ), spent as (
      update provider_floats f set sent = f.sent + coalesce(c.amount, 0),
        short_since = case when u.is_short then coalesce(f.short_since, ${now}) end
      -- Also where no figure is known any more: then nothing is short of it.
      from (select provider, bool_or(not is_covered) as is_short from ranked where step = 'send' group by provider) u
      left join (select provider, sum(amount) as amount from claimed where status = 'PROCESSING' and attempts = 1 and way is distinct from 'native'
        group by provider) c on c.provider = u.provider
      where f.provider = u.provider and ${environment} = 'live' and (c.amount is not null or u.is_short is distinct from (f.short_since is not null))
    )
    select * from claimed`
  if (rows.length > 0) world.crashPoint?.('withdrawal.claimed')
  return [...rows]
}

async function lookAfter(chaser: Chaser, withdrawal: WithdrawalRow): Promise<void> {
  const { registry, resolvePayOut } = chaser
  const isFirst = withdrawal.status === 'PROCESSING' && withdrawal.attempts === 1
  if (isFirst && !registry.mayHaveBeenSent(withdrawal)) return await sendWithdrawal(chaser, withdrawal)
  const { id: withdrawalId } = withdrawal
  const word = await lookUpWithdrawal(registry, withdrawal)
  if (word.kind !== 'never_seen')
    return void (await resolvePayOut({ withdrawalId, source: 'look_up', word }, withdrawal))
  // If we may have died before sending, it is sent now, under the same reference, to a provider that takes a repeat for
  // what it is; what was restored unsent was never sent if it is not there either. After an unclear answer nothing is sent anew: a person decides.
  const { can } = registry.providerOf(withdrawal)
  if (isFirst || (withdrawal.status === 'PROCESSING' && can.knowsRepeats)) {
    // Where there is no room for it now, it is asked about once more first.
    if (registry.hasRoom(withdrawal, 'payOut')) await sendWithdrawal(chaser, withdrawal)
    return
  }
  const unseen = { kind: 'unknown', because: 'the provider has never seen it' } as const
  await resolvePayOut({ withdrawalId, source: 'look_up', word: unseen }, withdrawal)
}

/** Only the present holder of the lease may set the time, and only of what still waits. */
async function letGo({ sql, clock }: World, claimed: WithdrawalRow[]): Promise<void> {
  if (claimed.length === 0) return
  const now = clock.now().getTime()
  const merchants = [...new Set(claimed.map(({ merchant_id: id }) => id))]
  const rows = claimed.map(({ id, lease, attempts }) => ({
    id,
    lease,
    due_at: new Date(now + chaseWaitMs(attempts)),
  }))
  await sql`
    update withdrawals w set due_at = r.due_at
    from json_to_recordset(${JSON.stringify(rows)}::json) 
      as r (id uuid, lease integer, due_at timestamptz)
    where w.id = r.id and of_merchants(w.merchant_id, ${merchants}::uuid[]) and w.lease = r.lease and w.due_at is not null
      and w.status in ('PROCESSING', 'NEEDS_RECONCILIATION')`
}
