import { answerFaults, callbackFaults } from '../../src/gateways/faults.ts'
import { type Row, unheard, unsent } from './cells.ts'

/** Faults that only one gateway has. */
export const ownFaults = { selcom: ['not_enabled'], clickpesa: ['token_expired', 'feature_off'] } as const

/** Turned away in their own words, before anything was taken. Their clock is another when they judge the time of ours. */
const selcomRefusals = ['address_refused', 'clock_skew', ...ownFaults.selcom]

/** Unheard is looked up at the counter of the product. Of what never arrived Selcom says what it says when it does not know. */
const selcomPayOut = {
  'NEEDS_RECONCILIATION –': unsent,
  'SUCCESS paid': [...unheard, 'same_reference'],
  'BLOCKED_IP_WHITELIST –': ['address_refused'],
  'FAILED –': ['clock_skew', 'upstream_down', ...ownFaults.selcom],
  // Only the float tells that it was paid; a person decides.
  'NEEDS_RECONCILIATION paid': ['never_known'],
}

/** One question that goes wrong changes nothing: it is asked again. */
const selcomAsked = [...answerFaults, ...ownFaults.selcom]

const prompted = {
  'failed open': selcomRefusals,
  'successful paid': [...unheard, 'push_says_000', 'same_reference'],
  'failed failed': unsent,
}

export const selcomRows: Row[] = [
  {
    name: 'the order of a push',
    scene: 'push',
    on: { call: 'create-order' },
    ends: { 'processing –': unsent, 'failed failed': unheard, 'failed –': selcomRefusals },
  },
  { name: 'the prompt of a push', scene: 'push', on: { call: 'wallet-payment' }, ends: prompted },
  {
    name: 'the prompt of Selcom Pesa',
    scene: 'own_push',
    on: { call: 'selcompesa-payment' },
    ends: prompted,
  },
  {
    // Nobody has seen the code, so nobody pays; it ends with its time, after Selcom was asked.
    name: 'a code',
    scene: 'code',
    on: { call: 'create-order' },
    ends: { 'failed –': [...unsent, ...selcomRefusals], 'failed failed': unheard },
  },
  { name: 'a payout to a wallet', scene: 'wallet', on: { call: 'walletcashin' }, ends: selcomPayOut },
  { name: 'a payout to a bank', scene: 'bank', on: { call: 'qwiksend' }, ends: selcomPayOut },
  { name: 'a payout to Selcom Pesa', scene: 'own_wallet', on: { call: 'selcompesa' }, ends: selcomPayOut },
  {
    name: 'the look-up of a push',
    scene: 'push',
    on: { call: 'order-status' },
    ends: { 'successful paid': selcomAsked },
  },
  {
    name: 'the look-up that news are a reason for',
    scene: 'push',
    on: { call: 'order-status' },
    hasNews: true,
    ends: { 'successful paid': selcomAsked },
  },
  {
    name: 'the look-up of a code',
    scene: 'code',
    on: { call: 'order-status' },
    ends: { 'successful paid': selcomAsked },
  },
  {
    name: 'the look-up of a payout to a wallet',
    scene: 'wallet',
    on: { call: 'walletcashin-query' },
    besides: { fault: 'in_progress', on: 'walletcashin' },
    ends: { 'SUCCESS paid': selcomAsked },
  },
  {
    name: 'the look-up of a payout to a bank',
    scene: 'bank',
    on: { call: 'qwiksend-query' },
    besides: { fault: 'in_progress', on: 'qwiksend' },
    ends: { 'SUCCESS paid': selcomAsked },
  },
  {
    // Who was not called back has paid by the prompt.
    name: 'a cancellation',
    scene: 'page',
    on: { call: 'cancel-order' },
    ends: { 'successful paid': [...unsent, ...selcomRefusals], 'failed failed': unheard },
  },
  {
    name: 'the news of a push',
    scene: 'push',
    on: 'news',
    ends: { 'successful paid': callbackFaults },
  },
  {
    name: 'the news of a code',
    scene: 'code',
    on: 'news',
    ends: { 'successful paid': callbackFaults },
  },
  {
    name: 'the end of a push',
    scene: 'push',
    on: 'end',
    // An order runs out there after an hour.
    ends: {
      'reversed reversed': ['reversed'],
      'successful paid': ['ends_late'],
      'failed failed': ['never_ends'],
    },
  },
  {
    name: 'the end of a payout',
    scene: 'wallet',
    on: 'end',
    ends: {
      'SUCCESS reversed': ['reversed'],
      'SUCCESS paid': ['ends_late'],
      'PROCESSING open': ['never_ends'],
    },
  },
  {
    name: 'a push while nothing is well',
    scene: 'push',
    on: 'every answer',
    ends: {
      'processing –': unsent,
      'failed failed': unheard,
      'failed –': ['address_refused', 'clock_skew'],
    },
  },
  {
    name: 'a payout while nothing is well',
    scene: 'wallet',
    on: 'every answer',
    ends: {
      'NEEDS_RECONCILIATION –': unsent,
      'SUCCESS paid': unheard,
      'BLOCKED_IP_WHITELIST –': ['address_refused'],
      'FAILED –': ['clock_skew'],
    },
  },
]

