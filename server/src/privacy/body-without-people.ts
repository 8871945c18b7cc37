/** What stands where somebody was, in places that must say something. */
export const erasedName = 'Erased'
export const erasedNumber = 'erased'

/** What names people in the body of an event, and what stands there afterwards. The database lets nothing else of an event change. */
const peopleInEvents: Record<string, unknown> = {
  customer_name: null,
  customer_phone: null,
  customer_email: null,
  description: null,
  callback_url: null,
  destination_name: erasedName,
  destination_identifier: erasedNumber,
  bank_account_name: null,
  name_check: null,
  payer_name: null,
  payer_name_match: null,
  note: null,
  metadata: {},
}

/** The body of an event that tells of a payment and of nobody; null where it already does. */
export function bodyWithoutPeople(body: string): string | null {
  const told = JSON.parse(body) as { data: Record<string, unknown> }
  const data = Object.fromEntries(
    Object.entries(told.data).map(([name, value]) => [
      name,
      name in peopleInEvents && value !== null ? peopleInEvents[name] : value,
    ]),
  )
  const left = JSON.stringify({ ...told, data })
  return left === body ? null : left
}
