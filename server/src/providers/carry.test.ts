import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import { isDoubtful, refuseUncarried } from './carry.ts'
import type { Carries } from './provider.ts'
import { createRegistry } from './registry.ts'

const wholeShillings: Carries<'A' | 'B' | 'USSD_PUSH' | 'DYNAMIC_QR'> = {
  methods: ['A', 'USSD_PUSH', 'DYNAMIC_QR'],
  currencies: ['TZS', 'KES'],
  amounts: { smallest: 100n, least: 500n, most: 2_000n },
  leastOn: { 'Mixx by Yas': 1_000n },
  destinations: ['CRDB'],
}
const fitting = { method: 'A' as const, amount: 1_000n, currency: 'TZS' }

type Wish = Partial<Parameters<typeof refuseUncarried<'A' | 'B' | 'USSD_PUSH' | 'DYNAMIC_QR'>>[1]>

/** What is said of a wish; null where it is carried. */
function saidOf(wish: Wish): string | null {
  try {
    refuseUncarried(wholeShillings, { ...fitting, ...wish })
    return null
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return `${error.code} ${error.message} ${JSON.stringify(error.details)}`
  }
}

for (const [what, wish] of Object.entries<Wish>({
  'what fits': {},
  'the least': { amount: 500n },
  'the most': { amount: 2_000n },
  'the other currency': { currency: 'KES' },
  'a way that nobody has picked yet': { method: null },
  'less than a network takes, which a number only hints at': {
    method: 'USSD_PUSH',
    phone: '255712345678',
    amount: 900n,
  },
  'a destination that it pays to': { destinationCode: 'CRDB' },
})) {
  test(`${what} is carried`, () => assert.equal(saidOf(wish), null))
}

for (const [what, wish, said] of [
  [
    'a way it does not have',
    { method: 'B' },
    /^validation_error .*B is not carried .*it carries A, USSD_PUSH, DYNAMIC_QR/,
  ],
  ['another currency', { currency: 'USD' }, /^unsupported_currency .*Use TZS or KES/],
  ['a shilling less than the least', { amount: 400n }, /^amount_not_supported .*5\.00 or more/],
  [
    'a destination that it does not pay to',
    { destinationCode: 'FINCA' },
    /^validation_error .*FINCA is not paid to .*destination_code|destination_code.*FINCA is not paid to/,
  ],
  ['a shilling more than the most', { amount: 2_100n }, /^amount_not_supported .*20\.00 or less/],
  ['a cent', { amount: 1_001n }, /^amount_not_supported .*a multiple of 1\.00.*"smallest_unit":"1\.00"/],
] as const) {
  test(`${what} is refused, and the limit is named`, () => assert.match(saidOf(wish) ?? '', said))
}

for (const [what, wish, wanted] of [
  ['less than its network takes', { method: 'USSD_PUSH', phone: '255712345678', amount: 900n }, true],
  ['what its network takes', { method: 'STK_PUSH', phone: '255712345678', amount: 1_000n }, false],
  ['what another network takes', { method: 'USSD_PUSH', phone: '255754345678', amount: 900n }, false],
  [
    'a code, whatever number its payer has',
    { method: 'DYNAMIC_QR', phone: '255712345678', amount: 900n },
    false,
  ],
  ['what is for nobody yet', { method: 'USSD_PUSH', phone: null, amount: 900n }, false],
] as const) {
  test(`${what} is ${wanted ? '' : 'not '}doubtful`, () => {
    assert.equal(isDoubtful(wholeShillings, wish), wanted)
  })
}

test('where nobody carries live payments that is said, and to whom to turn', () => {
  const registry = createRegistry({
    clock: systemClock,
    providers: [],
    route: { live: null, sandbox: 'sandbox' },
  })
  assert.throws(
    () => registry.carrierFor({ environment: 'live', merchantId: 'm' }),
    /Ask the operator to set LIVE_PROVIDER/,
  )
})
