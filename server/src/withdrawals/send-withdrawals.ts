import type {
  PayOutLookedUp,
  PayOutOrder,
  PayOutOutcome,
  Provider,
  RefundOrder,
  Registry,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { hasGoneBack } from './gone-back.ts'
import { wasPaidBefore } from './paid-before.ts'
import { repeatedIsPaid, returnedByItself } from './withdrawal-lifecycle.ts'
import type { ResolvePayOut } from './withdrawal-resolver.ts'
import { isRefund, type WithdrawalRow } from './withdrawal-row.ts'

export type Sender = { world: World; registry: Registry; resolvePayOut: ResolvePayOut }

/** Asks for the payout. Intent and reference are committed; no transaction is open. Whatever comes back is recorded. */
export async function sendWithdrawal(
  { world, registry, resolvePayOut }: Sender,
  row: WithdrawalRow,
): Promise<void> {
  const held = await findHeld(world, row)
  if (!held) return
  world.crashPoint?.('withdrawal.approved')
  // Whoever gets it may have had the money since the approval: then it is not sent after it.
  const word: PayOutOutcome =
    held.instead ?? (await registry.ask(row, 'payOut', (provider, signal) => askFor(provider, row, signal)))
  world.crashPoint?.('withdrawal.sent')
  await resolvePayOut({ withdrawalId: row.id, source: 'reply', word }, row)
}

const goneBack = {
  kind: 'failed',
  providerStatus: returnedByItself,
  reason: 'refused',
  providerMessage: 'The payment was reversed before the refund was sent.',
} as const

const paidBefore = {
  kind: 'failed',
  providerStatus: repeatedIsPaid,
  reason: 'refused',
  providerMessage: 'The one that this repeats was paid after all, before this was sent.',
} as const

/** The way was chosen when it was asked for, and nothing changes it: what a provider returns is never paid out as well. */
async function askFor(provider: Provider, row: WithdrawalRow, signal: AbortSignal): Promise<PayOutOutcome> {
  const { paid_as: paidAs } = row
  if (row.way !== 'native') return await provider.payOut(orderOf(row), signal)
  if (!provider.refund || paidAs === null) return cannotReturn
  const order: RefundOrder = { ...orderOf(row), paidAs }
  return await provider.refund(order, signal)
}

const cannotReturn = {
  kind: 'unknown',
  because: 'the provider no longer returns payments',
  answered: true,
} as const

type Asked = Pick<WithdrawalRow, 'provider' | 'environment' | 'provider_reference' | 'method' | 'way'>

/** What its provider says has become of it: where that returned its own payment, by the question for those. */
export async function lookUpWithdrawal(registry: Registry, row: Asked): Promise<PayOutLookedUp> {
  const { provider_reference: reference, method, way } = row
  return await registry.ask<PayOutLookedUp>(row, 'lookUpPayOut', async (provider, signal) => {
    if (way !== 'native') return await provider.lookUpPayOut({ reference, method }, signal)
    return (await provider.lookUpRefund?.({ reference }, signal)) ?? cannotReturn
  })
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

/** What is said of it in the place of sending it, where its money is there already. */
type Held = { instead: PayOutOutcome | null }

/** A worker that was stopped for too long must not send what another has taken over, or a person has ended. */
async function findHeld({ sql }: World, withdrawal: WithdrawalRow): Promise<Held | undefined> {
  const { id, merchant_id: merchantId, lease } = withdrawal
  const [held] = await sql`
    select from withdrawals w
    where w.id = ${id} and of_merchants(w.merchant_id, ${[merchantId]}::uuid[]) and w.lease = ${lease} and w.status = 'PROCESSING'`
  if (!held) return undefined
  if (isRefund(withdrawal) && (await hasGoneBack(sql, withdrawal))) return { instead: goneBack }
  return { instead: (await wasPaidBefore(sql, withdrawal)) ? paidBefore : null }
}
