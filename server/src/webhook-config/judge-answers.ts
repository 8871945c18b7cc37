import type { Attempted } from '../courier/courier.ts'

export const checkNames = [
  'bad_signature',
  'duplicate',
  'out_of_order',
  'processing_before_successful',
  'slow',
] as const
export type CheckName = (typeof checkNames)[number]

/** What came back from the letters of one check, in their order. It ends where nothing came back. */
export type CallsSeen = { check: CheckName; answers: CallSeen[] }
type CallSeen = Pick<Attempted, 'result' | 'status' | 'error' | 'durationMs'>

export type Verdict = { check: CheckName; handled: boolean; seen: string; advice: string }

/** How long the slow body stops: a bad mobile connection, and far from every time limit. */
export const slowPauseMs = 3000

/** A third of what deliveries wait: whoever takes longer fails on a busy day. */
const unhurriedMs = 5000

/** What the answers show, and no more than that: where nothing can be told, the advice says so. */
export function judgeAnswers(all: CallsSeen[]): Verdict[] {
  const wasReached = all.some(({ answers }) => answers.some(({ status }) => status !== null))
  const takesGenuine = all.some(({ check, answers }) => check !== 'bad_signature' && answers.some(isTaken))
  return all.map(({ check, answers }) => {
    const [handled, advice] = !wasReached
      ? ([false, `${notReached} ${adviceOn(answers[0])}`] as const)
      : check === 'bad_signature'
        ? judgeForged(answers[0], takesGenuine)
        : judgeGenuine(check, answers, takesGenuine)
    const seen = answers.map(inWords).join(', then ')
    return { check, handled, seen, advice: isSlow(check, answers) ? `${advice} ${hurry}` : advice }
  })
}

const notReached = 'Nothing came back from any call, so this could not be checked.'
const hurry =
  'It took long: answer first and work later, because after 15 seconds a delivery counts as failed.'

type Judged = readonly [handled: boolean, advice: string]

function judgeForged(answer: CallSeen | undefined, takesGenuine: boolean): Judged {
  const status = answer?.status ?? null
  if (status === null) return [false, 'Refuse it with 401; do not crash, hang or close the connection.']
  if (status < 300)
    return [false, 'It accepted a forged event: verify webhook-signature before anything else.']
  if (status >= 500) return [false, 'Refuse it with 401, do not crash.']
  if (status < 400 || status === 429) return [false, adviceOn(answer)]
  if (!takesGenuine) {
    return [false, 'It refuses what is signed well just the same, so this shows nothing. Mend that first.']
  }
  if ([400, 401, 403].includes(status)) {
    return [
      true,
      'Nothing to mend. Look whether the forged event left any trace: that cannot be seen from here.',
    ]
  }
  return [true, `It was refused, but 401 says why, and ${status} does not.`]
}

type GenuineCheck = Exclude<CheckName, 'bad_signature'>

/** What cannot be seen from here, so that somebody looks. */
const look: Record<GenuineCheck, string> = {
  duplicate:
    'Look whether the order was counted once: keep each webhook-id, and do nothing for one that you have.',
  out_of_order:
    'Look whether the order ended up reversed: compare sequence, and let a lower one change nothing.',
  processing_before_successful:
    'Look whether the order was paid by the second only: nothing but the status successful marks it paid.',
  slow: 'Nothing to mend.',
}

/** What to mend where an endpoint that takes other events did not take the first or the second of these. */
const mend: Record<GenuineCheck, readonly [first: string | null, second: string | null]> = {
  duplicate: [null, 'It failed at the repeat: answer 2xx to a webhook-id that you have, and do nothing.'],
  out_of_order: [
    'An event may come before the one that it follows: keep what it says, and answer 2xx.',
    'An event may come after one that follows it: answer 2xx, and let the lower sequence change nothing.',
  ],
  processing_before_successful: [
    'A type that you do not know is answered 2xx and ignored: more of them may come.',
    null,
  ],
  slow: ['Wait for the whole body, 10 seconds at least: networks have bad days.', null],
}

function judgeGenuine(check: GenuineCheck, answers: CallSeen[], takesGenuine: boolean): Judged {
  const place = answers.findIndex((answer) => !isTaken(answer))
  if (place === -1) return [true, look[check]]
  const own = takesGenuine ? (mend[check][place] ?? null) : null
  return [false, own ?? adviceOn(answers[place])]
}

/** What an answer alone tells, to whatever it was given. */
function adviceOn(answer: CallSeen | undefined): string {
  const { result, status } = answer ?? { result: 'unreachable', status: null }
  if (result === 'blocked') return 'The address may not be called from here: name one on the public internet.'
  if (result === 'timeout') return 'CallSeen every call within 15 seconds.'
  if (status === null)
    return 'See that the address is right, and that whatever listens there answers every call.'
  if (status < 400) return 'Redirects are not followed: name the address that it leads to.'
  if (status === 410)
    return '410 switches the endpoint off: answer it only when nothing shall be delivered any more.'
  if (status === 429) return 'It asked for fewer calls. Let it take five at a time, and check again.'
  if ([400, 401, 403].includes(status)) {
    return 'A well signed event was refused: verify the bytes as they came, with the whole secret.'
  }
  if (status >= 500) return 'It failed at an event that it should take: see the log of your side.'
  return 'See that the address is right, and that it takes POST and answers 2xx.'
}

function isTaken({ result }: CallSeen): boolean {
  return result === 'delivered'
}

function isSlow(check: CheckName, answers: CallSeen[]): boolean {
  const ownMs = check === 'slow' ? slowPauseMs : 0
  return answers.some(({ durationMs }) => durationMs - ownMs > unhurriedMs)
}

function inWords({ status, error, result, durationMs }: CallSeen): string {
  const ms = `${Math.round(durationMs)} ms`
  return status === null ? `${error?.replace(/\.$/, '') ?? result} after ${ms}` : `${status} in ${ms}`
}
