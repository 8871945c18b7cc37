import type { Clock } from '../../primitives/clock.ts'
import { referenceOf } from '../../primitives/reference.ts'
import type { Provider } from '../provider.ts'
import { withExchanges } from '../with-exchanges.ts'
import { callbackBytes, leastMixxPush, leastPayOut, leastPush, mostAmount } from './assumptions.ts'
import type { Caller } from './client.ts'
import { paidDestinations } from './destinations.ts'
import { cancelOrder, collect, listOrders, lookUpOrder, type Shop } from './orders.ts'
import { type FloatAccount, lookUpName, lookUpPayOut, payOut, readFloat } from './pay-outs.ts'
import { probe } from './probe.ts'
import { readCallback } from './read-callback.ts'
import type { Credentials } from './sign.ts'

export { readSelcomSigning } from './read-signing.ts'

export type SelcomSettings = Credentials & {
  /** With or without `/v1` at its end. */
  baseUrl: string
  vendor: string
  floatAccount: string
  floatPin: string
  senderName: string
  senderPhone: string
  buyerEmail: string
}

export type SelcomWorld = { clock: Clock; newId(): string; baseUrl: string }

const can: Provider['can'] = {
  methods: ['USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR'],
  currencies: ['TZS'],
  amounts: { smallest: 100n, least: leastPush, most: mostAmount },
  leastOn: { 'Mixx by Yas': leastMixxPush },
  payOuts: {
    methods: ['MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA'],
    currencies: ['TZS'],
    amounts: { smallest: 100n, least: leastPayOut, most: mostAmount },
    destinations: paidDestinations,
  },
  // There is no call that returns an order.
  refunds: { way: 'pay_out' },
  // What they answer to an order or a payout that comes twice is not known.
  knowsRepeats: false,
  // Also where they carry a signature: the one that is documented says nothing of the amount.
  signsCallbacks: false,
  callbackBytes,
  weScreen: true,
  // There is a list of orders; payouts are in no list of theirs. LIVE: collections do not fund the float.
  lists: ['collection'],
  float: 'separate',
}

/** The till and the float of one installation at Selcom's gateway (apigw). */
export function openSelcom(settings: SelcomSettings, world: SelcomWorld): Provider {
  const caller: Caller = {
    ...credentialsOf(settings),
    baseUrl: settings.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    clock: world.clock,
  }
  const shop: Shop = {
    ...caller,
    vendor: settings.vendor,
    buyerEmail: settings.buyerEmail,
    callbackUrl: `${world.baseUrl}/v1/webhooks/provider/selcom`,
  }
  const float: FloatAccount = {
    ...caller,
    account: settings.floatAccount,
    pin: settings.floatPin,
    senderName: settings.senderName,
    senderPhone: settings.senderPhone,
    newTransid: () => referenceOf('MLQ', world.newId()),
  }
  return {
    name: 'selcom',
    can,
    collect: (order, signal) => withExchanges((trace) => collect({ ...shop, trace }, order, signal)),
    lookUp: (payment, signal) => withExchanges((trace) => lookUpOrder({ ...shop, trace }, payment, signal)),
    cancel: (payment, signal) => withExchanges((trace) => cancelOrder({ ...shop, trace }, payment, signal)),
    list: (span, signal) => listOrders(shop, span, signal),
    payOut: (order, signal) => payOut(float, order, signal),
    lookUpPayOut: (payment, signal) => lookUpPayOut(float, payment, signal),
    lookUpName: (recipient, signal) => lookUpName(float, recipient, signal),
    balance: (signal) => readFloat(float, signal),
    probe: (signal) => probe(float, signal),
    readCallback,
    describe: ({ method }) => ({
      payee_shown: null,
      menu_code: null,
      help: null,
      wallet: method === 'PROVIDER_PESA_PUSH' ? 'Selcom Pesa' : null,
    }),
  }
}

function credentialsOf({ apiKey, apiSecret, privateKey }: Credentials): Credentials {
  return privateKey === undefined ? { apiKey, apiSecret } : { apiKey, privateKey }
}
