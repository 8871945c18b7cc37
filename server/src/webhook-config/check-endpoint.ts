import { operations, type ReplyOf } from '@malipo/contract'
import type { Send } from '../courier/courier.ts'
import { type Route, route } from '../http/http.ts'
import { newWebhookSecret } from '../primitives/webhook-secret.ts'
import type { World } from '../world/world.ts'
import { type FoundEndpoint, findEndpoint } from './find-endpoint.ts'
import { type CheckName, checkNames, judgeAnswers, slowPauseMs } from './judge-answers.ts'
import { type SampleEvent, type SampleType, sampleEvent } from './sample-events.ts'
import { type SentSample, sendSample } from './send-sample.ts'

type CheckRow = ReplyOf<typeof operations.checkWebhook>['items'][number]

type Letter = { event: SampleEvent; secrets?: string[]; pauseMs?: number }

/** Writes an event of the one collection that a probe is about. */
type Write = (type: SampleType, sequence: number) => SampleEvent

type Probe = {
  sent: string
  expected: string
  /** The letters, in the order in which they are sent. */
  letters(write: Write, successName: SampleType): Letter[]
}

const probes: Record<CheckName, Probe> = {
  bad_signature: {
    sent: 'A success event signed with a secret that is not yours.',
    expected: 'It is refused with 401, and changes nothing.',
    letters: (write, success) => [{ event: write(success, 2), secrets: [newWebhookSecret()] }],
  },
  duplicate: {
    sent: 'The same success event twice: the same webhook-id and the same bytes.',
    expected: 'Both are answered 2xx, and the order is counted once.',
    letters: (write, success) => {
      const event = write(success, 2)
      return [{ event }, { event }]
    },
  },
  out_of_order: {
    sent: 'collection.reversed with sequence 3, then the success event of the same collection with sequence 2.',
    expected: 'Both are answered 2xx, and the order ends up reversed.',
    letters: (write, success) => [{ event: write('collection.reversed', 3) }, { event: write(success, 2) }],
  },
  processing_before_successful: {
    sent: 'collection.processing with the status processing, then the success event of the same collection.',
    expected: 'Both are answered 2xx, and only the second marks the order paid.',
    letters: (write, success) => [{ event: write('collection.processing', 1) }, { event: write(success, 2) }],
  },
  slow: {
    sent: `A success event whose body stops for ${slowPauseMs / 1000} seconds in the middle.`,
    expected: 'It is read to its end and answered 2xx.',
    letters: (write, success) => [{ event: write(success, 2), pauseMs: slowPauseMs }],
  },
}

/** Sends an endpoint what every endpoint meets one day, all at once, and says what it made of each. */
export async function checkEndpoint(
  world: World,
  send: Send,
  endpoint: FoundEndpoint,
  reference: string | undefined,
): Promise<CheckRow[]> {
  const sent = await Promise.all(
    checkNames.map((check) => {
      const write = writerOf(world, endpoint, reference)
      return sendInOrder(world, send, endpoint, probes[check].letters(write, endpoint.successName))
    }),
  )
  const answers = checkNames.map((check, place) => ({
    check,
    answers: (sent[place] ?? []).map(({ attempted }) => attempted),
  }))
  return judgeAnswers(answers).map(({ check, handled, seen, advice }, place) => ({
    check,
    handled,
    sent: probes[check].sent,
    expected: probes[check].expected,
    seen,
    advice,
    attempts: (sent[place] ?? []).map(({ shown }) => shown),
  }))
}

function writerOf(
  { clock, newId }: World,
  { merchantId, environment }: FoundEndpoint,
  reference: string | undefined,
): Write {
  const resourceId = newId()
  const nowMs = clock.now().getTime()
  // What has the higher number has also the later time, whichever of them is sent first.
  return (type, sequence) => {
    const at = new Date(nowMs - (3 - sequence) * 1000)
    return sampleEvent(type, { merchantId, environment, at, newId, reference, resourceId, sequence })
  }
}

/** Stops where nothing comes back: there is no order among events of which one was not heard. */
async function sendInOrder(
  { clock }: World,
  send: Send,
  { url, secrets }: FoundEndpoint,
  letters: Letter[],
): Promise<SentSample[]> {
  const sent: SentSample[] = []
  for (const letter of letters) {
    const one = await sendSample(clock, send, { url, secrets, ...letter })
    sent.push(one)
    if (one.attempted.status === null) break
  }
  return sent
}

/** Always the sandbox, whatever X-Environment says: nothing forged or made up goes where real orders are kept. */
export function checkRoute(world: World, send: Send): Route {
  return route(operations.checkWebhook, async ({ body: { reference }, caller }) => {
    const endpoint = await findEndpoint(world, { merchantId: caller.merchantId, environment: 'sandbox' })
    const items = await checkEndpoint(world, send, endpoint, reference)
    return { ready: items.every(({ handled }) => handled), url: endpoint.url, items }
  })
}
