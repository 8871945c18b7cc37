import assert from 'node:assert/strict'
import { thoroughly } from '../../how-thorough.ts'
import { traces } from '../../permissions/traces.ts'
import type { Reply } from '../../service.ts'
import { sideBySide } from '../../side-by-side.ts'
import { type Caller, type Callers, gatherCallers } from './callers.ts'
import { type CreatingCall, creatingCalls, goodBody } from './creating-calls.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

/** A request before it is sent: who sends it, and what. */
export type Draft = {
  who: Caller
  isEnded: boolean
  isSuspended: boolean
  headers: Record<string, string>
  body: Record<string, unknown>
  /** What is sent instead of the body as JSON. */
  write: (body: Record<string, unknown>) => string
}

export type Flaw = {
  what: string
  /** Its place in the promised order. */
  rank: number
  expected: (draft: Draft) => `${number} ${string}`
  spoil: (draft: Draft) => void
  /** Where it can be made at all. */
  fits?: (call: CreatingCall) => boolean
}

export const always =
  (expected: `${number} ${string}`): Flaw['expected'] =>
  () =>
    expected

/** In the order of the specification: an earlier one is told, whatever else is wrong. These can be in any request. */
export const generalFlaws: Flaw[] = [
  {
    what: 'credentials that have ended',
    rank: 1,
    expected: ({ who }) => (who === 'viewer' ? '401 unauthenticated' : '401 invalid_api_key'),
    spoil: (draft) => {
      draft.isEnded = true
    },
  },
  {
    what: 'a key without the scope',
    rank: 2,
    expected: always('403 insufficient_scope'),
    spoil: (draft) => {
      draft.who = 'narrow'
    },
  },
  {
    what: 'a role that may not',
    rank: 2,
    expected: always('403 forbidden'),
    spoil: (draft) => {
      draft.who = 'viewer'
    },
  },
  {
    what: 'no idempotency key',
    rank: 3,
    expected: always('400 idempotency_key_required'),
    spoil: ({ headers }) => {
      delete headers['idempotency-key']
    },
  },
  {
    what: 'an idempotency key that is no UUID',
    rank: 3,
    expected: always('400 idempotency_key_invalid'),
    spoil: ({ headers }) => {
      headers['idempotency-key'] = 'again'
    },
  },
  {
    what: 'a body that is no JSON',
    rank: 4,
    expected: always('400 invalid_json'),
    spoil: (draft) => {
      draft.write = (body) => JSON.stringify(body).slice(0, -1)
    },
  },
  {
    what: 'a body that calls itself text',
    rank: 4,
    expected: always('415 unsupported_media_type'),
    spoil: ({ headers }) => {
      headers['content-type'] = 'text/plain'
    },
  },
  {
    what: 'a body that is too large',
    rank: 4,
    expected: always('413 body_too_large'),
    spoil: (draft) => {
      draft.write = (body) => `${JSON.stringify(body)}${' '.repeat(256 * 1024)}`
    },
  },
  {
    what: 'a body without an amount',
    rank: 4,
    expected: always('422 validation_error'),
    spoil: ({ body }) => {
      delete body.amount
    },
  },
  {
    what: "somebody else's merchant",
    rank: 5,
    expected: always('403 merchant_mismatch'),
    spoil: ({ body }) => {
      body.merchant_id = '01a1ddad-6fc2-71b0-8b84-a46c538f11ec'
    },
  },
]

const flaws: Flaw[] = [
  ...generalFlaws,
  {
    what: 'a suspended merchant',
    rank: 6,
    expected: always('403 merchant_inactive'),
    spoil: (draft) => {
      draft.isSuspended = true
    },
  },
  {
    what: 'a currency nobody carries',
    rank: 7,
    expected: always('422 unsupported_currency'),
    spoil: ({ body }) => {
      body.currency = 'USD'
    },
  },
  {
    what: 'an ending asked for in live',
    rank: 7,
    expected: always('422 simulate_status_not_allowed'),
    spoil: ({ body }) => {
      body.simulate_status = 'failed'
    },
    fits: ({ isDirect }) => isDirect,
  },
  {
    what: 'a customer nobody knows',
    rank: 7,
    expected: always('422 validation_error'),
    spoil: ({ body }) => {
      body.customer_id = '01a1ddad-6fc2-71b0-8b84-a46c538f11ec'
    },
    fits: ({ family }) => family === 'B',
  },
]

async function send(stage: Stage, callers: Callers, call: CreatingCall, wrong: Flaw[]) {
  const draft: Draft = {
    who: 'key',
    isEnded: false,
    isSuspended: false,
    headers: { 'idempotency-key': stage.service.world.newId() },
    // Named when it is known whose request it is.
    body: goodBody(call, ''),
    write: JSON.stringify,
  }
  for (const { spoil } of wrong) spoil(draft)
  const { merchantId, credentials } = draft.isSuspended ? callers.suspended : callers.active
  if (draft.body.merchant_id === '') draft.body.merchant_id = merchantId
  const answer = await stage.service.call(call.path, {
    ...credentials[draft.who][draft.isEnded ? 'ended' : 'valid'],
    raw: draft.write(draft.body),
    headers: draft.headers,
  })
  return { answer, draft }
}

/** Tries each flaw alone and with each later one, side by side, then looks whether any left a trace. */
export async function assertInOrder(
  stage: Stage,
  fitting: Flaw[],
  sendWith: (wrong: Flaw[]) => Promise<{ answer: Reply; draft: Draft }>,
): Promise<void> {
  const before = await traces(stage.service)
  const tried = fitting.flatMap((first) => [
    [first],
    ...fitting.filter(({ rank }) => rank > first.rank).map((second) => [first, second]),
  ])
  const found = await sideBySide(tried, async (wrong) => {
    const { answer, draft } = await sendWith(wrong)
    const expected = wrong[0]?.expected(draft) ?? assert.fail('nothing is wrong')
    if (wrong.length === 1) assertRefused(answer, expected)
    const told = `${answer.status} ${answer.body.error?.code}`
    const what = wrong.map((flaw) => flaw.what).join(', then ')
    return told === expected ? [] : [`${what}: ${told} instead of ${expected}`]
  })
  assert.deepEqual(found.flat(), [])
  assert.deepEqual(await traces(stage.service), before)
}

async function assertOrder(stage: Stage, call: CreatingCall): Promise<void> {
  const callers = await gatherCallers(stage)
  const fitting = flaws.filter(({ fits }) => fits?.(call) ?? true)
  await assertInOrder(stage, fitting, (wrong) => send(stage, callers, call, wrong))
  const { answer } = await send(stage, callers, call, [])
  assert.equal(answer.status, call.status, 'without a flaw it is accepted')
}

/** In `npm test` one call of each kind, because they are checked by the same code; the proof has them all. */
export function oneOfEach<Call>(calls: Call[], kindOf: (call: Call) => unknown): Call[] {
  return thoroughly ? calls : [...new Map(calls.map((call) => [kindOf(call), call])).values()]
}

/** Calls that make a collection, with each pair of flaws. Needs a stage without chores. */
export const orderOfChecks: Provocations = Object.fromEntries(
  oneOfEach(creatingCalls, ({ family, isDirect }) => `${family} ${isDirect}`).map((call) => [
    `${call.path}: of two things that are wrong, the one that is checked earlier is told`,
    (stage: Stage) => assertOrder(stage, call),
  ]),
)
