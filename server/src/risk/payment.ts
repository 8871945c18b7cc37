import type { Environment, RiskKind, RiskSubject } from '@malipo/contract'
import { codeOfNetwork, networkOf } from '../providers/providers.ts'
import { bareAccount } from '../recipients/recipients.ts'
import type { Facts } from './rule.ts'

/** A payment as rules see it: one that is asked for, one whose money has come, or one of the past. */
export type Payment = {
  kind: RiskKind
  id: string
  merchantId: string
  environment: Environment
  at: Date
  amount: bigint
  currency: string
  method: string | null
  /** Who pays or is paid: a phone number in its one form, or an account. Null where nobody knows yet. */
  person: string | null
  /** Whose code it is that it goes to; null for money that comes. */
  destinationCode: string | null
  keyId: string | null
  nameMatch: string | null
}

const aheadOfUtcHours = 3

/** What is known of a payment without reading anything. */
export function factsAtOnce(payment: Payment): Facts {
  const { kind, amount, method, at, nameMatch } = payment
  const who = kind === 'collections' ? 'payer' : 'recipient'
  return {
    amount,
    method,
    network: networkCodeOf(payment),
    hour: (at.getUTCHours() + aheadOfUtcHours) % 24,
    [`${who}_name_match`]: nameMatch,
  }
}

function networkCodeOf({ destinationCode, person }: Payment): string | null {
  if (destinationCode !== null) return destinationCode
  const network = person === null ? null : networkOf(person)
  return network === null ? null : codeOfNetwork(network)
}

export function isAccount({ method }: Pick<Payment, 'method'>): boolean {
  return method === 'BANK_ACCOUNT'
}

/** A number as lists and counts have it: phones in their one form, accounts however they are spelt. */
export function plainNumber(text: string): string {
  const mobile = /^(?:\+?255|0)?([67][0-9]{8})$/.exec(text)
  return mobile ? `255${mobile[1]}` : bareAccount(text.replace(/^\+/, ''))
}

/** Whose payments are counted together, under a name; null where there is nobody. */
export function subjectName(payment: Payment, subject: RiskSubject): string | null {
  const { kind, merchantId, environment, person, keyId, destinationCode } = payment
  const scope = `${kind} ${environment} ${subject}`
  if (subject === 'merchant') return `${scope} ${merchantId}`
  if (subject === 'key') return keyId === null ? null : `${scope} ${keyId}`
  if (person === null || (subject === 'payer') !== (kind === 'collections')) return null
  return isAccount(payment)
    ? `${scope} ${merchantId} ${destinationCode} ${bareAccount(person)}`
    : `${scope} ${merchantId} ${person}`
}
