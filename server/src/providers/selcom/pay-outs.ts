import { minorFromText } from '../../primitives/money.ts'
import type {
  AskedPayOut,
  Float,
  NameFound,
  PayOutLookedUp,
  PayOutMethod,
  PayOutOrder,
  PayOutOutcome,
} from '../provider.ts'
import { transferPurpose } from './assumptions.ts'
import { type Caller, callSelcom, type Question } from './client.ts'
import { doneCode, failureCodes, outcomeOfCall, outcomeOfQuery } from './codes.ts'
import { bankCodes, walletCodes } from './destinations.ts'
import { plainText, wholeShillings } from './orders.ts'
import type { Fields } from './sign.ts'

/** The prepaid account that payouts are made from. Money that comes in does not fill it. */
export type FloatAccount = Caller & {
  account: string
  pin: string
  /** Who pays, as a bank wants to know it. */
  senderName: string
  senderPhone: string
  /** A name for one question, where a look-up needs one. */
  newTransid(): string
}

type Recipient = Pick<PayOutOrder, 'method' | 'destinationCode' | 'identifier'>

/** Each product has counters of its own, which know only what came to them. */
const counters: Record<PayOutMethod, { process: string; query: string; name: string }> = {
  MOBILE_MONEY: {
    process: '/v1/walletcashin/process',
    query: '/v1/walletcashin/query',
    name: '/v1/walletcashin/namelookup',
  },
  BANK_ACCOUNT: {
    process: '/v1/qwiksend/process',
    query: '/v1/qwiksend/query',
    name: '/v1/qwiksend/lookup/',
  },
  PROVIDER_PESA: {
    process: '/v1/selcompesa/cashin',
    query: '/v1/selcompesa/query',
    name: '/v1/selcompesa/namelookup',
  },
}

const paidOut = { kind: 'succeeded', providerStatus: doneCode } as const

export async function payOut(
  float: FloatAccount,
  order: PayOutOrder,
  signal: AbortSignal,
): Promise<PayOutOutcome> {
  const fields = payOutFields(float, order)
  if (fields === null) return unreachable(order)
  const path = counters[order.method].process
  const answer = await callSelcom(float, { method: 'POST', path, fields }, signal)
  return { ...outcomeOfCall(answer, paidOut), exchange: answer.exchange }
}

/** About one that never arrived they say the same as about one of which they do not know yet. */
export async function lookUpPayOut(
  float: FloatAccount,
  { reference, method }: AskedPayOut,
  signal: AbortSignal,
): Promise<PayOutLookedUp> {
  const path = counters[method].query
  const answer = await callSelcom(float, { method: 'GET', path, fields: { transid: reference } }, signal)
  return { ...outcomeOfQuery(answer, paidOut), exchange: answer.exchange }
}

export async function lookUpName(
  float: FloatAccount,
  recipient: Recipient,
  signal: AbortSignal,
): Promise<NameFound> {
  const fields = nameFields(float, recipient)
  if (fields === null) return { kind: 'not_found' }
  const path = counters[recipient.method].name
  const { envelope, status, because } = await callSelcom(float, { method: 'GET', path, fields }, signal)
  if (envelope === null || status !== 200) return { kind: 'unknown', because }
  const { resultcode, rows } = envelope
  const name = rows[0]?.name
  if (resultcode === doneCode && typeof name === 'string' && name.trim() !== '')
    return { kind: 'found', name: name.trim() }
  if (failureCodes.get(resultcode)?.reason === 'invalid_number') return { kind: 'not_found' }
  return { kind: 'unknown', because: `The gateway said ${resultcode.slice(0, 50)}.`, answered: true }
}

export async function readFloat(float: FloatAccount, signal: AbortSignal): Promise<Float> {
  const { envelope, status, because } = await callSelcom(float, balanceQuestion(float), signal)
  if (envelope === null || status !== 200) return { kind: 'unknown', because }
  const balance = envelope.resultcode === doneCode ? envelope.rows[0]?.balance : undefined
  const amount = typeof balance === 'string' ? minorFromText(balance) : null
  if (amount !== null) return { kind: 'known', amount, currency: 'TZS' }
  return { kind: 'unknown', because: `The gateway said ${envelope.resultcode.slice(0, 50)}.`, answered: true }
}

export function balanceQuestion(float: FloatAccount): Question {
  const fields = { vendor: float.account, pin: float.pin, transid: float.newTransid() }
  return { method: 'POST', path: '/v1/vendor/balance', fields }
}

/** In the order of the documentation, which is that of the signature. Null where they do not pay to. */
function payOutFields(float: FloatAccount, order: PayOutOrder): Fields | null {
  const { reference, method, identifier, recipientName } = order
  const from = { amount: wholeShillings(order.amount), vendor: float.account, pin: float.pin }
  const code = codeOf(order)
  if (code === null) return null
  if (method === 'PROVIDER_PESA') return { transid: reference, utilityref: identifier, ...from }
  if (method === 'MOBILE_MONEY')
    return { transid: reference, utilitycode: code, utilityref: identifier, ...from }
  return {
    transid: reference,
    recipientFiCode: code,
    recipientAccount: identifier,
    recipientName: plainText(recipientName),
    senderAccount: float.account,
    senderName: float.senderName,
    ...from,
    msisdn: float.senderPhone,
    purpose: transferPurpose,
  }
}

function nameFields(float: FloatAccount, recipient: Recipient): Fields | null {
  const { method, identifier } = recipient
  const transid = float.newTransid()
  const code = codeOf(recipient)
  if (code === null) return null
  if (method === 'PROVIDER_PESA') return { utilityref: identifier, transid }
  if (method === 'MOBILE_MONEY') return { utilitycode: code, utilityref: identifier, transid }
  return { bank: code, account: identifier, transid }
}

/** Their own wallet needs none. */
function codeOf({ method, destinationCode }: Recipient): string | null {
  if (method === 'PROVIDER_PESA') return ''
  return (method === 'MOBILE_MONEY' ? walletCodes : bankCodes).get(destinationCode) ?? null
}

function unreachable({ reference, destinationCode }: PayOutOrder): PayOutOutcome {
  return {
    kind: 'failed',
    providerStatus: 'NOT_SENT',
    reason: 'refused',
    providerMessage: 'The provider does not pay to this bank or network.',
    exchange: { request: { reference, destinationCode }, response: null },
  }
}
