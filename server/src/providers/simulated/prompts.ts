import { textFromMinor } from '../../primitives/money.ts'
import type { World } from '../../world/world.ts'
import type { CollectOrder } from '../provider.ts'
import type { Payment } from './payment.ts'

/** What the customer reads before the PIN is asked for. */
export function promptText({ merchantName, amount, currency }: CollectOrder): string {
  return `Pay ${currency} ${textFromMinor(amount)} to ${merchantName}? Enter your PIN.`
}

export type PromptsWanted = {
  merchantId: string
  phone: string | null
  before: string | null
  limit: number
  offset: number
}

/** What waits for an answer in a merchant's sandbox, newest first, codes that anybody may scan among them. */
export async function listPrompts(world: World, wanted: PromptsWanted): Promise<Payment[]> {
  const { sql } = world
  return await sql<Payment[]>`
    select * from network_payments
    where ${waitingFor(world, wanted)} ${wanted.before === null ? sql`` : sql`and id < ${wanted.before}`}
    order by id desc limit ${wanted.limit} offset ${wanted.offset}`
}

export async function countPrompts(world: World, wanted: PromptsWanted): Promise<number> {
  const [counted] = await world.sql<{ total: number }[]>`
    select count(*)::int as total from network_payments where ${waitingFor(world, wanted)}`
  return counted?.total ?? 0
}

function waitingFor({ sql, clock }: World, { merchantId, phone }: PromptsWanted) {
  return sql`merchant_id = ${merchantId} and environment = 'sandbox' and state = 'waiting'
    and (expires_at is null or expires_at > ${clock.now()}) ${phone === null ? sql`` : sql`and phone = ${phone}`}`
}
