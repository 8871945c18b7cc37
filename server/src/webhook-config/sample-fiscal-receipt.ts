import type { NewId } from '../primitives/id.ts'
import { dayAt } from '../primitives/instant.ts'

type Wish = { at: Date; newId: NewId; sequence?: number; status?: string }

/** What is told of the receipt of 1,500 shillings that the authority has issued, or refused. */
export function sampleReceipt(isIssued: boolean, id: string, { at, newId, sequence, status }: Wish) {
  const then = at.toISOString()
  const code = 'TEST0000001'
  return {
    id,
    collection_id: newId(),
    status: status ?? (isIssued ? 'ISSUED' : 'FAILED'),
    number: isIssued ? 1 : null,
    day: isIssued ? dayAt(at) : null,
    day_number: isIssued ? 1 : null,
    amount: '1500.00',
    currency: 'TZS',
    tax_code: isIssued ? 'EXEMPT' : null,
    tax: isIssued ? '0.00' : null,
    verification_code: isIssued ? code : null,
    verification_url: isIssued ? `https://verify.example/${code}` : null,
    attempts: 1,
    failure_reason: isIssued ? null : 'A made-up reason',
    fiscal_note: null,
    queued_at: then,
    issued_at: isIssued ? then : null,
    updated_at: then,
    fiscal_receipt_id: id,
    sequence: sequence ?? 1,
  }
}
