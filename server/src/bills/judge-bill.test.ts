import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeBill, type Payable } from './judge-bill.ts'

const now = new Date('2026-05-05T12:00:00Z')

/** Asks for 1,000 of an order, of which nothing has come. */
const plain: Payable = {
  ...{ status: 'ACTIVE', kind: 'ORDER', payment_mode: 'EXACT', amount: 1000n, currency: 'TZS' },
  ...{ expires_at: null, taken: { count: 0, amount: 0n }, invoice: null, isOpen: true },
}
const once = { taken: { count: 1, amount: 400n } }

type Answers = Record<string, ReturnType<typeof judgeBill>>
/** What is answered to 1, 399, 400, 600, 601, 999, 1,000 and 1,001. */
const amounts = [1n, 399n, 400n, 600n, 601n, 999n, 1000n, 1001n]
const upTo = (most: bigint, least = 1n): Answers =>
  Object.fromEntries(
    amounts.map((amount) => [
      String(amount),
      amount > most ? 'too_high' : amount < least ? 'too_low' : 'payable',
    ]),
  )
const always = (answer: ReturnType<typeof judgeBill>): Answers =>
  Object.fromEntries(amounts.map((amount) => [String(amount), answer]))
const any = always('payable')
const closed = always('closed')

const cases: [what: string, part: Partial<Payable>, answers: Answers][] = [
  ['an order of an amount', {}, upTo(1000n, 1000n)],
  ['an order of an amount that is paid', once, closed],
  ['an order in parts', { payment_mode: 'PART' }, upTo(1000n)],
  ['an order in parts of which some has come', { payment_mode: 'PART', ...once }, upTo(600n)],
  [
    'an order in parts of which all has come',
    { payment_mode: 'PART', taken: { count: 2, amount: 1000n } },
    closed,
  ],
  ['an order of any amount', { payment_mode: 'ANY', amount: null }, any],
  ['an order of any amount that is paid', { payment_mode: 'ANY', amount: null, ...once }, closed],
  ['an order of any amount, where one was named', { payment_mode: 'ANY' }, any],
  ['a customer of an amount, each time', { kind: 'CUSTOMER', ...once }, upTo(1000n, 1000n)],
  ['a customer up to an amount, each time', { kind: 'CUSTOMER', payment_mode: 'PART', ...once }, upTo(1000n)],
  ['a customer of any amount', { kind: 'CUSTOMER', payment_mode: 'ANY', amount: null, ...once }, any],
  // Whatever was due when the number was made: what is due now counts.
  ['an invoice as a whole', { invoice: { due: 600n, least: null } }, upTo(600n, 600n)],
  ['an invoice as a whole that would take parts', { invoice: { due: 600n, least: 400n } }, upTo(600n, 600n)],
  ['an invoice in parts', { payment_mode: 'PART', invoice: { due: 1000n, least: 400n } }, upTo(1000n, 400n)],
  [
    'an invoice in parts of which less is due than a part',
    { payment_mode: 'PART', invoice: { due: 399n, least: 400n } },
    upTo(399n, 399n),
  ],
  [
    'an invoice that takes no parts any more',
    { payment_mode: 'PART', invoice: { due: 600n, least: null } },
    upTo(600n, 600n),
  ],
  ['an invoice of which nothing is due', { invoice: { due: 0n, least: null } }, closed],
  ['an invoice for which more is held than is due', { invoice: { due: -1n, least: null } }, closed],
  ['one that is paid', { status: 'PAID' }, closed],
  ['one that is cancelled', { status: 'CANCELLED' }, closed],
  ['one that has expired', { status: 'EXPIRED' }, closed],
  ['one whose end is now', { expires_at: now }, closed],
  ['one whose end is past, and nobody has said so yet', { expires_at: new Date(now.getTime() - 1) }, closed],
  ['one whose end is still to come', { expires_at: new Date(now.getTime() + 1) }, upTo(1000n, 1000n)],
  ['one of a merchant who takes no money', { isOpen: false }, closed],
  ['one of another currency', { currency: 'KES' }, closed],
]

for (const [what, part, answers] of cases) {
  test(`what is answered about ${what}`, () => {
    const said = amounts.map((amount) => [
      String(amount),
      judgeBill({ ...plain, ...part }, { amount, currency: 'TZS' }, now),
    ])
    assert.deepEqual(Object.fromEntries(said), answers)
  })
}

test('a number that nobody has is unknown, whatever is sent', () => {
  for (const amount of amounts) assert.equal(judgeBill(null, { amount, currency: 'TZS' }, now), 'unknown')
})

test('every kind, mode and state is in the table', () => {
  const all = cases.map(([, part]) => ({ ...plain, ...part }))
  const seen = (of: (one: Payable) => string) => [...new Set(all.map(of))].sort()
  assert.deepEqual(
    seen(({ kind, payment_mode: mode, invoice }) => `${kind} ${mode}${invoice ? ' invoice' : ''}`),
    [
      'CUSTOMER ANY',
      'CUSTOMER EXACT',
      'CUSTOMER PART',
      'ORDER ANY',
      'ORDER EXACT',
      'ORDER EXACT invoice',
      'ORDER PART',
      'ORDER PART invoice',
    ],
  )
  assert.deepEqual(
    seen(({ status }) => status),
    ['ACTIVE', 'CANCELLED', 'EXPIRED', 'PAID'],
  )
})
