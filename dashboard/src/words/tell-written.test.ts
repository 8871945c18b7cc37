import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellProblem } from './tell-problem.ts'
import { teller } from './tell-written.ts'

test('what is wrong with a field is told in Swahili, with what is particular about it', () => {
  for (const [written, told] of [
    ['is required', 'Inahitajika.'],
    ['must be 1 to 120 characters', 'Andika herufi 1 hadi 120.'],
    ['must be a day like 2026-11-15', 'Andika tarehe, mfano 2026-11-15.'],
    ['must be one of sw, en, or null', 'Chagua mojawapo: sw, en, au acha wazi.'],
    ['must be 500.00 or more for this payment link', 'Iwe 500.00 au zaidi kwa kiungo hiki.'],
    [
      'must be reachable from the public internet; shop.local does not lead to a public address: a private network',
      'Ifikike kutoka intaneti ya wazi; shop.local haielekezi kwenye anwani ya wazi: mtandao wa ndani.',
    ],
    ['line 7 has "x" in Amount, which is no amount', 'Mstari wa 7: Ina "x" kwenye Amount, ambayo si kiasi.'],
  ] as const) {
    assert.equal(tellProblem(written, 'sw'), told)
    assert.equal(tellProblem(written, 'en'), written)
  }
})

test('what nobody has translated stays as it is', () => {
  for (const written of ['must be kind', 'is required, he said', '', 'must be 1 to 120 characters\nor more'])
    assert.equal(tellProblem(written, 'sw'), written)
})

test('what is put in may stand elsewhere in the other language, and may hold anything that is no letter', () => {
  const tell = teller({
    en: { from: (a: string, b: string) => `${a} (from ${b}?)` },
    sw: { from: (a: string, b: string) => `kutoka ${b}: ${a}` },
  })
  assert.equal(tell('5.00 (from $&.*?)', 'sw'), 'kutoka $&.*: 5.00')
})
