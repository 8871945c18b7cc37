import { type Hasten, nothingIsDue } from '../jobs/jobs.ts'

/** Lets the authority be asked now instead of after the wait that follows an answer nobody understood. */
export const hastenReceipt: Hasten = async (tx, { merchantId }, id, now) => {
  const [receipt] = await tx<{ status: string; attempts: number; due_at: Date | null }[]>`
    select r.status, l.attempts, l.due_at from fiscal_receipts r join fiscal_lanes l using (merchant_id, environment)
    where r.id = ${id} and r.merchant_id = ${merchantId} and r.environment = 'sandbox' for update of l`
  if (receipt === undefined) return null
  if (receipt.status !== 'QUEUED') throw nothingIsDue(`the fiscal receipt is ${receipt.status}.`)
  if (receipt.attempts === 0 || receipt.due_at === null)
    throw nothingIsDue('the authority is being asked at this moment.')
  await tx`
    update fiscal_lanes set due_at = least(due_at, ${now}::timestamptz)
    where merchant_id = ${merchantId} and environment = 'sandbox'`
  return { what: 'attempt', wasDueAt: receipt.due_at }
}
