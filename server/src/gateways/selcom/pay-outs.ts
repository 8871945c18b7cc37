import type { FailureReason } from '../../providers/providers.ts'
import type { Entry } from '../book.ts'
import type { Counter, GatewayAnswer } from '../dialect.ts'
import { playOfAccount } from '../plays.ts'
import {
  ambiguous,
  envelope,
  type Fields,
  minorOf,
  shillings,
  strangeAddress,
  turnedAway,
} from './envelope.ts'
import { referenceFor } from './orders.ts'

export type FloatKeys = { floatAccount: string; floatPin: string }

/** Below it a payout is refused, by the amount that is sent. */
const least = 100_000n

/** Which field of a product says who is paid. */
const payeeFields: Record<string, string> = {
  walletcashin: 'utilityref',
  selcompesa: 'utilityref',
  qwiksend: 'recipientAccount',
}

const failureCodes: Partial<Record<FailureReason, { code: string; message: string }>> = {
  invalid_number: { code: '010', message: 'Invalid mobile number or operator not supported' },
  limit: { code: '013', message: 'Amount above allowed limit' },
}
const refused = { code: '029', message: 'Customer account suspended' }

/** Pays out from the float. Mostly that is over when it is answered. */
export function payOut(
  product: string,
  fields: Fields,
  counter: Counter,
  keys: FloatKeys,
): GatewayAnswer | 'silence' {
  const { transid = '' } = fields
  const payee = fields[payeeFields[product] ?? ''] ?? ''
  const { book, strikes } = counter
  if (!isHolder(fields, keys)) return wrongPin
  const amount = minorOf(fields.amount)
  if (amount === null) return envelope({ code: '015', message: 'Invalid amount', transid })
  if (amount < least)
    return envelope({
      code: '013',
      message: 'Payment amount must be greater than or equal to TZS 1,000.',
      transid,
    })
  // A good number too, while the national switch is away; its name is found all the same.
  if (strikes('upstream_down')) return failed('invalid_number', transid)
  const play = playOfAccount(payee)
  if (play.reception === 'deaf') return 'silence'
  if (play.reception === 'turns_away' && book.isFirst(`${product} ${transid}`)) return strangeAddress
  if (amount > book.float())
    return envelope({ code: '990', message: 'Insufficient account balance to complete transaction', transid })
  const about = 'disbursement'
  const entry = book.open({ about, product, reference: transid, amount, currency: 'TZS', party: payee })
  // What the real one answers is not known; nothing is paid twice, whatever it says.
  if (entry === null) return envelope({ code: '400', message: 'Duplicate transid', transid })
  entry.notes.reference = referenceFor(counter)
  const takesLong = counter.begin(entry, play) || strikes('in_progress')
  if (entry.due && !takesLong) book.end(entry, entry.due.end)
  // Paid or not, nobody here will ever say: only the float tells.
  if (strikes('never_known')) entry.notes.unknown = 'for ever'
  return play.reception === 'silent' ? 'silence' : standing(entry)
}

/** Each product knows only its own; of one that it never saw it says what it says when it does not know. */
export function queryPayOut(
  product: string,
  { transid = '' }: Fields,
  { book, strikes }: Counter,
): GatewayAnswer {
  const entry = book.find(product, transid)
  if (entry === null) return ambiguous(transid)
  if (strikes('upstream_down')) return ambiguous(transid)
  return standing(entry)
}

/** Whose it is. Numbers that nobody has are turned down. */
export function nameOf(fields: Fields): GatewayAnswer {
  const { transid = '', utilityref, account } = fields
  const isSomebody = /^255[67][0-9]{8}$/.test(utilityref ?? '') || /^[0-9]{8,20}$/.test(account ?? '')
  if (!isSomebody) return failed('invalid_number', transid)
  return envelope({ code: '000', message: 'Name fetch successful', transid, rows: [{ name: 'ASHA JUMA' }] })
}

export function balanceOf(fields: Fields, { book }: Counter, keys: FloatKeys): GatewayAnswer {
  if (!isHolder(fields, keys)) return wrongPin
  const rows = [{ balance: shillings(book.float()) }]
  return envelope({ code: '000', message: 'Balance fetch successful', transid: fields.transid ?? '', rows })
}

const wrongPin = turnedAway(403, 'Invalid vendor or pin')

function isHolder({ vendor, pin }: Fields, { floatAccount, floatPin }: FloatKeys): boolean {
  return vendor === floatAccount && pin === floatPin
}

function standing(entry: Entry): GatewayAnswer {
  const { reference: transid, state, reason, amount, party, notes } = entry
  const reference = notes.reference ?? ''
  if (notes.unknown !== undefined) return ambiguous(transid)
  if (state === 'failed') return failed(reason ?? 'refused', transid)
  if (state === 'open')
    return envelope({ code: '111', message: 'Transaction in progress', transid, reference })
  // There is no documented code for what was paid and came back.
  if (state === 'reversed') return envelope({ code: '200', message: 'Reversed', transid, reference })
  const message = `Selcom Qwikpay\nTo ASHA JUMA(${party})\nAmount ${shillings(amount)}.00\n\nReference ${reference}`
  return envelope({ code: '000', message, transid, reference, rows: [{ receipt: transid.slice(-10) }] })
}

function failed(reason: FailureReason, transid: string): GatewayAnswer {
  return envelope({ ...(failureCodes[reason] ?? refused), transid })
}
