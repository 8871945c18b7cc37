import type { Environment, lookUpOutcomes, withdrawalMethods } from '@malipo/contract'
import { columnsOf } from '../database/database.ts'

export type LookUpRow = {
  id: string
  merchant_id: string
  environment: Environment
  method: (typeof withdrawalMethods)[number]
  destination_code: string
  destination_identifier: string
  /** Null where nobody was asked. */
  provider: string | null
  outcome: (typeof lookUpOutcomes)[number]
  registered_name: string | null
  created_at: Date
  expires_at: Date
}

export const lookUpColumns = columnsOf<LookUpRow>({
  id: 'not null',
  merchant_id: 'not null',
  environment: 'not null',
  method: 'not null',
  destination_code: 'not null',
  destination_identifier: 'not null',
  provider: 'null',
  outcome: 'not null',
  registered_name: 'null',
  created_at: 'not null',
  expires_at: 'not null',
})

export type Destination = Pick<LookUpRow, 'method' | 'destination_code' | 'destination_identifier'>
