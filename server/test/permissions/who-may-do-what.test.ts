import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Operation, operations } from '@malipo/contract'
import { type Change, type RowWatch, watchRows } from '../fuzz/watch-rows.ts'
import { thoroughly } from '../how-thorough.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { sideBySide } from '../side-by-side.ts'
import { until } from '../test-clusters.ts'
import { assembleCast, type Cast, type Principal, principals } from './cast.ts'
import { expectedAnswers } from './expected-answers.ts'
import type { Expected, Row } from './rows.ts'
import { inTurn, samples, spendsPeople } from './samples.ts'
import { sendSample } from './send-sample.ts'
import { type Parts, spareProvider } from './stage.ts'

const every = Object.values<Operation>(operations)

let service: Service
let standingCast: Cast
/** Of all but the log of requests, which is there to tell of refusals. It is asked hundreds of times: rows that are noted as they change take less than tables that are read whole. */
let watch: RowWatch
before(async () => {
  // Without chores: what changes between two looks was then changed by the requests between them, and not by the
  // simulated network or a worker that goes on with what allowed requests began.
  service = await startService({ environment: { ROLE: 'api', ...spareProvider } })
  watch = await watchRows(service, ['requests', 'requests_open', 'request_counts', 'api_key_addresses'])
  standingCast = await assembleCast(service)
})
after(() => service.stop())

test('the table has a row for each operation, a sample for each row and a cell for each principal', () => {
  const ids = every.map(({ id }) => id).sort()
  assert.deepEqual(Object.keys(expectedAnswers).sort(), ids)
  assert.deepEqual(Object.keys(samples).sort(), ids)
  for (const [id, row] of Object.entries(expectedAnswers)) {
    assert.deepEqual(Object.keys(row).sort(), [...principals].sort(), id)
  }
})

describe('each operation answers each caller as the table says, and a refused one leaves no trace', () => {
  for (const [position, operation] of every.entries()) {
    test(operation.id, async () => {
      const expected = expectedAnswers[operation.id]
      assert.ok(expected, 'has no row')
      const cast = spendsPeople.has(operation.id) ? await assembleCast(service) : standingCast
      const refused = principals.filter((principal) => typeof expected[principal] === 'string')
      const allowed = someOf(
        principals.filter((principal) => typeof expected[principal] === 'number'),
        position,
      )

      const granted = await prepareAll(operation, cast, allowed)
      const answers = await refuseAll(operation, cast, refused)

      const steps = inTurn.has(operation.id) ? granted.map((one) => [one]) : [granted]
      for (const step of steps) Object.assign(answers, await sendAll(operation, cast, step))
      const asked = [...refused, ...allowed].map((principal) => [principal, expected[principal]])
      assert.deepEqual(answers, Object.fromEntries(asked))
    })
  }
})

/**
 * Asks for all who are refused, and looks for what they left. What an allowed request set going before, a callback of the
 * simulated network say, may end after its answer: after a difference they are asked once more when nothing changes by itself.
 * A refusal that leaves a trace leaves one on the second thing, too.
 */
async function refuseAll(operation: Operation, cast: Cast, refused: Principal[]): Promise<Partial<Row>> {
  const first = await refuseOnce(operation, cast, refused, watch.place)
  if (first.left.length === 0) return first.answers
  const second = await refuseOnce(operation, cast, refused, quietPlace)
  assert.deepEqual([...second.left], [])
  return second.answers
}

type Refused = { answers: Partial<Row>; left: Change[] }

async function refuseOnce(
  operation: Operation,
  cast: Cast,
  refused: Principal[],
  look: () => Promise<string>,
): Promise<Refused> {
  const [shared] = await prepareAll(operation, cast, refused.slice(0, 1))
  const place = await look()
  // What is refused uses nothing up, so that one request is enough for all who are.
  const unspent = refused.map((principal) => [principal, shared?.[1] ?? {}] as const)
  const answers = await sendAll(operation, cast, unspent)
  return { answers, left: await watch.changesSince(place) }
}

async function quietPlace(): Promise<string> {
  let last = await watch.place()
  await until(async () => {
    await setTimeout(200)
    const before = last
    last = await watch.place()
    return last === before
  })
  return last
}

/**
 * Whoever is allowed needs something of their own to act upon, which takes longest: in `npm test` one of them does at each
 * operation, another at the next; the proof has them all. Whoever is refused is always asked.
 */
function someOf(allowed: Principal[], position: number): Principal[] {
  return thoroughly ? allowed : allowed.filter((_, place) => place === position % allowed.length)
}

type Prepared = (readonly [Principal, Parts])[]

async function prepareAll({ id }: Operation, cast: Cast, among: Principal[]): Promise<Prepared> {
  const sample = samples[id]
  assert.ok(sample, 'has no sample')
  return await Promise.all(
    among.map(async (principal) => [principal, await sample({ service, cast }, principal)] as const),
  )
}

/** Side by side: who is allowed has a target of their own, so that none is in the way of another. */
async function sendAll(operation: Operation, cast: Cast, prepared: Prepared): Promise<Partial<Row>> {
  const answers = await sideBySide(prepared, async ([principal, parts]) => {
    const answer = await sendSample(service, operation, parts, cast.credentials[principal])
    return [principal, inShort(answer)] as const
  })
  return Object.fromEntries(answers)
}

function inShort({ status, body }: Reply): Expected {
  // A file has no envelope.
  return body.success || typeof body === 'string' ? status : `${status} ${body.error.code}`
}
