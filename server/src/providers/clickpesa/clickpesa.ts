import type {
  Capabilities,
  CollectOrder,
  Exchange,
  LookedUp,
  Outcome,
  PayOutOrder,
  Provider,
  Unknown,
} from '../provider.ts'
import { withExchanges } from '../with-exchanges.ts'
import { bicOfBank, wallets } from './banks.ts'
import { type Answer, type Asked, type Call, type ClickpesaSettings, callerOf } from './client.ts'
import { fieldsOf, minorOf, odd, outcomeOfPayment, outcomeOfPayOut, reasonIn } from './codes.ts'
import { listBooks } from './list-books.ts'
import { probe } from './probe.ts'
import { messageOf, readFound, readOrder, unclear } from './read-answers.ts'
import { readClickpesaCallback } from './read-callback.ts'
import { fetchTokens, type Tokens } from './tokens.ts'

export type { ClickpesaSettings } from './client.ts'
export { type ChecksumVersion, checksumVersions } from './sign.ts'

/** INF: their limits are not published. Whole shillings, from a hundred to ten million, which no wallet may pay at once. */
const collected = { smallest: 100n, least: 10_000n, most: 1_000_000_000n }

/** INF: the smallest payout is that of other gateways; above twenty million a Tanzanian bank takes no ACH. */
const paidOut = { smallest: 100n, least: 100_000n, most: 2_000_000_000n }

/** DOC: ACH or RTGS, and nothing on when each is due. */
const transferType = 'ACH'

/** SDK: a reference is letters and digits. Ours are, so theirs is the same. How long one may be is not said. */
const isCarried = (reference: string) => /^[A-Za-z0-9]+$/.test(reference)

/** SDK: a reference that was used is refused with 409, so the same one sent twice is one payment. */
const knowsRepeats = true

const paths = {
  push: '/payments/initiate-ussd-push-request',
  payments: '/payments',
  toWallet: '/payouts/create-mobile-money-payout',
  toBank: '/payouts/create-bank-payout',
  payOuts: '/payouts',
  previewToWallet: '/payouts/preview-mobile-money-payout',
  balance: '/account/balance',
}

/** ClickPesa pushes to every network and pays to wallets and banks. It has no codes to scan, and calls nothing back. */
export function openClickpesa(settings: ClickpesaSettings, tokens: Tokens = fetchTokens(settings)): Provider {
  const call = callerOf(settings, tokens)
  const signing = { version: settings.checksumVersion, key: settings.checksumKey }
  return {
    name: 'clickpesa',
    can: capabilitiesWith(settings),
    collect: (order, signal) => withExchanges((trace) => collect(traced(call, trace), order, signal)),
    lookUp: ({ reference }, signal) =>
      withExchanges((trace) => lookUp(traced(call, trace), reference, signal)),
    async payOut(order, signal) {
      const asked = isCarried(order.reference) ? instructionOf(order) : null
      if (asked === null) return uncarried
      const answer = await call(asked, signal)
      const { exchange } = answer
      const said = readOrder(answer, order.reference, outcomeOfPayOut)
      if (said.kind !== 'seen' && said.kind !== 'later') return { ...said, exchange }
      const looked = await find(call, paths.payOuts, order.reference, signal)
      const found = readFound(looked, order.reference, outcomeOfPayOut)
      const both = withLookUp(exchange, looked)
      if (found.kind !== 'never_seen') return { ...found, exchange: both }
      return { ...(said.kind === 'later' ? putOff : lost), exchange: both }
    },
    async lookUpPayOut({ reference }, signal) {
      const answer = await find(call, paths.payOuts, reference, signal)
      return { ...readFound(answer, reference, outcomeOfPayOut), exchange: answer.exchange }
    },
    async balance(signal) {
      const answer = await call({ path: paths.balance }, signal)
      const balances = answer.status === 200 ? fieldsOf(answer.body)?.balances : null
      const ours = Array.isArray(balances) ? balances.map(fieldsOf).find(isShillings) : null
      const amount = minorOf(ours?.balance)
      return amount === null ? unclear(answer) : { kind: 'known', amount, currency: 'TZS' }
    },
    probe: (signal) => probe(call, { balance: paths.balance, preview: previewFor(nobody) }, signal),
    lookUpName: (recipient, signal) => lookUpName(call, recipient, signal),
    list: (span, signal) => listBooks(call, span, signal),
    readCallback: (raw) => readClickpesaCallback(raw, signing),
  }
}

