import assert from 'node:assert/strict'
import { test } from 'node:test'
import { every } from '../test/read-openapi.ts'
import { recordedExamples } from './recorded-examples.ts'

/** Why there is nothing to show of these: they answer with no JSON. */
const without: Record<string, string> = {
  streamEvents: 'server-sent events that go on for as long as somebody listens',
  readInvoicePdf: 'a PDF',
  readBatchTemplate: 'a file as CSV',
  readCreditNotePdf: 'a PDF',
  readStatementFile: 'a PDF, or a file as CSV or JSON',
  readPrivacyRequestFile: 'a file, one JSON object on each line',
  readExportFile: 'the same',
  adminReadReconciliationReport: 'a file as CSV',
  adminReadDocument: 'a file as somebody sent it in',
}

const examples = recordedExamples()

test('every operation has an example, and so has every body; those that have none are listed by hand', () => {
  const expected = every.map(({ id }) => id).filter((id) => without[id] === undefined)
  assert.deepEqual(Object.keys(examples).sort(), expected.sort())
  for (const { id, body } of every.filter(({ id }) => without[id] === undefined)) {
    assert.equal(examples[id]?.request !== undefined, body !== undefined, id)
    assert.equal((examples[id]?.reply as { success?: unknown }).success, true, id)
  }
})

test('no example has a secret, an address of this machine or the name of a test in it', () => {
  const text = JSON.stringify(examples)
  for (const [key] of text.matchAll(/mlp_(?:live|sandbox)_\w+|whsec_[\w=+/]+/g)) {
    assert.match(key, /Example|ZXhhbXBsZS/)
  }
  assert.doesNotMatch(text, /127\.0\.0\.1|localhost|@\w+\.test\b/)
})
