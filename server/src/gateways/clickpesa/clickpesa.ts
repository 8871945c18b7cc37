import { dayAt } from '../../primitives/instant.ts'
import type { Entry } from '../book.ts'
import type { Counter, Dialect, GatewayAnswer, GatewayRequest } from '../dialect.ts'
import { playOfAccount } from '../plays.ts'
import { type ClickpesaAccount, knowsToken, sumOf, tokenAt } from './account.ts'
import { feeOf, idOf, nameOf, newsOf, paymentOf, payOutOf, previewOf, shillings } from './words.ts'

export type { ClickpesaAccount } from './account.ts'

/** The path that all calls share. */
const root = '/third-parties'

/** Each call by method and path; what is looked up by its reference comes after these. */
const calls: ReadonlyMap<string, string> = new Map([
  [`POST ${root}/generate-token`, 'token'],
  [`POST ${root}/payments/initiate-ussd-push-request`, 'push'],
  [`POST ${root}/payouts/create-mobile-money-payout`, 'to_wallet'],
  [`POST ${root}/payouts/create-bank-payout`, 'to_bank'],
  [`POST ${root}/payouts/preview-mobile-money-payout`, 'preview'],
  [`GET ${root}/payments/all`, 'payments'],
  [`GET ${root}/payouts/all`, 'payouts'],
  [`GET ${root}/account/balance`, 'balance'],
])

/** A payout that is sent again before this is put off, whatever became of it. */
const coolsForMs = 60_000

const faults = ['token_expired', 'feature_off', 'put_off', 'list_cut_short'] as const

type Fields = Record<string, unknown>

/** What came in, once it is known to come from the account and to be whole. */
type Order = { fields: Fields; reference: string; counter: Counter }

/** ClickPesa's tongue, with what is odd about it: arrays, two kinds of amounts, fees in sums, a Bearer in the token. */
export function clickpesaDialect(account: ClickpesaAccount): Dialect {
  return {
    name: 'clickpesa',
    calls: [...calls.values(), 'payment', 'payout'],
    faults,
    callOf,
    answer(request, counter) {
      const { method, path } = request
      if (callOf(request) === null) return said(404, { message: `Cannot ${method} ${path}` })
      if (counter.call === 'token') return giveToken(account, request, counter.now)
      if (counter.strikes('token_expired') || !knowsToken(account, request, counter.now)) {
        return said(401, { message: 'Unauthorized' })
      }
      if (counter.strikes('feature_off')) return said(403, { message: 'This feature is not enabled' })
      return request.method === 'GET'
        ? answerQuestion(request, counter)
        : takeOrder(account, request, counter)
    },
    refuseAddress: () => said(403, { message: 'IP address not whitelisted' }),
    doubt: () => said(500, { message: 'Internal server error' }),
    // A prompt of theirs names the gateway, and not the merchant, of whom it was told nothing.
    payeeOf: () => 'ClickPesa',
    billed: (entry) => ({ reference: idOf(entry), fee: feeOf(entry) }),
    tell(entry, { isSigned }) {
      const [url, news] = [account.webhookUrl(), newsOf(entry)]
      if (url === null || news === null) return null
      const sum = isSigned ? { checksum: sumOf(account, news) } : {}
      const isInBody = account.signsIn === 'body'
      return {
        url,
        headers: {
          'content-type': 'application/json',
          ...(!isInBody && sum.checksum !== undefined && { 'x-clickpesa-signature': sum.checksum }),
        },
        body: JSON.stringify(isInBody ? { ...news, ...sum } : news),
      }
    },
  }
}

function callOf({ method, path }: GatewayRequest): string | null {
  const known = calls.get(`${method} ${path}`)
  if (known !== undefined || method !== 'GET') return known ?? null
  const [, folder] = /^\/third-parties\/(payments|payouts)\/[^/]+$/.exec(path) ?? []
  return folder === undefined ? null : folder.slice(0, -1)
}

function giveToken(account: ClickpesaAccount, { headers }: GatewayRequest, now: Date): GatewayAnswer {
  const isKnown = headers['client-id'] === account.clientId && headers['api-key'] === account.apiKey
  return isKnown
    ? said(200, { success: true, token: tokenAt(account, now) })
    : said(401, { message: 'Unauthorized' })
}

function answerQuestion({ path, query }: GatewayRequest, counter: Counter): GatewayAnswer {
  const { call, book } = counter
  const product = call.startsWith('payment') ? 'payment' : 'payout'
  const show = product === 'payment' ? paymentOf : payOutOf
  if (call === 'balance') {
    return said(200, { balances: [{ currency: 'TZS', balance: shillings(book.float()) }] })
  }
  if (call === 'payment' || call === 'payout') {
    const entry = book.find(product, decodeURIComponent(path.split('/').at(-1) ?? ''))
    if (entry !== null) return said(200, [show(entry)])
    return said(404, { message: product === 'payment' ? 'Payment not found' : 'Payout not found' })
  }
  const lines = book.all().filter((entry) => entry.product === product && isOfDays(entry, query))
  const [skip, limit] = [Number(query.get('skip') ?? 0), Number(query.get('limit') ?? 20)]
  const page = counter.strikes('list_cut_short') ? [] : lines.slice(skip, skip + limit)
  return said(200, { data: page.map(show), totalCount: lines.length })
}