async function collect(call: Call, order: CollectOrder, signal: AbortSignal): Promise<Outcome> {
  const { reference, amount, currency, phone } = order
  if (!isCarried(reference)) return uncarried
  const body = { amount: shillings(amount), currency, orderReference: reference, phoneNumber: phone ?? '' }
  const said = readOrder(await call({ path: paths.push, body }, signal), reference, outcomeOfPayment)
  if (said.kind === 'blocked') return { ...said, kind: 'failed', reason: 'refused' }
  if (said.kind !== 'seen' && said.kind !== 'later') return said
  const found = await lookUp(call, reference, signal)
  if (found.kind !== 'never_seen') return found
  return said.kind === 'later' ? odd('ClickPesa wants to be asked later.') : lost
}

async function lookUp(call: Call, reference: string, signal: AbortSignal): Promise<LookedUp> {
  return readFound(await find(call, paths.payments, reference, signal), reference, outcomeOfPayment)
}

function find(call: Call, path: string, reference: string, signal: AbortSignal): Promise<Answer> {
  return call({ path: `${path}/${encodeURIComponent(reference)}` }, signal)
}

/** The same calls, and somebody who hears what went over the wire. */
function traced(call: Call, trace: (exchange: Exchange) => void): Call {
  return async (asked, signal) => {
    const answer = await call(asked, signal)
    trace(answer.exchange)
    return answer
  }
}

function capabilitiesWith({ checksumVersion }: ClickpesaSettings): Capabilities {
  return {
    methods: ['USSD_PUSH', 'STK_PUSH'],
    currencies: ['TZS'],
    amounts: collected,
    payOuts: {
      methods: ['MOBILE_MONEY', 'BANK_ACCOUNT'],
      currencies: ['TZS'],
      amounts: paidOut,
      destinations: [...wallets, ...bicOfBank.keys()],
    },
    // Their documents have no call that returns a payment.
    refunds: { way: 'pay_out' },
    knowsRepeats,
    signsCallbacks: checksumVersion === 'current',
    callbackBytes: 16_384,
    weScreen: true,
    tellsNamesOf: ['MOBILE_MONEY'],
  }
}

/** Never sent, so it surely failed. */
const uncarried: Outcome = {
  kind: 'failed',
  providerStatus: 'UNSENT',
  reason: 'refused',
  providerMessage: 'ClickPesa does not reach this destination.',
}

const lost: Unknown = odd('ClickPesa has seen the reference, and cannot find what it is of.')

/** They took nothing, and want to be asked later: it is looked up then, and sent under the same reference if it is not there. */
const putOff: Outcome = { kind: 'pending', providerStatus: 'PUT_OFF' }

/** Wallets are found by their number alone. Null where they have no code of the bank. */
function instructionOf(order: PayOutOrder): Asked | null {
  const { amount, currency, reference: orderReference, identifier } = order
  const money = { amount: Number(amount / 100n), currency, orderReference }
  if (order.method === 'MOBILE_MONEY') {
    return { path: paths.toWallet, body: { ...money, phoneNumber: identifier } }
  }
  const bic = order.method === 'BANK_ACCOUNT' ? bicOfBank.get(order.destinationCode) : undefined
  if (bic === undefined) return null
  const account = { accountNumber: identifier, accountName: order.recipientName, accountCurrency: currency }
  return { path: paths.toBank, body: { ...money, ...account, bic, transferType } }
}

/**
 * A preview of a payout tells whose wallet it is, and pays nothing; of bank accounts it tells no name. A reference is asked for,
 * and none is used up by it (INF).
 */
async function lookUpName(
  call: Call,
  { method, identifier }: Pick<PayOutOrder, 'method' | 'identifier'>,
  signal: AbortSignal,
) {
  if (method !== 'MOBILE_MONEY') return { kind: 'not_supported' } as const
  if (!/^[0-9]{9,15}$/.test(identifier)) return { kind: 'not_found' } as const
  const answer = await call(previewFor(identifier), signal)
  const fields = fieldsOf(answer.body)
  const name = fieldsOf(fields?.receiver)?.accountName
  if (answer.status === 200 && typeof name === 'string' && name.trim() !== '') {
    return { kind: 'found', name } as const
  }
  const message = answer.status === 400 ? messageOf(fields) : null
  if (message !== null && reasonIn(message, 'refused') === 'invalid_number') {
    return { kind: 'not_found' } as const
  }
  return unclear(answer)
}

/** Looks like a number, and is nobody's. */
const nobody = '255000000000'

function previewFor(phoneNumber: string): Asked {
  const money = {
    amount: Number(paidOut.least / 100n),
    currency: 'TZS',
    orderReference: `NAME${phoneNumber}`,
  }
  return { path: paths.previewToWallet, body: { ...money, phoneNumber } }
}

/** Support asks for both: what was refused, and what was found then. */
function withLookUp({ request, response }: Exchange, { exchange }: Answer): Exchange {
  return { request, response: { refused: response, looked_up: exchange } }
}

function isShillings(line: { currency?: unknown } | null): boolean {
  return line?.currency === 'TZS'
}

function shillings(amount: bigint): string {
  return String(amount / 100n)
}
