import type { PayOutOrder, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { ResolvePayOut } from './withdrawal-resolver.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

export type Sender = { world: World; registry: Registry; resolvePayOut: ResolvePayOut }

/** Asks for the payout. Intent and reference are committed; no transaction is open. Whatever comes back is recorded. */
export async function sendWithdrawal(
  { world, registry, resolvePayOut }: Sender,
  row: WithdrawalRow,
): Promise<void> {
  if (!(await isStillOurs(world, row))) return
  world.crashPoint?.('withdrawal.approved')
  const word = await registry.ask(row, 'payOut', (provider, signal) => provider.payOut(orderOf(row), signal))
  world.crashPoint?.('withdrawal.sent')
  await resolvePayOut({ withdrawalId: row.id, source: 'reply', word }, row)
}

function orderOf(row: WithdrawalRow): PayOutOrder {
  return {
    reference: row.provider_reference,
    merchantId: row.merchant_id,
    method: row.method,
    amount: row.amount,
    currency: row.currency,
    destinationCode: row.destination_code,
    recipientName: row.bank_account_name ?? row.destination_name,
    identifier: row.destination_identifier,
  }
}

/** A worker that was stopped for too long must not send what another has taken over, or a person has ended. */
async function isStillOurs({ sql }: World, { id, lease }: WithdrawalRow): Promise<boolean> {
  const [row] = await sql`
    select 1 from withdrawals where id = ${id} and lease = ${lease} and status = 'PROCESSING'`
  return row !== undefined
}
