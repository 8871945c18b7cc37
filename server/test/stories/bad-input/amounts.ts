import { type BadCase, withLiteral } from './bad-case.ts'

/** JSON numbers that are no amount in family A. In family B no number is one. */
const badNumbers = [
  '0',
  '0.0',
  '0.00',
  '-0',
  '-1',
  '-0.01',
  '0.001',
  '0.009',
  '1.005',
  '1.000',
  '10000000000000',
  '99999999999999',
  '9999999999999.999',
  '12345678901234567890',
  '1e3',
  '1E3',
  '1e+3',
  '1.5e1',
  '100e-2',
  '1e-2',
  '1e400',
  '-1e400',
]

/** Texts that are no amount in family B. In family A no text is one. */
const badTexts = [
  '',
  '0',
  '0.00',
  '00',
  '-0',
  '-5',
  '0.001',
  '1.005',
  '1.000',
  '10000000000000',
  '10000000000000.00',
  '1e3',
  '1e400',
  '\uff11\uff10\uff10\uff10',
  '\u0661\u0660\u0660\u0660',
  '+5',
  ' 5',
  '5 ',
  '5\n',
  '\u00a05',
  '5.',
  '.5',
  '1,000',
  '1.000,00',
  '1_000',
  '1 000',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  'TZS 1000',
  '1000/=',
  'elfu moja',
  'null',
]

/** Zeros in front say nothing, and some readers take them for another base. */
const paddedTexts = ['01', '007', '01.50', '0000000000001', '00.01']

/** What no JSON writer would send in the place of a value. */
const noJson = [
  'NaN',
  'Infinity',
  '-Infinity',
  '+5',
  '5.',
  '.5',
  '00',
  '007',
  '0x10',
  '1,000',
  '1_000',
  '\uff11\uff10\uff10\uff10',
  '\u0661\u0660\u0660\u0660',
  'undefined',
  "'5'",
  '',
]

const otherTypes = ['null', 'true', 'false', '[]', '[5]', '["5"]', '{}', '{"amount":5}', '{"minor":500}']

const ofField = (literal: string): BadCase => ({
  what: literal,
  told: '422 validation_error amount',
  write: withLiteral('amount', literal),
})
const quoted = (text: string) => JSON.stringify(text)

const missing: BadCase = { what: 'none', told: '422 validation_error amount', change: { amount: undefined } }

export const badAmounts: Record<'A' | 'B', BadCase[]> = {
  A: [
    missing,
    ...[...badNumbers, ...otherTypes].map(ofField),
    ...['1000', '1000.50', '0.01', ...badTexts, ...paddedTexts].map(quoted).map(ofField),
  ],
  B: [
    missing,
    ...['1000', '1000.5', '0.01', ...badNumbers, ...otherTypes].map(ofField),
    ...badTexts.map(quoted).map(ofField),
  ],
}

export const paddedAmounts: BadCase[] = paddedTexts.map(quoted).map(ofField)

export const amountsThatAreNoJson: BadCase[] = noJson.map((literal) => ({
  ...ofField(literal),
  told: '400 invalid_json',
}))
