// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { Balance } from './records.ts'

export interface BalanceCalls {
  /** Read the balance. */
  get(options?: CallOptions): Promise<Balance>
}

export const balanceLines = {
  get: 'GET /v1/merchant/balance as-merchant',
} as const
