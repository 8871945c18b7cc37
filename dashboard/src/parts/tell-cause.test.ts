import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellCause } from './tell-cause.ts'

test('what the service wrote down is told in Swahili, with what is particular about it', () => {
  for (const [written, told] of [
    ['nothing accepts connections there', 'hakuna kinachopokea miunganisho hapo'],
    ['the receiver could not be reached (EFOO)', 'mpokeaji hakufikika (EFOO)'],
    ['answered 500 instead of 2xx', 'lilijibu 500 badala ya 2xx'],
    ['answered 410: the endpoint is gone', 'lilijibu 410: anwani haipo tena'],
    ['no clear answer: no answer in time', 'hakuna jibu la wazi: hakuna jibu kwa wakati'],
    ['over the hold threshold', 'imezidi kiwango cha ukaguzi'],
    ['self-payment', 'biashara inajilipa yenyewe'],
  ] as const) {
    assert.equal(tellCause(written, 'sw'), told)
    assert.equal(tellCause(written, 'en'), written)
  }
})

test('what is held by a rule is told in words', () => {
  assert.equal(tellCause('held_for_review', 'en'), 'held for review')
  assert.equal(tellCause('held_for_review', 'sw'), 'imeshikiliwa ili iangaliwe')
})

test('what people wrote stays as it is', () => {
  for (const written of ['Who answered?', 'He said: no answer in time', 'declined: no', ''])
    assert.equal(tellCause(written, 'sw'), written)
})
