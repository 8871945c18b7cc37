import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawalMethods } from '@malipo/contract'
import { ownClock, ownProvider } from '../../test/stories/money/own-provider.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { LaneCall } from './lanes.ts'
import { type Plan, type ProviderState, planOf, type Rest, type RouteList } from './plan.ts'
import { createRouter, type RouteWish } from './route.ts'

const amounts = { smallest: 1n, least: 1n, most: 1_000n }
const providers = [
  ownProvider({ name: 'a' }),
  ownProvider({ name: 'b', can: { amounts } }),
  ownProvider({ name: 'c', can: { methods: ['DYNAMIC_QR'] } }),
  ownProvider({
    name: 'd',
    can: {
      leastOn: { 'Mixx by Yas': 1_000n },
      payOuts: { methods: withdrawalMethods, currencies: ['TZS'], amounts, destinations: ['CRDB'] },
    },
  }),
  ownProvider({ name: 'sandbox' }),
]
const clock = ownClock()

type Given = { lists?: RouteList[]; states?: Record<string, ProviderState>; rests?: Partial<Rest>[] }

function routerOf({ lists = [], states = {}, rests = [] }: Given, own: Record<string, number> = {}) {
  const usual = { environment: 'live', call: 'collect' as LaneCall, tryAtMs: clock.now().getTime() + 5_000 }
  const plan: Plan = planOf(
    lists,
    new Map(Object.entries(states)),
    rests.map((rest) => ({ provider: 'a', ...usual, ...rest }) as Rest),
  )
  return createRouter({
    clock,
    lanes: {
      restsUntil: ({ provider, call }) => (call === 'collect' ? (own[provider] ?? null) : null),
      spokeAt: () => null,
    },
    named: (name) => providers.find((one) => one.name === name) ?? null,
    names: () => providers.map(({ name }) => name),
    plan: () => plan,
    route: { live: 'a', sandbox: 'sandbox' },
  })
}

const all = (...names: string[]): RouteList => ({ merchantId: null, method: null, providers: names })
const push: RouteWish = {
  environment: 'live',
  merchantId: 'm',
  method: 'USSD_PUSH',
  amount: 5n,
  currency: 'TZS',
}

const cases: [string, Given, Partial<RouteWish>, string][] = [
  ['without a list, whom the setting names', {}, {}, 'a'],
  [
    'the sandbox is always played',
    { lists: [all('b')], states: { sandbox: 'paused' } },
    { environment: 'sandbox' },
    'sandbox',
  ],
  ['the first of the list', { lists: [all('b', 'a')] }, {}, 'b'],
  ['who is not set up any more is passed over', { lists: [all('gone', 'b')] }, {}, 'b'],
  ['who does not carry the method is passed over', { lists: [all('c', 'a')] }, {}, 'a'],
  ['who does not carry the amount is passed over', { lists: [all('b', 'a')] }, { amount: 2_000n }, 'a'],
  ['who is drained is passed over', { lists: [all('a', 'b')], states: { a: 'draining' } }, {}, 'b'],
  ['who is paused is passed over', { lists: [all('a', 'b')], states: { a: 'paused' } }, {}, 'b'],
  ['who does not answer another process is passed over', { lists: [all('a', 'b')], rests: [{}] }, {}, 'b'],
  [
    'who does not answer questions takes orders',
    { lists: [all('a', 'b')], rests: [{ call: 'lookUp' }] },
    {},
    'a',
  ],
  ['where nobody answers, the first', { lists: [all('a', 'b')], rests: [{}, { provider: 'b' }] }, {}, 'a'],
  [
    'where nobody answers, the first that is not stopped',
    { lists: [all('a', 'b')], states: { a: 'paused' }, rests: [{ provider: 'b' }] },
    {},
    'b',
  ],
  ['a payout waits for one that is paused', { states: { a: 'paused' } }, { method: 'MOBILE_MONEY' }, 'a'],
  [
    'who does not pay to the bank is passed over',
    { lists: [all('d', 'a')] },
    { method: 'BANK_ACCOUNT', destinationCode: 'NMB' },
    'a',
  ],
  [
    'who pays to the bank is not',
    { lists: [all('d', 'a')] },
    { method: 'BANK_ACCOUNT', destinationCode: 'CRDB' },
    'd',
  ],
  ['who may find it too small is asked last', { lists: [all('d', 'a')] }, { phone: '255712345678' }, 'a'],
  ['and is asked all the same where nobody else is', { lists: [all('d')] }, { phone: '255712345678' }, 'd'],
  ['who takes it from that network is not', { lists: [all('d', 'a')] }, { phone: '255754345678' }, 'd'],
  ['whatever a payer may pick', { lists: [all('b')] }, { method: null }, 'b'],
]
for (const [what, given, wish, name] of cases)
  test(`${what} gets it`, () => assert.equal(routerOf(given).carrierFor({ ...push, ...wish }).name, name))

const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
const refusals: [string, Given, Partial<RouteWish>, string][] = [
  ['all are stopped', { states: { a: 'paused' } }, {}, 'unavailable'],
  [
    'all are drained, also for a payout',
    { states: { a: 'draining' } },
    { method: 'MOBILE_MONEY' },
    'unavailable',
  ],
  ['nobody carries so much', { lists: [all('b')] }, { amount: 2_000n }, 'amount_not_supported'],
  ['nobody of the list is set up', { lists: [all('gone')] }, {}, 'provider_error'],
]
for (const [what, given, wish, code] of refusals)
  test(`where ${what} it is refused`, () =>
    assert.throws(() => routerOf(given).carrierFor({ ...push, ...wish }), refused(code)))

test('after a refusal only somebody who answers is asked, each once', () => {
  const lists = [all('a', 'b', 'c')]
  const after = (given: Given, by: string[], wish = {}) =>
    routerOf({ lists, ...given }).carrierAfter({ ...push, ...wish }, by)?.name ?? null
  assert.equal(after({}, ['a']), 'b')
  assert.equal(after({}, ['a', 'b']), null, 'c carries no pushes')
  assert.equal(after({}, ['a', 'b'], { method: 'DYNAMIC_QR' }), 'c')
  assert.equal(after({ states: { b: 'draining' } }, ['a']), null)
  assert.equal(after({ rests: [{ provider: 'b' }] }, ['a']), null)
})

test('when a rest is over one new row tries for all, and another only if that was never told', () => {
  const tryAt = clock.now().getTime()
  const router = routerOf({ lists: [all('a', 'b')] }, { a: tryAt })
  const pick = () => router.carrierFor(push).name
  assert.deepEqual([router.routeFor(push)?.name, pick(), pick(), pick()], ['b', 'a', 'b', 'b'])
  clock.pass(20_000)
  assert.deepEqual([pick(), pick()], ['a', 'b'])
})
