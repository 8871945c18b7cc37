import type { Withdrawal } from '@malipo/sdk'
import { formatPhone } from '../../parts/format.ts'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { useDestinations } from './use-destinations.ts'

type To = Pick<Withdrawal, 'destination_name' | 'destination_identifier' | 'destination_code' | 'bank_name'>

/** Who gets it, and where, in one breath. */
export function Recipient({ of: row }: { of: To }) {
  const sayWho = useSayWho()
  const { nameOf } = useDestinations()
  const where = row.bank_name ?? nameOf(row.destination_code)
  return (
    <span>
      {sayWho(row.destination_name)}{' '}
      <span className="muted">
        {where} <span className="money">{sayWho(formatPhone(row.destination_identifier))}</span>
      </span>
    </span>
  )
}
