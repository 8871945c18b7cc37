import type { PayOutOutlook, Rehearsal } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { approveBySimulation, moveBySimulation } from './approve-by-simulation.ts'
import { lookUpWithdrawal, type Sender } from './send-withdrawals.ts'
import type { WithdrawalStatus } from './withdrawal-lifecycle.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** Long enough that whoever asks again and again sees the odd state, short enough to wait for at a desk. */
export const operatorMs = 5_000

const mostAtOnce = 500

/** What may wait for ever: for a person, or for a network that will never speak of it again. */
const odd: readonly WithdrawalStatus[] = [
  'INFO_REQUESTED',
  'BLOCKED_IP_WHITELIST',
  'NEEDS_ADMIN_ATTENTION',
  'NEEDS_RECONCILIATION',
  'PROCESSING',
]

/**
 * Plays the operator of the sandbox: what would wait there for ever is settled, so that everything ends. Returns how many
 * it looked at. What a Super Admin asked is left to people.
 */
export async function settleBySimulation(sender: Sender): Promise<number> {
  const waiting = await findOdd(sender.world)
  const byProvider = Map.groupBy(waiting, ({ provider }) => provider)
  for (const [provider, rows] of byProvider) {
    const rehearsal = sender.registry.rehearsalOf({ provider })
    if (rehearsal) await settleEach(sender, rehearsal, rows)
  }
  return waiting.length
}

async function findOdd({ sql, clock }: World): Promise<WithdrawalRow[]> {
  const before = new Date(clock.now().getTime() - operatorMs)
  // The newest first: of many that only wait for a long delay, none keeps the others from being seen.
  const rows = await sql<WithdrawalRow[]>`
    select w.* from withdrawals w
    where w.environment = 'sandbox' and w.status = any(${[...odd]}::text[]) 
      and (w.updated_at <= ${before} or w.hastened_at >= w.updated_at)
      -- What its batch has not come to waits for nobody.
      and not (w.status = 'PROCESSING' and w.due_at is null)
      and (w.status <> 'INFO_REQUESTED' or exists (
        select from withdrawal_history h
        where h.withdrawal_id = w.id and h.seq = w.moves and h.source = 'simulated_admin'))
    order by w.id desc limit ${mostAtOnce}`
  return [...rows]
}

async function settleEach(sender: Sender, rehearsal: Rehearsal, rows: WithdrawalRow[]): Promise<void> {
  const outlooks = await rehearsal.outlookOf(rows.map(({ provider_reference: reference }) => reference))
  const faults: unknown[] = []
  for (const row of rows) {
    const settling = settleOne(sender, row, outlooks.get(row.provider_reference) ?? 'never_seen')
    await settling.catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} withdrawals could not be settled`)
}

/** As a careful person would: what was turned away is sent again, and whether it was paid is asked before it is said. */
async function settleOne(sender: Sender, row: WithdrawalRow, outlook: PayOutOutlook): Promise<void> {
  const { world } = sender
  switch (row.status) {
    case 'INFO_REQUESTED':
      return await approveBySimulation(sender, row)
    case 'BLOCKED_IP_WHITELIST':
      return await moveBySimulation(world, row, 'PROCESSING', 'the address was allowed; sent again')
    case 'NEEDS_ADMIN_ATTENTION': {
      const end = (await wasPaid(sender, row)) ? 'SUCCESS' : 'FAILED'
      return await moveBySimulation(world, row, end, 'as the network has it in its books')
    }
    case 'NEEDS_RECONCILIATION':
      if (outlook === 'ends') return
      return await moveBySimulation(world, row, 'FAILED', 'the network will never pay it')
    default:
      // What it has not seen yet is still to be sent.
      if (outlook !== 'stays_open') return
      return await moveBySimulation(world, row, 'FAILED', 'the network will never pay it')
  }
}

async function wasPaid({ registry }: Sender, row: WithdrawalRow): Promise<boolean> {
  return (await lookUpWithdrawal(registry, row)).kind === 'succeeded'
}
