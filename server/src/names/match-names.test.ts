import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchNames } from './match-names.ts'
import { namesSomebody } from './names-somebody.ts'

const cases: Record<string, [string, string][]> = {
  exact: [
    ['Asha Juma', 'ASHA JUMA'],
    ['Juma Asha', 'ASHA  JUMA'],
    ['Bi. Asha Juma', 'MRS ASHA JUMA'],
    ['Zoë Ng’ombe', "ZOE NG'OMBE"],
    ['Mary Jane', 'MARYJANE'],
    ['O-Brian Peter', 'PETER O BRIAN'],
  ],
  close: [
    ['Asha Juma', 'ASHA JUMA MUSHI'],
    ['Asha Juma', 'ASHA JUNA'],
    ['Asha Jmua', 'ASHA JUMA'],
    ['Asha Jumaa', 'ASHA JUMA'],
    ['A. Juma', 'ASHA JUMA'],
    ['Asha Juma', 'ASHA J****'],
    ['Asha Juma', 'AS*A JU*A'],
    ['Asha Juma', 'A*** J*MA'],
    ['Asha J Mushi', 'ASHA JUMA MUSHI'],
    ['Juma', 'ASHA JUMA'],
  ],
  different: [
    ['Asha Juma', 'NEEMA KIMARO'],
    ['Asha Juma', 'ASHA KIMARO'],
    ['Asha Juma', 'ASHA JUMA MUSHI KIMARO'],
    ['Asha Juma', 'ASHE JUME'],
    ['A J', 'ASHA JUMA'],
    ['Asha Juma', 'A*** J***'],
    ['Ali', 'ABI ZA'],
    ['Asha', '****'],
    ['Asha Juma', ''],
    ['Asha Asha', 'ASHA JUMA'],
    ['Al', 'EL'],
  ],
}

for (const [expected, pairs] of Object.entries(cases)) {
  for (const [given, registered] of pairs) {
    test(`${given} and ${registered} are ${expected}, whichever is asked about`, () => {
      assert.equal(matchNames(given, registered), expected)
      assert.equal(matchNames(registered, given), expected)
    })
  }
}

test('however many words are sent, it is soon told', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `word${at}`).join(' ')
  assert.equal(matchNames(many, many.toUpperCase()), 'exact')
  assert.equal(matchNames(`${'a* '.repeat(11)} z`, 'aa ab ac ad ae af ag ah ai aj ak zy'), 'different')
})

test('what names nobody is not taken for a name', () => {
  for (const told of [
    'OK',
    'Success',
    'N/A',
    'null',
    '',
    '  ',
    '255712345678',
    '12 34',
    '***',
    'Mr.',
    'CUSTOMER',
  ])
    assert.equal(namesSomebody(told, '255712345678'), false, told)
  assert.equal(namesSomebody('AB-12345', 'AB-12345'), false)
  for (const told of ['ASHA JUMA', 'Okello', 'A*** J***', 'Success Mushi'])
    assert.equal(namesSomebody(told, '255712345678'), true, told)
})
