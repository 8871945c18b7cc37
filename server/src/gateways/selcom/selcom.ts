import type { Clock } from '../../primitives/clock.ts'
import type { GatewayOptions } from '../create-gateway.ts'
import type { Counter, Dialect, GatewayAnswer, GatewayRequest } from '../dialect.ts'
import { openGateway } from '../open-gateway.ts'
import {
  ambiguous,
  type Fields,
  fieldsOf,
  notEnabled,
  speltAsDocumented,
  strangeAddress,
  turnedAway,
} from './envelope.ts'
import {
  cancelOrder,
  createOrder,
  listOrders,
  newsOf,
  openCodes,
  orderStatus,
  pushOrder,
  scannedOrder,
} from './orders.ts'
import { balanceOf, type FloatKeys, nameOf, payOut, queryPayOut } from './pay-outs.ts'
import { type Keys, problemOfSignature, signedCallbackHeaders } from './signatures.ts'

/** Whom the gateway knows: one vendor, with its till and its float. */
export type SelcomVendor = Keys & FloatKeys & { vendor: string }

type Handle = (
  fields: Fields,
  counter: Counter,
  vendor: SelcomVendor,
  root: string,
) => GatewayAnswer | 'silence'
type Counted = { call: string; needs: string[]; handle: Handle }

const cashIn = ['transid', 'amount', 'vendor', 'pin']
const push = { needs: ['transid', 'order_id', 'msisdn'], handle: pushOrder }

const routes: ReadonlyMap<string, Counted> = new Map<string, Counted>([
  [
    'POST /v1/checkout/create-order-minimal',
    {
      call: 'create-order',
      needs: 'vendor order_id buyer_email buyer_name buyer_phone amount currency no_of_items'.split(' '),
      handle: (fields, counter, { vendor }, root) =>
        fields.vendor === vendor ? createOrder(fields, counter, root) : turnedAway(403, 'Invalid vendor'),
    },
  ],
  ['POST /v1/checkout/wallet-payment', { call: 'wallet-payment', ...push }],
  ['POST /v1/checkout/selcompesa-payment', { call: 'selcompesa-payment', ...push }],
  ['GET /v1/checkout/order-status', { call: 'order-status', needs: ['order_id'], handle: orderStatus }],
  ['DELETE /v1/checkout/cancel-order', { call: 'cancel-order', needs: ['order_id'], handle: cancelOrder }],
  [
    'GET /v1/checkout/list-orders',
    { call: 'list-orders', needs: ['fromdate', 'todate'], handle: listOrders },
  ],
  ['POST /v1/vendor/balance', { call: 'balance', needs: ['vendor', 'pin', 'transid'], handle: balanceOf }],
  ...counterOf('walletcashin', 'process', 'namelookup', {
    process: [...cashIn, 'utilitycode', 'utilityref'],
    name: ['utilitycode', 'utilityref', 'transid'],
  }),
  ...counterOf('selcompesa', 'cashin', 'namelookup', {
    process: [...cashIn, 'utilityref'],
    name: ['utilityref', 'transid'],
  }),
  ...counterOf('qwiksend', 'process', 'lookup/', {
    process: [
      ...cashIn,
      ...'recipientFiCode recipientAccount recipientName senderAccount senderName msisdn purpose'.split(' '),
    ],
    name: ['bank', 'account', 'transid'],
  }),
])

function counterOf(
  product: string,
  process: string,
  name: string,
  needs: { process: string[]; name: string[] },
): [string, Counted][] {
  const path = `/v1/${product}`
  return [
    [
      `POST ${path}/${process}`,
      {
        call: product,
        needs: needs.process,
        handle: (fields, counter, vendor) => payOut(product, fields, counter, vendor),
      },
    ],
    [
      `GET ${path}/query`,
      {
        call: `${product}-query`,
        needs: ['transid'],
        handle: (fields, counter) => queryPayOut(product, fields, counter),
      },
    ],
    [`GET ${path}/${name}`, { call: `${product}-name`, needs: needs.name, handle: nameOf }],
  ]
}

const pages = '/paymentgw/checkout/'

/** Selcom's gateway (apigw) as far as it is documented or was seen, oddities included. */
export function selcomDialect(vendor: SelcomVendor, clock: Clock): Dialect {
  const routeOf = ({ method, path }: GatewayRequest) => routes.get(`${method} ${path}`)
  return {
    name: 'selcom',
    calls: [...[...routes.values()].map(({ call }) => call), 'hosted-page'],
    faults: [
      'in_progress',
      'never_known',
      'not_enabled',
      'page_not_found',
      'push_says_000',
      'same_reference',
      'spelt_as_documented',
      'upstream_down',
    ],
    callOf: (request) => (request.path.startsWith(pages) ? 'hosted-page' : (routeOf(request)?.call ?? null)),
    answer(request, counter) {
      if (request.path.startsWith(pages)) return hostedPage(counter)
      const route = routeOf(request)
      if (route === undefined) return { status: 404, body: '' }
      const fields = fieldsOf(request.method, request.query, request.body)
      if (fields === null) return turnedAway(412, 'Invalid request body')
      const problem = problemOfSignature(vendor, request, fields, counter.now)
      if (problem !== null) return turnedAway(401, problem)
      if (counter.strikes('not_enabled')) return notEnabled
      const missing = route.needs.find((name) => (fields[name] ?? '') === '')
      if (missing !== undefined) return turnedAway(412, `Parameter ${missing} is invalid or missing`)
      const answer = route.handle(fields, counter, vendor, request.root)
      return counter.strikes('spelt_as_documented') ? speltAsDocumented(answer) : answer
    },
    refuseAddress: () => strangeAddress,
    doubt: () => ambiguous(undefined),
    billed: ({ notes }) => ({ reference: notes.reference ?? '', fee: 0n }),
    tell(entry, { now, isSigned }) {
      const news = newsOf(entry)
      const { webhook: url } = entry.notes
      if (news === null || !url) return null
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'SelcomPay 1.0',
        ...(isSigned && signedCallbackHeaders(vendor, news, now)),
      }
      return { url, headers, body: JSON.stringify(news) }
    },
    payeeOf: ({ notes }) => notes.payee ?? vendor.vendor,
    codes: openCodes,
    scanned: (book, code) => scannedOrder(book, code, clock.now()),
  }
}

/** Where payers are sent to. There were days when every order led to a page that is not there, with status 200. */
function hostedPage({ strikes }: Counter): GatewayAnswer {
  const text = strikes('page_not_found') ? 'Page Not Found' : 'Pay with Selcom'
  return { status: 200, headers: { 'content-type': 'text/html' }, body: `<html><body>${text}</body></html>` }
}

export function openSelcomGateway(vendor: SelcomVendor, options: GatewayOptions) {
  return openGateway(selcomDialect(vendor, options.clock), options)
}
