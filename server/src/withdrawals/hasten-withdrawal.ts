import type { Transaction } from '../database/database.ts'
import { type Hasten, type Hastened, nothingIsDue } from '../jobs/jobs.ts'
import { hastenPayout, type Registry } from '../providers/providers.ts'
import { operatorMs } from './settle-by-simulation.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** Makes what is due next for a withdrawal due now: what the network does about it, else the operator that the sandbox plays, else that we ask. */
export function withdrawalHastener(registry: Pick<Registry, 'rehearsalOf'>): Hasten {
  return async (tx, { merchantId }, id, now) => {
    const [row] = await tx<WithdrawalRow[]>`
      select * from withdrawals where id = ${id} and merchant_id = ${merchantId} and environment = 'sandbox' for update`
    if (row === undefined) return null
    const isOpen = row.status === 'PROCESSING' || row.status === 'NEEDS_RECONCILIATION'
    const played = await hastenPayout(tx, { reference: row.provider_reference, isOpen }, now)
    if (played !== null) return played
    const outlooks = await registry.rehearsalOf(row)?.outlookOf([row.provider_reference])
    const outlook = outlooks?.get(row.provider_reference) ?? 'never_seen'
    switch (row.status) {
      case 'PENDING_ADMIN_APPROVAL':
        if (row.awaits_batch) throw nothingIsDue('it is decided with its batch; advance that.')
        return await bringForward(tx, row, 'approval', now)
      case 'INFO_REQUESTED':
        if (!(await isAskedByThePlayedOne(tx, row)))
          throw nothingIsDue('a Super Admin asks; answer the question.')
        return await callOperator(tx, row, now)
      case 'BLOCKED_IP_WHITELIST':
      case 'NEEDS_ADMIN_ATTENTION':
        return await callOperator(tx, row, now)
      case 'NEEDS_RECONCILIATION':
        return outlook === 'ends'
          ? await bringForward(tx, row, 'look_up', now)
          : await callOperator(tx, row, now)
      case 'PROCESSING':
        if (row.due_at === null) throw nothingIsDue('it is sent when its batch comes to it.')
        return outlook === 'stays_open'
          ? await callOperator(tx, row, now)
          : await bringForward(tx, row, 'look_up', now)
      default:
        throw nothingIsDue(`the withdrawal is ${row.status}, and stays so by itself.`)
    }
  }
}

async function bringForward(
  tx: Transaction,
  { id, due_at: dueAt }: WithdrawalRow,
  what: Hastened['what'],
  now: Date,
): Promise<Hastened> {
  await tx`update withdrawals set due_at = least(due_at, ${now}::timestamptz) where id = ${id}`
  return { what, wasDueAt: dueAt }
}

async function callOperator(tx: Transaction, row: WithdrawalRow, now: Date): Promise<Hastened> {
  await tx`update withdrawals set hastened_at = ${now} where id = ${row.id}`
  return { what: 'operator_settles', wasDueAt: new Date(row.updated_at.getTime() + operatorMs) }
}

/** What a Super Admin asked is left to people. */
async function isAskedByThePlayedOne(tx: Transaction, { id, moves }: WithdrawalRow): Promise<boolean> {
  const rows = await tx`
    select from withdrawal_history where withdrawal_id = ${id} and seq = ${moves} and source = 'simulated_admin'`
  return rows.length > 0
}
