import type { Withdrawal } from '@malipo/sdk'
import { formatPhone } from '../../parts/format.ts'

type Named = Pick<Withdrawal, 'method' | 'bank_name' | 'destination_code' | 'destination_identifier'>

/** What people call the places that are no banks. A test holds them to those of the service. */
export const walletNames: Readonly<Record<string, string>> = {
  MPESA: 'M-Pesa',
  AIRTEL_MONEY: 'Airtel Money',
  MIXX_BY_YAS: 'Mixx by Yas',
  HALOPESA: 'HaloPesa',
  T_PESA: 'T-Pesa',
  PROVIDER_PESA: 'Provider Pesa',
}

/** Where the money goes, as people compare it: `CRDB 0152 8834 7700`. */
export function accountOf({ method, bank_name, destination_code, destination_identifier }: Named): string {
  if (method === 'BANK_ACCOUNT')
    return `${bank_name ?? destination_code} ${destination_identifier.replace(/(.{4})(?=.)/g, '$1\u00a0')}`
  return `${walletNames[destination_code] ?? destination_code} ${formatPhone(destination_identifier)}`
}
