import assert from 'node:assert/strict'
import type { ProviderCallback, RawCallback } from '../../src/providers/providers.ts'
import type { Check, Defendant } from './defendant.ts'

/** What every adapter promises of what its provider calls us with. */
export const callbackChecks: Check[] = [
  {
    promise: 'a callback names its event and its payment, and is believed only for its signature',
    hold({ provider, callback, words }) {
      const read = provider.readCallback(callback('MLP1', words.success))
      assert.deepEqual(inShort(read), ['collection', 'MLP1', 'succeeded', provider.can.signsCallbacks])
      assert.ok(read?.eventId)
    },
  },
  {
    promise: 'another event has another name, and the same event the same',
    hold({ provider, callback, words }) {
      const first = callback('MLP1', words.success)
      const [once, again, other] = [first, first, callback('MLP2', words.success)].map(
        (raw) => provider.readCallback(raw)?.eventId,
      )
      assert.equal(again, once)
      assert.notEqual(other, once)
    },
  },
  {
    promise: 'every word for failure is a failure with a reason',
    hold({ provider, callback, words }) {
      assert.ok(words.failures.length > 0)
      for (const word of words.failures) {
        const outcome = provider.readCallback(callback('MLP1', word))?.outcome
        assert.ok(outcome?.kind === 'failed', word)
        assert.ok(outcome.reason && outcome.providerStatus && outcome.providerMessage, word)
      }
    },
  },
  {
    promise: 'a word it does not know is unknown, never a failure',
    hold({ provider, callback }) {
      for (const word of ['SOMETHING_NEW', '', 'constructor', '__proto__', 'completed ']) {
        assertNoNews(provider.readCallback(callback('MLP1', word)), word)
      }
    },
  },
  {
    promise: 'what is no callback at all is nothing, or unknown, and never thrown',
    hold(defendant) {
      const { provider } = defendant
      const genuine = genuineOf(defendant)
      const garbage = ['', '<html>502 Bad Gateway</html>', 'null', '[]', '"x"', '0', '{}', '{"event_id":1}']
      for (const body of [Uint8Array.of(0xff, 0xfe, 0x00), ...garbage.map((text) => Buffer.from(text))]) {
        for (const headers of [genuine.headers, {}]) {
          assertNoNews(provider.readCallback({ headers, body }), Buffer.from(body).toString())
        }
      }
    },
  },
  {
    promise: 'a callback that was cut short is never believed, nor thrown',
    hold(defendant) {
      const { headers, body } = genuineOf(defendant)
      for (const length of body.keys()) {
        const read = defendant.provider.readCallback({ headers, body: body.subarray(0, length) })
        assert.notEqual(read?.isGenuine, true, `${length} bytes`)
      }
    },
  },
  {
    // Some sign fields and not bytes: then what they did not sign is not told on either.
    promise: 'a changed byte anywhere makes it not genuine, or says nothing else',
    applies: ({ provider }) => provider.can.signsCallbacks,
    hold(defendant) {
      const genuine = genuineOf(defendant)
      const said = defendant.provider.readCallback(genuine)
      for (const position of genuine.body.keys()) {
        const body = Uint8Array.from(genuine.body)
        body[position] = (body[position] ?? 0) ^ 1
        const read = defendant.provider.readCallback({ headers: genuine.headers, body })
        if (read?.isGenuine === true) assert.deepEqual(read, said, `${position}`)
      }
    },
  },
  {
    promise: 'a signature that is missing, cut, lengthened or written otherwise is not genuine',
    applies: ({ provider }) => provider.can.signsCallbacks,
    hold(defendant) {
      const { headers, body } = genuineOf(defendant)
      for (const change of spoilings) {
        const spoilt = Object.entries(headers).map(([name, value]) => [
          name,
          name === 'content-type' ? value : change(value),
        ])
        const read = defendant.provider.readCallback({ headers: Object.fromEntries(spoilt), body })
        assert.notEqual(read?.isGenuine, true, String(change))
      }
      assert.notEqual(defendant.provider.readCallback({ headers: {}, body })?.isGenuine, true, 'no headers')
    },
  },
  {
    promise: 'where nothing is signed nothing is genuine, whatever its headers say',
    applies: ({ provider }) => !provider.can.signsCallbacks,
    hold(defendant) {
      const { provider, payOuts } = defendant
      const told = [genuineOf(defendant), payOuts?.news?.callback('MLW1', payOuts.news.words.success)]
      for (const { headers, body } of told.filter((raw) => raw !== undefined)) {
        for (const value of ['genuine', 'true', '1', '0'.repeat(64), 'Bearer x']) {
          const claims = Object.fromEntries(claimingHeaders.map((name) => [name, value]))
          assert.equal(provider.readCallback({ headers: { ...headers, ...claims }, body })?.isGenuine, false)
        }
      }
    },
  },
]

const claimingHeaders = [
  'authorization',
  'digest',
  'signature',
  'webhook-signature',
  'x-genuine',
  'x-provider-signature',
  'x-signature',
]

const spoilings: ((value: string) => string)[] = [
  () => '',
  (value) => value.slice(1),
  (value) => `${value}0`,
  (value) => ` ${value}`,
  (value) => value.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  (value) => `${value.slice(0, -1)}é`,
]

function genuineOf({ callback, words }: Defendant): RawCallback {
  return callback('MLP1', words.success)
}

export function inShort(read: ProviderCallback | null) {
  return [read?.about, read?.reference, read?.outcome.kind, read?.isGenuine]
}

export function assertNoNews(read: ProviderCallback | null, what: string): void {
  assert.ok(read === null || read.outcome.kind === 'unknown', `${read?.outcome.kind} for ${what}`)
}
