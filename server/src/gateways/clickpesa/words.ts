import type { FailureReason } from '../../providers/providers.ts'
import type { Entry } from '../book.ts'

/** What they say of a payment that failed. */
const messages: Record<FailureReason, string> = {
  declined: 'Payment was declined by the customer',
  insufficient_funds: 'Insufficient funds',
  wrong_pin: 'Wrong PIN',
  expired: 'Request timed out',
  cancelled: 'Cancelled by the customer',
  invalid_number: 'Invalid phone number',
  limit: 'Limit exceeded',
  refused: 'Rejected by the provider',
}

const paymentStatuses = { open: 'PROCESSING', paid: 'SUCCESS', failed: 'FAILED', reversed: 'REVERSED' }

/** A payout has no word for failure but that its money came back. */
const payOutStatuses = { open: 'AUTHORIZED', paid: 'SUCCESS', failed: 'REVERSED', reversed: 'REVERSED' }

/** What they ask for a payout, in shillings. It is in the amounts that they show, and their book takes none. */
const fee = 47.1

/** The same in minor units, as a statement has it: money that comes in costs nothing, nor what came back. */
export function feeOf({ about, state }: Entry): bigint {
  return about === 'disbursement' && state === 'paid' ? BigInt(Math.round(fee * 100)) : 0n
}

/** A payment as it is looked up: amounts are numbers there, and text in webhooks. */
export function paymentOf(entry: Entry): Record<string, unknown> {
  const { reference, currency, party, state, reason } = entry
  return {
    id: idOf(entry),
    status: paymentStatuses[state],
    channel: 'M-PESA',
    orderReference: reference,
    ...(state === 'paid' && { paymentReference: `R${reference.slice(-9)}` }),
    paymentPhoneNumber: party,
    collectedAmount: shillings(entry.paidAmount ?? entry.amount),
    collectedCurrency: currency,
    message: reason === null ? 'success' : messages[reason],
    ...timesOf(entry),
  }
}

/** The amount is with the fee; what the recipient gets is said beside it. */
export function payOutOf(entry: Entry): Record<string, unknown> {
  const { reference, amount, currency, party, state, notes } = entry
  const text = shillings(amount).toFixed(2)
  return {
    id: idOf(entry),
    orderReference: reference,
    amount: (shillings(amount) + fee).toFixed(2),
    currency,
    fee: fee.toFixed(2),
    status: payOutStatuses[state],
    channel: notes.bic === undefined ? 'MOBILE MONEY' : 'BANK TRANSFER',
    ...(notes.bic !== undefined && { channelProvider: notes.bic, transferType: notes.transferType }),
    order: { amount: text, currency },
    beneficiary: { accountNumber: party, accountName: notes.name, amount: text },
    ...timesOf(entry),
  }
}

/** A preview tells what a payout would cost, and who would get it. */
export function previewOf(reference: string, amount: number, phone: string): Record<string, unknown> {
  return {
    amount: amount + fee,
    channelProvider: 'M-PESA',
    fee,
    order: { amount, currency: 'TZS', id: reference },
    payoutFeeBearer: 'merchant',
    receiver: { accountName: nameOf(phone), accountNumber: phone, accountCurrency: 'TZS', amount },
  }
}

/** What is told of an entry that has moved; null for what they never tell, as that a payment was taken back. */
export function newsOf(entry: Entry): { event: string; data: Record<string, unknown> } | null {
  const { about, state } = entry
  if (state === 'open' || (about === 'collection' && state === 'reversed')) return null
  if (about === 'disbursement') {
    return { event: state === 'paid' ? 'PAYOUT INITIATED' : 'PAYOUT REVERSED', data: payOutOf(entry) }
  }
  const payment = paymentOf(entry)
  const collectedAmount = String(payment.collectedAmount)
  return {
    event: state === 'paid' ? 'PAYMENT RECEIVED' : 'PAYMENT FAILED',
    data: { ...payment, collectedAmount },
  }
}

export function nameOf(phone: string): string {
  return `CUSTOMER ${phone.slice(-4)}`
}

export function shillings(minor: bigint): number {
  return Number(minor) / 100
}

export function idOf({ about, reference }: Entry): string {
  return `${about === 'collection' ? 'LCP' : 'PAY'}${reference.slice(-12)}`
}

function timesOf({ openedAt, movedAt }: Entry) {
  return { createdAt: openedAt.toISOString(), updatedAt: (movedAt ?? openedAt).toISOString() }
}
