import type { ControlNumber, controlNumberKinds, Environment, paymentModes } from '@malipo/contract'
import type { Static } from 'typebox'
import { columnsOf } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { ControlNumberStatus } from './control-number-lifecycle.ts'

export type ControlNumberRow = {
  id: string
  merchant_id: string
  environment: Environment
  number: string
  kind: (typeof controlNumberKinds)[number]
  payment_mode: (typeof paymentModes)[number]
  status: ControlNumberStatus
  amount: bigint | null
  currency: string
  description: string | null
  merchant_reference: string | null
  customer_id: string | null
  invoice_id: string | null
  provider: string
  paid_count: number
  paid_amount: bigint
  moves: number
  expires_at: Date | null
  paid_at: Date | null
  cancelled_at: Date | null
  created_at: Date
  updated_at: Date
}

export const controlNumberColumns = columnsOf<ControlNumberRow>({
  id: 'not null',
  merchant_id: 'not null',
  environment: 'not null',
  number: 'not null',
  kind: 'not null',
  payment_mode: 'not null',
  status: 'not null',
  amount: 'null',
  currency: 'not null',
  description: 'null',
  merchant_reference: 'null',
  customer_id: 'null',
  invoice_id: 'null',
  provider: 'not null',
  paid_count: 'not null',
  paid_amount: 'not null',
  moves: 'not null',
  expires_at: 'null',
  paid_at: 'null',
  cancelled_at: 'null',
  created_at: 'not null',
  updated_at: 'not null',
})

export function showControlNumber(row: ControlNumberRow): Static<typeof ControlNumber> {
  const { environment: _own, provider: _carrier, moves: _moves, ...shown } = row
  return {
    ...shown,
    amount: row.amount === null ? null : textFromMinor(row.amount),
    paid_amount: textFromMinor(row.paid_amount),
    expires_at: row.expires_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
