import { erasedName, erasedNumber } from '../primitives/stand-ins.ts'

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
  notes: null,
  metadata: {},
}

/** An invoice always says who was billed, in its row and in what is told of it. */
const peopleInInvoices: Record<string, unknown> = {
  ...peopleInEvents,
  customer_name: erasedName,
  customer_phone: erasedNumber,
}

/** What it is called says whom it pays, or why. */
const peopleInBatches: Record<string, unknown> = { ...peopleInEvents, name: erasedName }

function peopleIn(type: string): Record<string, unknown> {
  if (type.startsWith('disbursement_batch.')) return peopleInBatches
  return type.startsWith('invoice.') ? peopleInInvoices : peopleInEvents
}

type Data = Record<string, unknown>

/** The body of an event that tells of a payment and of nobody; null where it already does. */
export function bodyWithoutPeople(body: string): string | null {
  const told = JSON.parse(body) as { type: string; data: Data }
  const people = peopleIn(told.type)
  const data = Object.fromEntries(
    Object.entries(told.data).map(([name, value]) => [
      name,
      name in people && value !== null ? people[name] : value,
    ]),
  )
  const left = JSON.stringify({ ...told, data: { ...data, ...wordsOfBills(told.type, told.data) } })
  return left === body ? null : left
}

/** What something was billed or credited for. The reason of a refund is one of a few words, and names nobody. */
function wordsOfBills(type: string, { items, reason, refund_id: refundId }: Data): Data {
  const isOwnReason = type.startsWith('credit_note.') && typeof reason === 'string' && refundId === null
  return {
    ...(Array.isArray(items) && { items: items.map((item) => ({ ...item, description: erasedName })) }),
    ...(isOwnReason && { reason: erasedName }),
  }
}
