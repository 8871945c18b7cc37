import { type Hasten, nothingIsDue } from '../jobs/jobs.ts'
import { type LinkRow, linkColumns, statusOf } from './link-row.ts'

/** Makes a payment link that has an end expire now. Its end is what it says of itself, so it says the new one. */
export const hastenLink: Hasten = async (tx, { merchantId }, id, now) => {
  const [link] = await tx<LinkRow[]>`
    select ${linkColumns} from payment_links
    where id = ${id} and merchant_id = ${merchantId} and environment = 'sandbox' for update`
  if (link === undefined) return null
  const status = statusOf(link, now)
  if (status !== 'ACTIVE') throw nothingIsDue(`the payment link is ${status}.`)
  if (link.expires_at === null)
    throw nothingIsDue('the payment link has no end. Give it one with expires_at.')
  await tx`update payment_links set expires_at = ${now}, updated_at = ${now} where id = ${id}`
  return { what: 'link_expires', wasDueAt: link.expires_at }
}
