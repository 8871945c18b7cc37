import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../primitives/refusal.ts'
import { type Question, readQuestion } from './read-question.ts'

const id = '01a1dd0e-0000-7000-8000-00000000000a'
const nothing = {
  id: null,
  phone: null,
  endOfPhone: null,
  invoiceNumber: null,
  controlNumber: null,
  name: null,
}

const cases: [text: string, meant: Partial<Question>][] = [
  ['0712345678', { phone: '255712345678', invoiceNumber: '712345678' }],
  ['0712 345 678', { phone: '255712345678' }],
  ['+255 712-345-678', { phone: '255712345678' }],
  ['255712345678', { phone: '255712345678', invoiceNumber: '255712345678' }],
  ['712345678', { phone: '255712345678', invoiceNumber: '712345678' }],
  ['+254 711 111 111', { phone: '254711111111' }],
  ['345678', { endOfPhone: '345678', invoiceNumber: '345678' }],
  ['345 678', { endOfPhone: '345678' }],
  ['12345678', { endOfPhone: '12345678', invoiceNumber: '12345678' }],
  ['+345678', {}],
  ['45678', { invoiceNumber: '45678' }],
  ['INV-000123', { invoiceNumber: '123', name: 'inv-000123' }],
  ['inv123', { invoiceNumber: '123', name: 'inv123' }],
  ['000', {}],
  ['1234567890123456', {}],
  [
    '1048137756190',
    { phone: '1048137756190', invoiceNumber: '1048137756190', controlNumber: '1048137756190' },
  ],
  ['1048\u00a0137\u00a0756\u00a0190', { phone: '1048137756190', controlNumber: '1048137756190' }],
  ['0712\u00a0345\u00a0678', { phone: '255712345678' }],
  ['1048 137 756 190', { phone: '1048137756190', controlNumber: '1048137756190' }],
  ['+1048137756190', { phone: '1048137756190' }],
  [id, { id, name: id }],
  [id.toUpperCase(), { id, name: id }],
  [`MLP${id.replaceAll('-', '').toUpperCase()}`, { id, name: `mlp${id.replaceAll('-', '')}` }],
  [`mlw${id.replaceAll('-', '')}`, { id, name: `mlw${id.replaceAll('-', '')}` }],
  ['Asha Mre', { name: 'asha mre' }],
  ['Ñan', { name: 'ñan' }],
  ['order-1', { name: 'order-1' }],
]

for (const [text, meant] of cases) {
  test(`looking for ${text}`, () => {
    const { reference, ...rest } = readQuestion(` ${text} `, ['MLP', 'MLW'])
    assert.deepEqual(rest, { ...nothing, ...meant })
    assert.equal(reference, text)
  })
}

test('spaces are no question', () => {
  for (const text of ['   ', ' ab ', '\n\t \n']) {
    assert.throws(
      () => readQuestion(text, []),
      (error) => error instanceof Refusal && error.code === 'validation_error',
    )
  }
})
