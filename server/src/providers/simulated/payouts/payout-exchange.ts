import { textFromMinor } from '../../../primitives/money.ts'
import type { Asked, Exchange, PayOutLookedUp, PayOutOrder, RefundOrder } from '../../provider.ts'

/** The key would open the network to whoever reads an exchange, so it is never written down. */
const headers = { 'content-type': 'application/json', 'X-Network-Key': '****' }

/** What a payout looked like on the wire, had there been one. */
export function exchangeOfPayOut(order: PayOutOrder, answer: PayOutLookedUp): Exchange {
  const { reference, method, amount, currency, destinationCode, recipientName, identifier } = order
  const body = {
    provider_reference: reference,
    method,
    amount: textFromMinor(amount),
    currency,
    destination_code: destinationCode,
    recipient: { name: recipientName, identifier },
  }
  return {
    request: { method: 'POST', path: '/payouts', headers, body },
    response: responseOf(reference, answer, 202),
  }
}

/** The same of a payment that is returned: the network knows to whom. */
export function exchangeOfRefund(order: RefundOrder, answer: PayOutLookedUp): Exchange {
  const { reference, paidAs, amount, currency } = order
  const body = { provider_reference: reference, payment: paidAs, amount: textFromMinor(amount), currency }
  return {
    request: { method: 'POST', path: '/refunds', headers, body },
    response: responseOf(reference, answer, 202),
  }
}

export function exchangeOfLookUp({ reference }: Asked, answer: PayOutLookedUp): Exchange {
  const path = `/payouts/${encodeURIComponent(reference)}`
  return { request: { method: 'GET', path, headers }, response: responseOf(reference, answer, 200) }
}

function responseOf(reference: string, answer: PayOutLookedUp, pendingStatus: number): unknown {
  if (answer.kind === 'unknown') return { error: answer.because }
  if (answer.kind === 'never_seen') return { status: 404, body: { message: 'No such payout.' } }
  const body = { provider_reference: reference, payment_status: answer.providerStatus }
  if (answer.kind === 'blocked') return { status: 403, body: { ...body, message: answer.providerMessage } }
  if (answer.kind === 'pending') return { status: pendingStatus, body }
  if (answer.kind === 'failed') return { status: 200, body: { ...body, message: answer.providerMessage } }
  if (answer.kind === 'reversed' || !answer.paid) return { status: 200, body }
  const { amount, currency } = answer.paid
  return { status: 200, body: { ...body, amount: textFromMinor(amount), currency } }
}
