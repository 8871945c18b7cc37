import type { Fragment } from '../../database/database.ts'
import { textFromMinor } from '../../primitives/money.ts'
import type { World } from '../../world/world.ts'
import type { CollectOrder } from '../provider.ts'

/** What the customer reads before the PIN is asked for. */
export function promptText({ merchantName, amount, currency }: CollectOrder): string {
  return `Pay ${currency} ${textFromMinor(amount)} to ${merchantName}? Enter your PIN.`
}

/** What waits for an answer in a merchant's sandbox, codes that anybody may scan among them. */
export function waitingPrompts({ sql, clock }: World, merchantId: string, phone: string | null): Fragment {
  return sql`
    select * from network_payments
    where merchant_id = ${merchantId} and environment = 'sandbox' and state = 'waiting'
      and (expires_at is null or expires_at > ${clock.now()}) ${phone === null ? sql`` : sql`and phone = ${phone}`}`
}
