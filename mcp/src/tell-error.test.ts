import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MalipoConnectionError, MalipoError } from '@malipo/sdk'
import { tellError } from './tell-error.ts'

function toldOf(error: unknown, isAsking: boolean): string {
  const [content] = tellError(error, isAsking).content
  return content?.type === 'text' ? JSON.parse(content.text).error.what_to_do : ''
}

test('who asked and does not know what became of it is told to ask again under the same name, and nobody else', () => {
  const failed = (code: string, status: number) => new MalipoError({ code, message: '', status })
  const unknown = [
    new MalipoConnectionError({ code: 'timeout', message: '' }),
    failed('internal_error', 500),
    failed('unavailable', 503),
    failed('unreadable_reply', 200),
    failed('idempotency_in_progress', 409),
  ]
  for (const error of unknown) {
    assert.match(toldOf(error, true), /^It may have been carried out\. .*same request_id/)
    assert.doesNotMatch(toldOf(error, false), /carried out/)
  }
  for (const error of [failed('validation_error', 422), failed('payout_cap_exceeded', 409)])
    assert.doesNotMatch(toldOf(error, true), /carried out/)
})
