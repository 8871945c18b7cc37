import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf } from '../../../test/providers/conformance.ts'
import { recordingChecks } from '../../../test/providers/conformance-of-recordings.ts'
import type { Defendant } from '../../../test/providers/defendant.ts'
import { readRecordings } from '../../../test/providers/recordings.ts'
import { openClickpesa } from './clickpesa.ts'
import type { Tokens } from './tokens.ts'

/** A token that holds, so that whoever replays a call hears of that call alone. */
const tokens: Tokens = { current: async () => ({ kind: 'token', token: 'Bearer held' }), drop() {} }

const openAt = (url: string) =>
  openClickpesa(
    { url, clientId: 'ID', apiKey: 'an api key', checksumKey: 'secret-key', checksumVersion: 'current' },
    tokens,
  )

test('what is known of their answers is read as it should be, and unknown when it does not come whole', async () => {
  const recordings = readRecordings(new URL('./recordings/', import.meta.url))
  assert.ok(recordings.length > 20)
  const recorded = { recordings, openAt }
  const defendant = { provider: openAt('http://127.0.0.1:9'), recorded } as Partial<Defendant> as Defendant
  assert.deepEqual(await faultsOf(defendant, recordingChecks), [])
})
