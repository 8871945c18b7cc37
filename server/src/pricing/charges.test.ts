import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minorFromText } from '../primitives/money.ts'
import { chargesOf, explain, type Rule, showQuote, type Tier } from './pricing.ts'

/** As large as a request can name: 13 digits before the point and 2 after. */
const largest = 10n ** 15n - 1n
const anAmount = fc.bigInt({ min: 1n, max: largest })
const aCharge = fc.bigInt({ min: 0n, max: largest })

const someTiers: fc.Arbitrary<Tier[]> = fc
  .tuple(
    fc.uniqueArray(anAmount, { minLength: 1, maxLength: 6 }),
    fc.boolean(),
    fc.array(aCharge, { minLength: 7 }),
  )
  .map(([bounds, isOpen, charges]) =>
    [...bounds.toSorted((a, b) => (a < b ? -1 : 1)), ...(isOpen ? [null] : [])].map((upTo, place) => ({
      upTo,
      charge: charges[place] ?? 0n,
    })),
  )

const aRule: fc.Arbitrary<Rule> = fc.record({
  id: fc.uuid(),
  merchantId: fc.constant(null),
  channel: fc.constantFrom('MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA', 'COLLECTION'),
  version: fc.nat(),
  label: fc.string(),
  percentage: fc.integer({ min: 0, max: 1_000_000 }),
  flatFee: aCharge,
  processorCharge: aCharge,
  processorTiers: fc.option(someTiers),
  passThrough: fc.boolean(),
  refundReturnsFee: fc.constant(false),
  effectiveFrom: fc.constant(new Date(0)),
  createdAt: fc.constant(new Date(0)),
})

const promise = (check: (rule: Rule, amount: bigint) => void) =>
  fc.assert(fc.property(aRule, anAmount, check), { numRuns: 1_000 })

test('the sums add up, and nothing is below zero', () => {
  promise((rule, amount) => {
    const charges = chargesOf(rule, amount)
    const { percentageFee, flatFee, serviceFee, processorCharge, totalCharges, totalReserved } = charges
    assert.equal(serviceFee, percentageFee + flatFee)
    assert.equal(totalCharges, serviceFee + (rule.passThrough ? processorCharge : 0n))
    assert.equal(totalReserved, amount + totalCharges)
    assert.equal(charges.recipientNet, amount)
    for (const part of [percentageFee, flatFee, processorCharge]) assert.ok(part >= 0n)
  })
})

test('the percentage is rounded half up, exactly', () => {
  promise((rule, amount) => {
    const exact = amount * BigInt(rule.percentage)
    const distance = chargesOf(rule, amount).percentageFee * 1_000_000n - exact
    assert.ok(distance > -500_000n && distance <= 500_000n, 'more than half a unit off, or a half went down')
  })
})

test('a half goes up, and a hair less goes down', () => {
  const rule = ruleOf({ percentage: 15_000 })
  assert.equal(chargesOf(rule, 100n).percentageFee, 2n, '1.5')
  assert.equal(chargesOf(rule, 99n).percentageFee, 1n, '1.485')
  assert.equal(chargesOf(ruleOf({ percentage: 1 }), 499_999n).percentageFee, 0n)
  assert.equal(chargesOf(ruleOf({ percentage: 1 }), 500_000n).percentageFee, 1n)
  assert.equal(chargesOf(ruleOf({ percentage: 999_999 }), largest).percentageFee, 999_998_999_999_999n)
})

