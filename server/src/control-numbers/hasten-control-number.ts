import { type Hasten, nothingIsDue } from '../jobs/jobs.ts'
import { type ControlNumberRow, controlNumberColumns } from './control-number-row.ts'

/** Makes a control number that has an end expire now. Its end is what it says of itself, so it says the new one. */
export const hastenControlNumber: Hasten = async (tx, { merchantId }, id, now) => {
  const [number] = await tx<ControlNumberRow[]>`
    select ${controlNumberColumns} from control_numbers
    where id = ${id} and merchant_id = ${merchantId} and environment = 'sandbox' for update`
  if (number === undefined) return null
  if (number.status !== 'ACTIVE') throw nothingIsDue(`the control number is ${number.status}.`)
  if (number.expires_at === null)
    throw nothingIsDue('the control number has no end. Make another one with expires_at.')
  await tx`update control_numbers set expires_at = ${now}, updated_at = ${now} where id = ${id}`
  return { what: 'number_expires', wasDueAt: number.expires_at }
}