/** Their days are those of Dar es Salaam. */
function isOfDays({ openedAt }: Entry, query: URLSearchParams): boolean {
  const day = dayAt(openedAt)
  return day >= (query.get('startDate') ?? '') && day <= (query.get('endDate') ?? '9999')
}

function takeOrder(
  account: ClickpesaAccount,
  { body }: GatewayRequest,
  counter: Counter,
): GatewayAnswer | 'silence' {
  const fields = parse(body)
  const reference = fields?.orderReference
  if (!fields || typeof reference !== 'string') return said(400, { message: 'orderReference is required' })
  if (fields.checksum !== sumOf(account, fields)) return said(400, { message: 'Invalid checksum' })
  if (!/^[A-Za-z0-9]+$/.test(reference)) return said(400, { message: 'orderReference must be alphanumeric' })
  if (fields.currency !== 'TZS') return said(400, { message: 'currency must be TZS' })
  const order = { fields, reference, counter }
  if (counter.call === 'push') return push(order)
  return counter.call === 'preview' ? preview(order) : payOut(order)
}

const duplicate = said(409, { message: 'Order reference already used: Create a different reference' })

/** Amounts of payments are text, and those of payouts are numbers. */
function push({
  fields: { amount, phoneNumber: phone, currency },
  reference,
  counter,
}: Order): GatewayAnswer {
  if (typeof amount !== 'string' || !/^[1-9][0-9]{0,11}$/.test(amount)) {
    return said(400, { message: 'amount must be a number string' })
  }
  if (!isPhone(phone)) return said(400, { message: 'Invalid phone number' })
  const minor = BigInt(amount) * 100n
  const wish = { about: 'collection', product: 'payment', currency: String(currency) } as const
  const entry = counter.book.open({ ...wish, reference, amount: minor, party: phone })
  if (entry === null) return duplicate
  counter.begin(entry, counter.playOf(phone))
  const { paymentPhoneNumber: _, message: __, ...taken } = paymentOf(entry)
  return said(200, { ...taken, collectedAmount: amount })
}

function preview({ fields: { amount, phoneNumber: phone }, reference, counter }: Order): GatewayAnswer {
  if (typeof amount !== 'number') return said(400, { message: 'amount must be a number' })
  if (!isPhone(phone)) return said(400, { message: 'Invalid phone number' })
  return counter.book.find('payout', reference) === null
    ? said(200, previewOf(reference, amount, phone))
    : duplicate
}

function payOut({ fields, reference, counter }: Order): GatewayAnswer | 'silence' {
  const { book, now } = counter
  const problem = problemOf(fields, counter.call)
  if (problem !== null) return said(400, { message: problem })
  const known = book.find('payout', reference)
  const isCooling = known !== null && now.getTime() < known.openedAt.getTime() + coolsForMs
  if (isCooling || counter.strikes('put_off')) {
    return said(429, { message: 'Payout already in progress, try again in 60 seconds' })
  }
  if (known !== null) return duplicate
  const [party, amount] = [String(fields.phoneNumber ?? fields.accountNumber), Number(fields.amount)]
  const minor = BigInt(amount) * 100n
  if (minor > book.float()) {
    const message = `Insufficient balance: available balance is ${shillings(book.float())}`
    return said(400, { message })
  }
  const play = playOfAccount(party)
  if (play.reception === 'turns_away') return said(403, { message: 'IP address not whitelisted' })
  if (play.reception === 'deaf') return 'silence'
  const wish = { about: 'disbursement', product: 'payout', currency: String(fields.currency) } as const
  const entry = book.open({ ...wish, reference, amount: minor, party, notes: notesOf(fields, party) })
  if (entry === null) return duplicate
  counter.begin(entry, play)
  return play.reception === 'silent' ? 'silence' : said(200, payOutOf(entry))
}

function problemOf(
  { amount, phoneNumber, accountNumber, accountName, bic, transferType }: Fields,
  call: string,
) {
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1) return 'amount must be a number'
  if (call === 'to_wallet') return isPhone(phoneNumber) ? null : 'Invalid phone number'
  if (!accountNumber || !accountName) return 'accountNumber and accountName are required'
  if (transferType !== 'ACH' && transferType !== 'RTGS') return 'transferType must be ACH or RTGS'
  return /^[A-Z]{4}TZT[XZ]$/.test(String(bic)) ? null : 'Invalid bank BIC code'
}

function notesOf({ bic, transferType, accountName }: Fields, party: string): Record<string, string> {
  if (bic === undefined) return { name: nameOf(party) }
  return { name: String(accountName), bic: String(bic), transferType: String(transferType) }
}

function isPhone(phone: unknown): phone is string {
  return typeof phone === 'string' && /^255[0-9]{9}$/.test(phone)
}

function said(status: number, body: unknown): GatewayAnswer {
  return { status, body: JSON.stringify(body) }
}

function parse(body: string): Fields | null {
  try {
    const value: unknown = JSON.parse(body)
    return value !== null && typeof value === 'object' ? (value as Fields) : null
  } catch {
    return null
  }
}
