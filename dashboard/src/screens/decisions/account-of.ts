import type { Withdrawal } from '@malipo/sdk'
import { formatPhone } from '../../parts/format.ts'

type Named = Pick<Withdrawal, 'method' | 'bank_name' | 'destination_code' | 'destination_identifier'>

/** Where the money goes, as people compare it: `CRDB 0152 8834 7700`. */
export function accountOf({ method, bank_name, destination_code, destination_identifier }: Named): string {
  if (method === 'BANK_ACCOUNT')
    return `${bank_name ?? destination_code} ${destination_identifier.replace(/(.{4})(?=.)/g, '$1\u00a0')}`
  return `${destination_code} ${formatPhone(destination_identifier)}`
}
