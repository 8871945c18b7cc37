import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { newMerchant } from '../service.ts'
import { amountsThatAreNoJson, badAmounts, paddedAmounts } from './bad-input/amounts.ts'
import { assertNoneTaken, type BadCase, bytesOf, isRefusedByReading } from './bad-input/bad-case.ts'
import { badBodiesWithout } from './bad-input/bodies.ts'
import { badMerchants } from './bad-input/fields.ts'
import { goodPayoutEdges, goodQuoteEdges } from './bad-input/good-payout-edges.ts'
import * as payouts from './bad-input/payout-fields.ts'
import {
  disbursements,
  goodOrder,
  openTill,
  type PayingCall,
  pay,
  payerOf,
  quotes,
  submissions,
} from './refusals/paying-calls.ts'
import { openStage, type Stage } from './refusals/stage.ts'

let stage: Stage
let foreignId: string
before(async () => {
  // Without chores: whatever changes was then changed by the requests. Verified and rich, so that nothing but the
  // bad input stands in the way.
  stage = await openTill(await openStage({ ROLE: 'api' }), { minor: 999_999_999_999_999n })
  foreignId = (await newMerchant(stage.service)).merchantId
})
after(() => stage.service.stop())

/** Each path of people and one of programs goes through the service with everything, and so does each method once. */
const triedWhole = new Set([submissions[0], disbursements[1], quotes[2]])

for (const call of [...submissions, ...disbursements, ...quotes]) {
  describe(`POST ${call.path} ${call.method}`, () => {
    test('whatever is wrong is refused by its name, and nothing is created', async () => {
      const cases = casesFor(call)
      const good = goodOrder(call, stage.merchantId)
      const sent = triedWhole.has(call)
        ? cases
        : cases.filter((one) => !isRefusedByReading(call.path, good, one))
      await assertNoneTaken(stage, sent, (one) => send(call, one))
    })

    const edges = call.isQuote ? goodQuoteEdges : goodPayoutEdges
    for (const [promise, work] of Object.entries(edges)) test(promise, () => work(stage, call))
  })
}

function casesFor(call: PayingCall): BadCase[] {
  return [
    ...badAmounts.B,
    ...paddedAmounts,
    ...amountsThatAreNoJson,
    ...payouts.badDestinations(call),
    ...payouts.badIdentifiers(call),
    ...(call.isQuote ? [] : payouts.badRecipients(call)),
    ...(!call.isQuote && call.method === 'BANK_ACCOUNT' ? [atNoBank] : []),
    ...(call.isForPeople ? payouts.badMethods : badMerchants(foreignId)),
    ...payouts.unstorablePayouts(call),
    ...payouts.unknownPayoutFields(call),
    ...badBodiesWithout(payouts.requiredFields(call)),
  ]
}

const atNoBank: BadCase = {
  what: 'no bank_name',
  told: '422 validation_error bank_name',
  change: { bank_name: undefined },
}

async function send(call: PayingCall, one: BadCase) {
  const payer = payerOf(stage, call)
  const raw = bytesOf(goodOrder(call, stage.merchantId), one)
  return await stage.service.call(call.path, {
    ...payer,
    method: 'POST',
    ...(raw !== undefined && { raw }),
    headers: { 'idempotency-key': randomUUID(), ...payer.headers, ...one.headers },
  })
}

test('the largest balance that there can be pays for what it covers', async () => {
  const till = await openTill(stage, { minor: 999_999_999_999_999n })
  for (const call of [...submissions, ...disbursements]) {
    const { status, body } = await pay(till, call)
    assert.equal(status, 202, JSON.stringify(body))
  }
})

test('a filter that does not exist, or a value it cannot have, is refused by its name', async () => {
  const bad: [string, string][] = [
    ['status=COMPLETED', 'status'],
    ['status=success', 'status'],
    ['method=CASH', 'method'],
    ['from=yesterday', 'from'],
    ['to=2026-13-01T00:00:00Z', 'to'],
    ['page=0', 'page'],
    ['page_size=101', 'page_size'],
    ['colour=blue', 'colour'],
  ]
  const ofOwner = { cookie: stage.cookie }
  for (const [query, field] of bad) {
    for (const path of [
      `/v1/merchant/withdrawals?${query}`,
      `/v1/disbursements?merchant_id=${stage.merchantId}&${query}`,
    ]) {
      const { status, body } = await stage.service.call(path, ofOwner)
      const named = (body.error?.details as { field: string }[] | undefined)?.map((one) => one.field)
      assert.deepEqual([status, body.error?.code, named], [422, 'validation_error', [field]], path)
    }
  }
})
