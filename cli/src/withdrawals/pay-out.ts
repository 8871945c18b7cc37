import type { Malipo, Withdrawal } from '@malipo/sdk'
import { said } from '../commands/flags.ts'
import type { Connection } from '../connect.ts'

export type Payout = {
  method: 'MOBILE_MONEY' | 'BANK_ACCOUNT' | 'PROVIDER_PESA'
  amount: string
  code: string
  to: string
  name: string
  bankName: string | undefined
  bankAccountName: string | undefined
  reference: string | undefined
  lookUp: string | undefined
  metadata: Record<string, string> | undefined
}

type CallOptions = { signal: AbortSignal; idempotencyKey?: string | undefined }

/** A person's withdrawals and a program's disbursements are the same things behind two doors; keys have only the second. */
export function withdrawalCalls({
  hasSession,
  dashboard,
  malipo,
}: Connection): Pick<Malipo['disbursements'], 'get' | 'list' | 'cancel'> {
  return hasSession ? dashboard().withdrawals : malipo.disbursements
}

export async function payOut(
  connection: Connection,
  payout: Payout,
  options: CallOptions,
): Promise<Withdrawal> {
  const {
    method,
    amount,
    code: destination_code,
    name: destination_name,
    to,
    bankName,
    bankAccountName,
  } = payout
  const common = {
    amount,
    destination_code,
    destination_name,
    ...said({
      merchant_reference: payout.reference,
      look_up_id: payout.lookUp,
      metadata: payout.metadata,
    }),
  }
  if (connection.hasSession) {
    const place =
      method === 'BANK_ACCOUNT'
        ? { bank_account_number: to, ...said({ bank_name: bankName, bank_account_name: bankAccountName }) }
        : { destination_phone: to }
    return await connection.dashboard().withdrawals.submit({ ...common, ...place, method }, options)
  }
  const { disbursements } = connection.malipo
  const body = { ...common, destination_identifier: to }
  if (method === 'MOBILE_MONEY') return await disbursements.toMobileMoney(body, options)
  if (method === 'PROVIDER_PESA') return await disbursements.toWallet(body, options)
  const bank = { bank_name: bankName ?? '', ...said({ bank_account_name: bankAccountName }) }
  return await disbursements.toBank({ ...body, ...bank }, options)
}
