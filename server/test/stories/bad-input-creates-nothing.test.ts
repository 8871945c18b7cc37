import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { traces } from '../permissions/traces.ts'
import { newMerchant } from '../service.ts'
import { amountsThatAreNoJson, badAmounts, paddedAmounts } from './bad-input/amounts.ts'
import { answerByReading } from './bad-input/answer-by-reading.ts'
import {
  assertNoneTaken,
  type BadCase,
  bytesOf,
  isRefusedByReading,
  toldBy,
  withLiteral,
} from './bad-input/bad-case.ts'
import { badBodies, badRepeats } from './bad-input/bodies.ts'
import { type BadCallback, badCallbacks, signatureOf } from './bad-input/callbacks.ts'
import * as fields from './bad-input/fields.ts'
import { fieldsAtTheEdge, goodEdges } from './bad-input/good-edges.ts'
import { type CreatingCall, create, creatingCalls, goodBody } from './refusals/creating-calls.ts'
import { openStage, type Stage } from './refusals/stage.ts'

let stage: Stage
let foreignId: string
before(async () => {
  // Without chores: whatever changes was then changed by the requests.
  stage = await openStage({ ROLE: 'api' })
  foreignId = (await newMerchant(stage.service)).merchantId
})
after(() => stage.service.stop())

/** One of each family goes through the service with everything; the others only with what their reading lets pass. */
const isTriedWhole = ({ path }: CreatingCall) => /[/](wallet-push|ussd-push)$/.test(path)

for (const call of creatingCalls) {
  describe(`POST ${call.path}`, () => {
    test('whatever is wrong is refused by its name, and nothing is created', async () => {
      const cases = casesFor(call)
      const good = goodBody(call, stage.merchantId)
      const sent = isTriedWhole(call)
        ? cases
        : cases.filter((one) => !isRefusedByReading(call.path, good, one))
      await assertNoneTaken(stage, sent, (one) => send(call, one))
    })

    test('all that is wrong is told at once', async () => {
      const change = { amount: null, merchant_id: 'x', currency: 'usd', favourite_colour: 'blue' }
      const told = toldBy(await create(stage, call, change))
      assert.equal(told, '422 validation_error amount currency favourite_colour merchant_id')
    })

    for (const [promise, work] of Object.entries(goodEdges)) {
      if (isTriedWhole(call)) test(promise, () => work(stage, call))
    }

    test('what is just within the limits is read', () => {
      for (const [field, literal] of fieldsAtTheEdge(call)) {
        const raw = withLiteral(field, literal)(goodBody(call, stage.merchantId))
        assert.equal(toldBy(answerByReading(call.path, raw)), '200 accepted', `${field} ${literal}`)
      }
    })
  })
}

function casesFor(call: CreatingCall): BadCase[] {
  return [
    ...badAmounts[call.family],
    ...amountsThatAreNoJson,
    ...(call.family === 'B' ? paddedAmounts : []),
    ...fields.badPhones(call),
    ...fields.badTexts(call),
    ...fields.badEmails(call),
    ...fields.unknownFields(call),
    ...fields.badMerchants(foreignId),
    ...fields.badAttachments,
    ...fields.badCurrencies,
    ...(call.isDirect ? fields.badEndings : []),
    ...fields.badAddresses(call),
    ...(call.path === '/v1/collections' ? fields.addressesOfNowhere : []),
    ...badBodies(call),
    ...badRepeats(call, foreignId),
  ]
}

async function send(call: CreatingCall, one: BadCase) {
  const raw = bytesOf(goodBody(call, stage.merchantId), one)
  return await stage.service.call(call.path, {
    method: 'POST',
    key: stage.sandboxKey,
    ...(raw !== undefined && { raw }),
    headers: { 'idempotency-key': randomUUID(), ...one.headers },
  })
}

describe('POST {sandbox_base_url}/v1/webhooks/provider', () => {
  test('a callback that is not right is told why, and moves nothing', async () => {
    const good = await waitingCallback()
    const before = await tracesBesideRaw()
    const wrong: string[] = []
    for (const one of badCallbacks) {
      const told = toldBy(await sendCallback(one, good))
      if (told !== one.told) wrong.push(`${one.what}: ${told} instead of ${one.told}`)
    }
    assert.deepEqual(wrong, [])
    assert.deepEqual(await tracesBesideRaw(), before)
  })

  test('a callback that was refused is not taken up again', async () => {
    const unhandled = await stage.service.world.sql`
      select convert_from(body, 'UTF8') as body from provider_callbacks where handled_at is null`
    assert.deepEqual([...unhandled], [])
  })

  test('the good one that all of them were made of is taken', async () => {
    const good = await waitingCallback()
    const answer = await sendCallback({ what: '', told: '', write: JSON.stringify }, good)
    assert.deepEqual(answer.body.data, { event_id: good.event_id, outcome: 'applied', status: 'successful' })
  })
})

async function waitingCallback() {
  const call = creatingCalls.find(({ path }) => path.endsWith('/ussd-push'))
  assert.ok(call)
  const { body } = await create(stage, call, {}, { key: stage.sandboxKey })
  return {
    event_id: `event of ${body.data.id}`,
    event_type: 'collection.success',
    provider_reference: body.data.provider_reference,
  }
}

async function sendCallback({ write, headers, isUnsigned }: BadCallback, good: Record<string, unknown>) {
  const raw = write(good)
  return await stage.service.call('/sandbox/v1/webhooks/provider', {
    method: 'POST',
    ...(raw !== undefined && { raw }),
    headers: {
      ...(!isUnsigned && { 'x-provider-signature': signatureOf(stage.webhookSecret, raw ?? '') }),
      ...headers,
    },
  })
}

/** What came is kept as it came, before anybody judges it; everything else must stay as it was. */
async function tracesBesideRaw() {
  const { unproven_callbacks: _raw, ...others } = await traces(stage.service)
  return others
}
