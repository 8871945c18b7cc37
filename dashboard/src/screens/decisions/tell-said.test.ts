import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saidWords } from './said-words.ts'
import { tellSaid } from './tell-said.ts'

test('what was said is told in the language of whoever reads it, with its amounts', () => {
  const { en, sw } = saidWords
  assert.equal(tellSaid('failed TZS 1500.00', en), 'failed TSh\u00a01,500')
  assert.equal(tellSaid('paid TZS 1250000.00', sw), 'yamelipwa TSh\u00a01,250,000')
  assert.equal(tellSaid('successful USD 12.50, try 2', en), 'paid USD\u00a012.50, try 2')
  assert.equal(tellSaid('failed: declined', sw), 'yameshindikana: declined')
  assert.equal(tellSaid('nothing of that reference', en), 'nothing of that reference')
})

test('what nobody has words for stays as it came', () => {
  assert.equal(tellSaid('payment made twice', saidWords.sw), 'payment made twice')
  assert.equal(tellSaid('paidout', saidWords.sw), 'paidout')
})
