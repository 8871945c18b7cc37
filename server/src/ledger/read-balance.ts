import type { Balance } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { Book } from './account.ts'

/** `pendingWithdrawals` is no account: what is asked for is not set aside before it is approved. */
export async function readBalance(
  sql: Database | Transaction,
  { merchantId, environment, currency }: Book,
  pendingWithdrawals = 0n,
): Promise<Static<typeof Balance>> {
  const rows = await sql<{ kind: string; balance: bigint }[]>`
    select kind, balance from ledger_accounts
    where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency}`
  const balanceOf = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0n
  return {
    merchant_id: merchantId,
    environment,
    currency,
    available: textFromMinor(balanceOf('available')),
    reserved: textFromMinor(balanceOf('reserved')),
    held: textFromMinor(balanceOf('held')),
    receivable: textFromMinor(-balanceOf('receivable')),
    pending_withdrawals: textFromMinor(pendingWithdrawals),
  }
}

/** In minor units, for whoever has to compare: a balance may have more digits than any one amount. */
export async function readAvailable(
  sql: Database | Transaction,
  { merchantId, environment, currency }: Book,
): Promise<bigint> {
  const [account] = await sql<{ balance: bigint }[]>`
    select balance from ledger_accounts
    where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency}
      and kind = 'available'`
  return account?.balance ?? 0n
}

export type BookedFloat = { provider: string; currency: string; float: bigint }

/** What lies ready at each provider for live payouts, as our books have it: what was sent there less what was paid from it. */
export async function readFloats(sql: Database): Promise<BookedFloat[]> {
  return await sql<BookedFloat[]>`
    select provider, currency, -sum(balance)::bigint as float from ledger_accounts
    where kind = 'payout_clearing' and environment = 'live'
    group by provider, currency order by provider, currency`
}
