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