test('within a tier, more money never costs less', () => {
  fc.assert(
    fc.property(aRule, anAmount, anAmount, (rule, one, other) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      const [cheap, dear] = [chargesOf(rule, less), chargesOf(rule, more)]
      assert.ok(cheap.serviceFee <= dear.serviceFee)
      if (tierByHand(rule, less) === tierByHand(rule, more)) {
        assert.ok(cheap.totalCharges <= dear.totalCharges)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('the processor charges by the first tier that is large enough, and else by the one charge', () => {
  promise((rule, amount) => {
    const expected = tierByHand(rule, amount)?.charge ?? rule.processorCharge
    assert.equal(chargesOf(rule, amount).processorCharge, expected)
  })
  const tiers = [
    { upTo: 100n, charge: 1n },
    { upTo: 200n, charge: 2n },
  ]
  const rule = ruleOf({ processorTiers: tiers, processorCharge: 9n })
  assert.deepEqual(
    [1n, 100n, 101n, 200n, 201n].map((amount) => chargesOf(rule, amount).processorCharge),
    [1n, 1n, 2n, 2n, 9n],
  )
})

test('what is absorbed is shown and not charged; what is passed on is both', () => {
  promise((rule, amount) => {
    const absorbed = chargesOf({ ...rule, passThrough: false }, amount)
    const passedOn = chargesOf({ ...rule, passThrough: true }, amount)
    assert.equal(absorbed.processorCharge, passedOn.processorCharge)
    assert.equal(passedOn.totalCharges - absorbed.totalCharges, absorbed.processorCharge)
  })
})

test('the quote that is shown reads back as the charges, and its explanation adds up', () => {
  promise((rule, amount) => {
    const charges = chargesOf(rule, amount)
    const quote = showQuote(rule, amount, charges, 'MPESA')
    const { percentageFee, flatFee, serviceFee, processorCharge, totalCharges, totalReserved } = charges
    assert.deepEqual(
      [
        minorOf(quote.withdrawal_amount),
        minorOf(quote.percentage_fee),
        minorOf(quote.flat_fee),
        minorOf(quote.service_fee),
        minorOf(quote.processor_charge),
        minorOf(quote.total_charges),
        minorOf(quote.total_reserved_amount),
        minorOf(quote.recipient_net_amount),
      ],
      [amount, percentageFee, flatFee, serviceFee, processorCharge, totalCharges, totalReserved, amount],
    )
    const lines = quote.explanation.map((line) => minorOf(line.amount))
    assert.equal(lines.pop(), totalCharges)
    assert.equal(
      lines.reduce((sum, line) => sum + line, 0n),
      totalCharges,
    )
  })
})

test('an explanation is in plain words', () => {
  const processorTiers = [
    { upTo: 5_000_000n, charge: 30_000n },
    { upTo: null, charge: 40_000n },
  ]
  const because = (rule: Rule, amount: bigint) =>
    explain(rule, amount, chargesOf(rule, amount)).map((line) => `${line.amount}: ${line.because}`)
  const rule = ruleOf({ percentage: 15_000, flatFee: 50n, processorTiers })
  assert.deepEqual(because(rule, 1_000_000n), [
    '150.00: 1.5 % of 10000.00, rounded half up',
    '0.50: flat fee',
    "300.00: processor's charge for up to 50000.00, passed on",
    '450.50: what the merchant pays on top of the amount',
  ])
  assert.equal(
    because({ ...rule, passThrough: false }, 1_000_000n)[2],
    "0.00: processor's charge of 300.00 for up to 50000.00, absorbed",
  )
  assert.equal(because(rule, 6_000_000n)[2], "400.00: processor's charge for more than 50000.00, passed on")
  assert.equal(because(ruleOf({ processorCharge: 1n }), 100n)[2], "0.01: processor's charge, passed on")
})

function ruleOf(changes: Partial<Rule>): Rule {
  return {
    id: '00000000-0000-7000-8000-000000000001',
    merchantId: null,
    channel: 'MOBILE_MONEY',
    version: 1,
    label: 'Standard',
    percentage: 0,
    flatFee: 0n,
    processorCharge: 0n,
    processorTiers: null,
    passThrough: true,
    refundReturnsFee: false,
    effectiveFrom: new Date(0),
    createdAt: new Date(0),
    ...changes,
  }
}

/** The slow way, from the largest down: the last that is still large enough. */
function tierByHand({ processorTiers }: Rule, amount: bigint): Tier | undefined {
  return processorTiers
    ?.toReversed()
    .reduce<Tier | undefined>(
      (found, tier) => (tier.upTo === null || amount <= tier.upTo ? tier : found),
      undefined,
    )
}

/** Sums may be longer than what a request may name, so their digits are read as they stand. */
function minorOf(text: string): bigint {
  assert.match(text, /^[0-9]+\.[0-9]{2}$/)
  return minorFromText(text) ?? BigInt(text.replace('.', ''))
}
