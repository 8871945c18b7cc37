import type { Actor } from '../http/http.ts'

/** For whom something is collected, and who asks for it: a payer asks by themselves. */
export type Payee = Pick<Actor, 'merchantId' | 'environment'> & {
  merchant: Pick<Actor['merchant'], 'name' | 'is_active'>
  by: Actor['by'] | null
}
