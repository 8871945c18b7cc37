import type { DeliveryStatus } from '@malipo/contract'
import { type Hasten, nothingIsDue } from '../jobs/jobs.ts'

type Row = { status: DeliveryStatus; due_at: Date | null; holder: number | null }

/** Makes the next attempt of a delivery due now. If it fails, the one after comes when it would have. */
export const hastenDelivery: Hasten = async (tx, { merchantId }, id, now) => {
  const [delivery] = await tx<Row[]>`
    select status, due_at, holder from webhook_deliveries
    where id = ${id} and merchant_id = ${merchantId} and environment = 'sandbox' for update`
  if (delivery === undefined) return null
  if (delivery.due_at === null) throw nothingIsDue(`the delivery is ${delivery.status}. Retry it instead.`)
  if (delivery.holder !== null) throw nothingIsDue('the delivery is being tried at this moment.')
  await tx`update webhook_deliveries set due_at = least(due_at, ${now}::timestamptz) where id = ${id}`
  return { what: 'attempt', wasDueAt: delivery.due_at }
}
