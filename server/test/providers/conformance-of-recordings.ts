import assert from 'node:assert/strict'
import { callMember } from './call-members.ts'
import type { Check, Defendant } from './defendant.ts'
import { forEver } from './patient.ts'
import { openRecordedGateway, type Said } from './recorded-gateway.ts'
import type {
  RecordedCall,
  RecordedCallback,
  RecordedRequest,
  RecordedStep,
  Recording,
} from './recordings.ts'

const isRecorded = ({ recorded }: Defendant) => recorded !== undefined

/** Masked before it was written down: that it is sent is all that can be compared. */
const masked = '****'

/** What adapters promise of the words that their real gateway once said. */
export const recordingChecks: Check[] = [
  {
    promise: 'its recordings tell of every call and of callbacks',
    applies: isRecorded,
    hold({ recorded }) {
      const { calls, callbacks } = sortOut(recorded?.recordings ?? [])
      const told = new Set(calls.map(({ call }) => call))
      assert.ok(told.has('collect') && told.has('lookUp'), 'collect and lookUp are recorded')
      assert.ok(callbacks.length > 0, 'callbacks are recorded')
    },
  },
  {
    promise: 'it asks as it was recorded to ask, and reads what came back as it was recorded to be read',
    applies: isRecorded,
    async hold(defendant) {
      for (const recording of sortOut(defendant.recorded?.recordings ?? []).calls) {
        const steps = stepsOf(recording)
        const { answer, requests } = await replay(
          defendant,
          recording,
          steps.map(({ response }) => response),
        )
        assert.deepEqual(answer, recording.outcome, recording.name)
        assert.equal(requests.length, steps.length, `${recording.name}: it asks as often as it was recorded`)
        steps.forEach(({ request }, at) => void assertAsked(recording.name, requests[at], request))
      }
    },
  },
  {
    promise: 'a recorded call that is answered by half, by somebody else or not at all is unknown',
    applies: isRecorded,
    async hold(defendant) {
      for (const recording of sortOut(defendant.recorded?.recordings ?? []).calls) {
        for (const { what, sayings } of mishapsOf(recording)) {
          const { answer } = await replay(defendant, recording, sayings)
          const kind = (answer as { kind?: unknown }).kind
          const wanted = recording.call === 'list' ? 'thrown' : 'unknown'
          assert.equal(kind, wanted, `${recording.name}: ${what}`)
        }
      }
    },
  },
  {
    promise: 'recorded callbacks are read as they were recorded to be read',
    applies: isRecorded,
    hold({ recorded, provider }) {
      for (const { name, callback, outcome } of sortOut(recorded?.recordings ?? []).callbacks) {
        const raw = { headers: callback.headers, body: Buffer.from(callback.body) }
        assert.deepEqual(provider.readCallback(raw), outcome, name)
      }
    },
  },
]

function stepsOf({ request, response, then = [] }: RecordedCall): RecordedStep[] {
  return [{ request, response }, ...then]
}

function assertAsked(name: string, sent: RecordedRequest | undefined, wanted: RecordedRequest): void {
  const { headers, ...asked } = sent ?? { headers: {} as Record<string, string> }
  const { headers: wantedHeaders, ...rest } = wanted
  assert.deepEqual(asked, rest, name)
  for (const [header, value] of Object.entries(wantedHeaders)) {
    if (value === masked) assert.ok(headers[header], `${name}: ${header} is not sent`)
    else assert.equal(headers[header], value, `${name}: ${header}`)
  }
}

/** Each accident at each step, after those before it went as recorded. */
function mishapsOf(recording: RecordedCall): { what: string; sayings: Said[] }[] {
  const steps = stepsOf(recording)
  return steps.flatMap((step, at) =>
    Object.entries(accidentsOf(step)).map(([what, said]) => ({
      what: `${what} at step ${at + 1}`,
      sayings: [...steps.slice(0, at).map(({ response }) => response), said],
    })),
  )
}

function accidentsOf({ response }: RecordedStep): Record<string, Said> {
  const page = { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>502 Bad Gateway</html>' }
  return {
    'hung up': null,
    empty: { ...response, body: '' },
    half: { ...response, body: response.body.slice(0, response.body.length / 2) },
    'a page of a proxy': page,
    'a page in place of an answer': { ...page, status: 200 },
    'a failure of the server': { ...response, status: 500, body: '{}' },
    'another tongue': { ...response, body: '{"detail":"hello"}' },
  }
}

async function replay({ recorded }: Defendant, { call, asked }: RecordedCall, sayings: Said[]) {
  if (!recorded) throw new Error('Nothing is recorded.')
  const gateway = await openRecordedGateway(sayings)
  try {
    const answer = await callMember(recorded.openAt(gateway.url), call, asked, forEver).catch(
      (error: unknown) => ({ kind: 'thrown', error }),
    )
    return { answer: withoutExchange(answer), requests: gateway.requests }
  } finally {
    await gateway.close()
  }
}

function sortOut(recordings: Recording[]): { calls: RecordedCall[]; callbacks: RecordedCallback[] } {
  return {
    calls: recordings.filter((recording) => 'call' in recording),
    callbacks: recordings.filter((recording) => 'callback' in recording),
  }
}

/** What went over the wire is judged by itself. */
function withoutExchange(answer: unknown): unknown {
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return answer
  const { exchange: _one, exchanges: _all, ...rest } = answer as { exchange?: unknown; exchanges?: unknown }
  return rest
}
