import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askingWords } from './asking-words.ts'
import { explainCharge } from './explain-charge.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('each reason of the service is told in both languages', () => {
  for (const [because, english, swahili] of [
    ['1 % of 10000.00, rounded half up', '1 % of TSh 10,000', '1 % ya TSh 10,000'],
    ['flat fee', askingWords.en.flat, askingWords.sw.flat],
    ["processor's charge, passed on", askingWords.en.passedOn, askingWords.sw.passedOn],
    [
      "processor's charge for up to 50000.00, passed on",
      'What the provider takes, passed on, for up to TSh 50,000',
      'Anachochukua mtoa huduma, unalipa wewe, kwa hadi TSh 50,000',
    ],
    [
      "processor's charge of 400.00 for more than 50000.00, absorbed",
      'The provider takes TSh 400; we carry it, for more than TSh 50,000',
      'Mtoa huduma anachukua TSh 400; tunalipa sisi, kwa zaidi ya TSh 50,000',
    ],
    ['what the merchant pays on top of the amount', askingWords.en.onTop, askingWords.sw.onTop],
  ] as const) {
    assert.equal(plain(explainCharge(because, askingWords.en)), english)
    assert.equal(plain(explainCharge(because, askingWords.sw)), swahili)
  }
})

test('a reason that is new is shown as it came', () => {
  assert.equal(explainCharge('a holiday gift', askingWords.sw), 'a holiday gift')
})