const clickpesaAsked = [...answerFaults, ...ownFaults.clickpesa]

/** A reference that was seen is refused there, so what never arrived can be sent again, by whoever surely has not sent it. */
const clickpesaPayOut = {
  'NEEDS_RECONCILIATION –': unsent,
  'SUCCESS paid': [...unheard, 'clock_skew', 'token_expired'],
  'BLOCKED_IP_WHITELIST –': ['address_refused'],
  'FAILED –': ['feature_off'],
}

export const clickpesaRows: Row[] = [
  {
    name: 'a push',
    scene: 'push',
    on: { call: 'push' },
    ends: {
      'successful paid': [...unsent, ...unheard, 'clock_skew', 'token_expired'],
      'failed –': ['address_refused', 'feature_off'],
    },
  },
  { name: 'a payout to a wallet', scene: 'wallet', on: { call: 'to_wallet' }, ends: clickpesaPayOut },
  { name: 'a payout to a bank', scene: 'bank', on: { call: 'to_bank' }, ends: clickpesaPayOut },
  {
    name: 'the look-up of a push',
    scene: 'push',
    on: { call: 'payment' },
    ends: { 'successful paid': clickpesaAsked },
  },
  {
    name: 'the look-up that news are a reason for',
    scene: 'push',
    on: { call: 'payment' },
    hasNews: true,
    ends: { 'successful paid': clickpesaAsked },
  },
  {
    name: 'the look-up of a payout to a wallet',
    scene: 'wallet',
    on: { call: 'payout' },
    ends: { 'SUCCESS paid': clickpesaAsked },
  },
  {
    name: 'the look-up of a payout to a bank that news are a reason for',
    scene: 'bank',
    on: { call: 'payout' },
    hasNews: true,
    ends: { 'SUCCESS paid': clickpesaAsked },
  },
  { name: 'the news of a push', scene: 'push', on: 'news', ends: { 'successful paid': callbackFaults } },
  { name: 'the news of a payout', scene: 'wallet', on: 'news', ends: { 'SUCCESS paid': callbackFaults } },
  {
    name: 'the end of a push',
    scene: 'push',
    on: 'end',
    ends: {
      'reversed reversed': ['reversed'],
      'successful paid': ['ends_late'],
      'processing open': ['never_ends'],
    },
  },
  {
    name: 'the end of a payout',
    scene: 'bank',
    on: 'end',
    ends: {
      'SUCCESS reversed discrepancy': ['reversed'],
      'SUCCESS paid': ['ends_late'],
      'PROCESSING open': ['never_ends'],
    },
  },
  {
    name: 'a push while nothing is well',
    scene: 'push',
    on: 'every answer',
    ends: { 'successful paid': [...unsent, ...unheard, 'clock_skew'], 'failed –': ['address_refused'] },
  },
  {
    name: 'a payout while nothing is well',
    scene: 'wallet',
    on: 'every answer',
    ends: {
      'NEEDS_RECONCILIATION –': unsent,
      'SUCCESS paid': [...unheard, 'clock_skew'],
      'BLOCKED_IP_WHITELIST –': ['address_refused'],
    },
  },
]
