import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempted } from '../courier/courier.ts'
import { type CheckName, checkNames, judgeAnswers, slowPauseMs } from './judge-answers.ts'

type CallSeen = Pick<Attempted, 'result' | 'status' | 'error' | 'durationMs'>

function answered(status: number, durationMs = 9): CallSeen {
  const result =
    status < 300 ? 'delivered' : status < 400 ? 'redirected' : status === 410 ? 'gone' : 'refused'
  return { result, status, error: status < 300 ? null : `answered ${status}`, durationMs }
}

const silent: CallSeen = { result: 'timeout', status: null, error: 'no answer in 15 s', durationMs: 15_000 }
const broken: CallSeen = {
  result: 'unreachable',
  status: null,
  error: 'the connection broke.',
  durationMs: 1004,
}
const blocked: CallSeen = { result: 'blocked', status: null, error: 'not a public address', durationMs: 1 }

type Given = Partial<Record<CheckName, CallSeen[]>>

const careful: Record<CheckName, CallSeen[]> = {
  bad_signature: [answered(401)],
  duplicate: [answered(204, 12), answered(204)],
  out_of_order: [answered(200), answered(200)],
  processing_before_successful: [answered(200), answered(202)],
  slow: [answered(204, 3009)],
}

function judge(given: Given = {}) {
  const verdicts = judgeAnswers(
    checkNames.map((check) => ({ check, answers: given[check] ?? careful[check] })),
  )
  return Object.fromEntries(verdicts.map((verdict) => [verdict.check, verdict])) as Record<
    CheckName,
    (typeof verdicts)[number]
  >
}

const everything = (...answers: CallSeen[]): Given =>
  Object.fromEntries(checkNames.map((check) => [check, answers]))

test('a careful endpoint has handled all of it, and is told what cannot be seen from here', () => {
  const verdicts = judge()
  assert.deepEqual(
    checkNames.filter((check) => !verdicts[check].handled),
    [],
  )
  assert.equal(verdicts.duplicate.seen, '204 in 12 ms, then 204 in 9 ms')
  assert.match(verdicts.bad_signature.advice, /cannot be seen from here/)
  assert.match(verdicts.duplicate.advice, /counted once.*webhook-id/)
  assert.match(verdicts.out_of_order.advice, /ended up reversed.*sequence/)
  assert.match(verdicts.processing_before_successful.advice, /successful marks it paid/)
})

const table: [check: CheckName, answers: CallSeen[], handled: boolean, advice: RegExp][] = [
  ['bad_signature', [answered(200)], false, /accepted a forged event: verify webhook-signature/],
  ['bad_signature', [answered(204)], false, /accepted a forged event/],
  ['bad_signature', [answered(302)], false, /Redirects are not followed/],
  ['bad_signature', [answered(400)], true, /Nothing to mend/],
  ['bad_signature', [answered(403)], true, /Nothing to mend/],
  ['bad_signature', [answered(404)], true, /401 says why, and 404 does not/],
  ['bad_signature', [answered(410)], true, /401 says why, and 410 does not/],
  ['bad_signature', [answered(429)], false, /fewer calls/],
  ['bad_signature', [answered(500)], false, /do not crash/],
  ['bad_signature', [silent], false, /do not crash, hang/],
  ['bad_signature', [broken], false, /do not crash, hang or close/],
  ['duplicate', [answered(200), answered(500)], false, /failed at the repeat: answer 2xx/],
  ['duplicate', [answered(200), answered(409)], false, /failed at the repeat: answer 2xx/],
  ['duplicate', [answered(200), silent], false, /failed at the repeat/],
  ['duplicate', [answered(500), answered(200)], false, /see the log of your side/],
  ['duplicate', [silent], false, /within 15 seconds/],
  ['out_of_order', [answered(404), answered(200)], false, /before the one that it follows/],
  ['out_of_order', [answered(200), answered(422)], false, /lower sequence change nothing/],
  ['processing_before_successful', [answered(404), answered(200)], false, /do not know is answered 2xx/],
  ['processing_before_successful', [answered(200), answered(401)], false, /verify the bytes as they came/],
  ['slow', [broken], false, /Wait for the whole body/],
  ['slow', [answered(408, 1000)], false, /Wait for the whole body/],
  ['slow', [answered(200, 20)], true, /Nothing to mend/],
]

for (const [check, answers, handled, advice] of table) {
  const words = answers.map(({ status, result }) => status ?? result).join(', then ')
  test(`${check}: ${words} is ${handled ? '' : 'not '}handled, and the other rows are not touched by it`, () => {
    const verdicts = judge({ [check]: answers })
    assert.equal(verdicts[check].handled, handled)
    assert.match(verdicts[check].advice, advice)
    const others = checkNames.filter((other) => other !== check)
    assert.ok(others.every((other) => verdicts[other].handled))
  })
}

test('what refuses everything has not shown that it looks at signatures', () => {
  for (const [status, why] of [
    [401, /whole secret/],
    [404, /takes POST/],
    [410, /switches the endpoint off/],
    [503, /log of your side/],
    [301, /name the address that it leads to/],
    [429, /fewer calls/],
  ] as const) {
    const verdicts = judge(everything(answered(status), answered(status)))
    assert.ok(checkNames.every((check) => !verdicts[check].handled))
    assert.match(verdicts.slow.advice, why)
    assert.match(verdicts.out_of_order.advice, why)
    if (status < 429 && status >= 400) assert.match(verdicts.bad_signature.advice, /shows nothing/)
  }
})

test('where nothing comes back at all, no row claims to know anything', () => {
  for (const [answer, why] of [
    [broken, /address is right/],
    [silent, /within 15 seconds/],
    [blocked, /public internet/],
  ] as const) {
    const verdicts = judge(everything(answer))
    for (const check of checkNames) {
      assert.equal(verdicts[check].handled, false)
      assert.match(verdicts[check].advice, /^Nothing came back from any call, so this could not be checked\./)
      assert.match(verdicts[check].advice, why)
    }
  }
  assert.equal(judge(everything(broken)).slow.seen, 'the connection broke after 1004 ms')
})

test('whoever takes longer than 5 seconds is told to answer first, and the pause of ours does not count', () => {
  const hurry = /answer first and work later/
  const late = judge({
    duplicate: [answered(200, 5001), answered(200)],
    slow: [answered(200, slowPauseMs + 4900)],
  })
  assert.ok(late.duplicate.handled)
  assert.match(late.duplicate.advice, hurry)
  assert.doesNotMatch(late.slow.advice, hurry)
  assert.match(judge({ slow: [answered(200, slowPauseMs + 5001)] }).slow.advice, hurry)
  assert.doesNotMatch(judge().duplicate.advice, hurry)
  assert.match(judge({ bad_signature: [answered(401, 6000)] }).bad_signature.advice, hurry)
})
