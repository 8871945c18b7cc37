import { crc16, networkOf, paymentTokenOf } from '../../providers/providers.ts'
import type { Book, Entry } from '../book.ts'
import type { Counter, GatewayAnswer } from '../dialect.ts'
import { localTime } from '../local-time.ts'
import { ambiguous, envelope, type Fields, minorOf, shillings } from './envelope.ts'

export const orderProduct = 'order'

/** Whose till it is, as codes name it. */
const payeeOfCodes = 'MALIPO'

/** What names a payment there. Now and then two have the same, as it was seen to happen. */
export function referenceFor({ book, strikes }: Counter): string {
  return `S${String(strikes('same_reference') ? 1 : book.all().length + 1).padStart(11, '0')}`
}

export function createOrder(fields: Fields, counter: Counter, root: string): GatewayAnswer {
  const { order_id: id = '', webhook = '', expiry } = fields
  const amount = minorOf(fields.amount)
  if (amount === null) return envelope({ code: '015', message: 'Invalid amount' })
  const token = paymentTokenOf(id)
  const expiresAt = new Date(counter.now.getTime() + 60_000 * Number(expiry ?? 0))
  const entry = counter.book.open({
    about: 'collection',
    product: orderProduct,
    reference: id,
    amount,
    currency: fields.currency ?? 'TZS',
    notes: {
      payment_token: token,
      qr: codeOf(token, amount),
      webhook: Buffer.from(webhook, 'base64').toString(),
      payee: fields.merchant_remarks ?? payeeOfCodes,
      reference: referenceFor(counter),
      ...(expiry !== undefined && { expires_at: expiresAt.toISOString() }),
    },
  })
  // What the real one answers is not known; nothing is ordered twice, whatever it says.
  if (entry === null) return envelope({ code: '400', message: `${id} already exists` })
  return envelope({
    code: '000',
    message: 'Order creation successful',
    reference: entry.notes.reference ?? '',
    rows: [
      {
        gateway_buyer_uuid: '',
        payment_token: token,
        qr: entry.notes.qr ?? '',
        payment_gateway_url: Buffer.from(`${root}/paymentgw/checkout/${token}/`).toString('base64'),
      },
    ],
  })
}

/** Neither answer means that anybody has paid: the prompt is on its way. */
export function pushOrder(fields: Fields, counter: Counter): GatewayAnswer {
  const { order_id: id = '', transid = '', msisdn = '' } = fields
  const entry = counter.book.find(orderProduct, id)
  if (entry === null) return unknownOrder(id)
  if (entry.state !== 'open' || entry.play !== null)
    return envelope({ code: '400', message: `${id} is not open`, transid })
  const play = counter.playOf(msisdn)
  if (!/^255[67][0-9]{8}$/.test(msisdn) || play.end === 'invalid_number')
    return envelope({ code: '010', message: 'Invalid mobile number or operator not supported', transid })
  const least = leastPushTo(msisdn)
  if (counter.call === 'wallet-payment' && entry.amount < least.amount)
    return envelope({
      code: '013',
      message: `Payment amount must be greater than or equal to TZS ${least.text}.`,
      transid,
    })
  entry.party = msisdn
  counter.begin(entry, play)
  const reference = referenceFor(counter)
  if (counter.strikes('push_says_000'))
    return envelope({ code: '000', message: 'Wallet push successful', transid, reference })
  return envelope({
    code: '111',
    result: 'PENDING',
    message: 'Request in progress. You will receive a callback shortly.',
    transid,
    reference,
  })
}

/** Mixx by Yas takes no less than a thousand, all others a hundred. Numbers that choose the outcome look like Mixx, and stand for all. */
function leastPushTo(phone: string): { amount: bigint; text: string } {
  const isMixx = networkOf(phone) === 'Mixx by Yas' && !phone.startsWith('2557000000')
  return isMixx ? { amount: 100_000n, text: '1,000' } : { amount: 10_000n, text: '100' }
}

export function orderStatus({ order_id: id = '' }: Fields, { book, now }: Counter): GatewayAnswer {
  const entry = book.find(orderProduct, id)
  if (entry === null) return unknownOrder(id)
  if (entry.state === 'open' && hasRunOut(entry, now)) book.end(entry, 'expired')
  return envelope({
    code: '000',
    message: 'Order fetch successful',
    reference: entry.notes.reference ?? '',
    rows: [{ ...rowOf(entry), ...paymentOf(entry) }],
  })
}

/** An order that cannot be called back any more is refused; with which code is not known. */
export function cancelOrder({ order_id: id = '' }: Fields, { book }: Counter): GatewayAnswer {
  const entry = book.find(orderProduct, id)
  if (entry === null) return unknownOrder(id)
  if (entry.party === '255700000020') return ambiguous(undefined)
  if (entry.party === '255700000019' || !book.end(entry, 'cancelled'))
    return envelope({ code: '400', message: `${id} cannot be cancelled` })
  return envelope({ code: '000', message: 'Order cancelled successfully' })
}

export function listOrders({ fromdate = '', todate = '' }: Fields, { book }: Counter): GatewayAnswer {
  const rows = book
    .all()
    .filter(({ product }) => product === orderProduct)
    .map(rowOf)
    .filter(({ creation_date: at }) => at.slice(0, 10) >= fromdate && at.slice(0, 10) <= todate)
  return envelope({ code: '000', message: 'Order fetch successful', rows })
}

/** Orders that nobody was asked to pay yet. */
export function openCodes(book: Book, now: Date) {
  return book
    .stillOpen()
    .filter((entry) => entry.product === orderProduct && entry.play === null && !hasRunOut(entry, now))
    .map((entry) => {
      const { qr: code = '', expires_at: until } = entry.notes
      return { entry, code, until: until === undefined ? null : new Date(until) }
    })
}

/** The token or the whole code finds what it is for, until it has run out. */
export function scannedOrder(book: Book, code: string, now: Date): Entry | null {
  const found = book.all().find(({ notes }) => notes.payment_token === code || notes.qr === code)
  return found && !hasRunOut(found, now) ? found : null
}

function hasRunOut({ notes: { expires_at: expiresAt } }: Entry, now: Date): boolean {
  return expiresAt !== undefined && new Date(expiresAt) <= now
}

/** What is told of a payment, as text; only of one that came. */
export function newsOf(entry: Entry): Fields | null {
  if (entry.state !== 'paid') return null
  const { transid, reference, channel, phone } = paymentOf(entry)
  return {
    result: 'SUCCESS',
    resultcode: '000',
    order_id: entry.reference,
    transid,
    reference,
    channel,
    amount: shillings(entry.paidAmount ?? entry.amount),
    phone,
    payment_status: 'COMPLETED',
  }
}

function unknownOrder(id: string): GatewayAnswer {
  return envelope({ code: '404', message: `${id} not found` })
}

function rowOf(entry: Entry) {
  const { reference: order_id, openedAt, amount, paidAmount } = entry
  return {
    order_id,
    creation_date: localTime(openedAt).replace('T', ' '),
    amount: shillings(paidAmount ?? amount),
    payment_status: statusOf(entry),
  }
}

/** After a payment `transid` is the operator's receipt, and not what was sent under that name. */
function paymentOf({ reference, party, movedAt, notes }: Entry) {
  const isOver = movedAt !== null
  return {
    transid: isOver ? reference.slice(-10) : '',
    channel: isOver ? 'MPESA-TZ' : '',
    reference: notes.reference ?? '',
    phone: party ?? '',
  }
}

function statusOf({ state, reason, party }: Entry): string {
  if (state === 'open') return party === null ? 'PENDING' : 'INPROGRESS'
  if (state === 'paid') return 'COMPLETED'
  if (state === 'reversed') return 'REVERSED'
  if (reason === 'declined') return 'USERCANCELLED'
  return reason === 'cancelled' || reason === 'expired' ? 'CANCELLED' : 'REJECTED'
}

/** Laid out like theirs: the token stands for merchant, bill and store, and a link of theirs has a space at each end. */
function codeOf(token: string, amount: bigint): string {
  const tag = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`
  const content = [
    tag('00', '01'),
    tag('01', '12'),
    tag('04', '525454299900020'),
    tag('26', tag('00', 'tz.go.bot.tips') + tag('01', '03998') + tag('02', token)),
    tag('52', '5999'),
    tag('53', '834'),
    tag('54', shillings(amount)),
    tag('58', 'TZ'),
    tag('59', payeeOfCodes),
    tag('60', 'DSM'),
    tag('61', '12345'),
    tag('62', tag('01', token) + tag('03', token)),
    tag('81', tag('00', 'tz.co.selcom') + tag('01', ` https://selcom.link/${token} `)),
    '6304',
  ].join('')
  return content + crc16(content)
}
