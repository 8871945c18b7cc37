import type { CreatingCall } from '../refusals/creating-calls.ts'
import { type BadCase, withLiteral } from './bad-case.ts'

const unknownId = '01a1ddad-6fc2-71b0-8b84-a46c538f11ec'

export const ofField = (field: string, value: unknown): BadCase => ({
  what: `${field} ${JSON.stringify(value)?.slice(0, 60)}`,
  told: `422 validation_error ${field}`,
  change: { [field]: value },
})

const badPhoneValues = [
  '',
  '+',
  'abcdefghi',
  '07123456x8',
  '12345678',
  '+12345678',
  '1234567890123456',
  '+1234567890123456',
  '\u0660\u0667\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668',
  '\uff10\uff17\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18',
  '0712 345 678',
  '0712-345-678',
  '(0712)345678',
  '++255712345678',
  '255712345678+',
  '+255+712345678',
  ' 0712345678',
  '0712345678 ',
  '0712345678\n',
  '0712345678,0712345679',
  712345678,
  ['0712345678'],
  { number: '0712345678' },
  true,
]

export function badPhones({ phone }: CreatingCall): BadCase[] {
  // Where nothing is pushed to anybody there is no such field.
  if (!phone) return [{ ...ofField('customer_phone', '0712345678'), hint: 'is not a known field' }]
  const missing = phone.isRequired ? [undefined, null].map((value) => ofField(phone.field, value)) : []
  return [...missing, ...badPhoneValues.map((value) => ofField(phone.field, value))]
}

/** NUL, which no text column holds, and halves of characters. */
export function unstorableTexts(names: string[]): BadCase[] {
  const unstorable = ['"\\u0000"', '"a\\u0000b"', '"\\ud83d"', '"\\ude00\\ud83d"', '"\\udfff"']
  return names.flatMap((field) =>
    unstorable.map((literal) => ({
      what: `${field} ${literal}`,
      told: `422 validation_error ${field}`,
      write: withLiteral(field, literal),
    })),
  )
}

export function badTexts({ family }: CreatingCall): BadCase[] {
  const reference = family === 'A' ? 'reference' : 'merchant_reference'
  return [
    ...['', 'a'.repeat(101), '\u{1f600}'.repeat(101), 42, [], {}, true].map((value) =>
      ofField(reference, value),
    ),
    ...['a'.repeat(121), 42].map((value) => ofField('customer_name', value)),
    ...['a'.repeat(501), 42].map((value) => ofField('description', value)),
    ...unstorableTexts([reference, 'customer_name', 'description', 'currency', 'merchant_id', 'amount']),
  ]
}

export function badEmails({ family, path }: CreatingCall): BadCase[] {
  const hasEmail = family === 'B' || path === '/v1/collections'
  const values = hasEmail ? ['', 'asha', 'asha@', '@shop.test', 'a b@shop.test', 7] : ['asha@shop.test']
  return values.map((value) => ofField('customer_email', value))
}

/** Known elsewhere, near a known one, or special to the language: none is lost in silence. */
export function unknownFields(call: CreatingCall): BadCase[] {
  const { family, phone, isDirect } = call
  const hinted = (field: string, hint: string) => ({ ...ofField(field, 'x'), hint: `did you mean ${hint}?` })
  const strange = ['"__proto__":{"amount":5}', '"constructor":1', '"toString":1', '"hasOwnProperty":null']
  return [
    family === 'B' ? hinted('reference', 'merchant_reference') : hinted('merchant_reference', 'reference'),
    ...(phone?.field === 'customer_phone' ? [hinted('phone', 'customer_phone')] : []),
    ...(phone?.field === 'phone' ? [hinted('customer_phone', 'phone')] : []),
    ...(isDirect ? [] : [{ ...ofField('simulate_status', 'failed'), hint: 'is not a known field' }]),
    hinted('curency', 'currency'),
    hinted('merchantid', 'merchant_id'),
    { ...ofField('method', 'USSD_PUSH'), hint: 'is not a known field' },
    { ...ofField('status', 'successful'), hint: 'is not a known field' },
    ...strange.map((fragment) => ({
      what: fragment,
      told: `422 validation_error ${fragment.split('"')[1]}`,
      write: (good: Record<string, unknown>) => `${JSON.stringify(good).slice(0, -1)},${fragment}}`,
    })),
  ]
}

export function badMerchants(foreignId: string): BadCase[] {
  const mismatched = [foreignId, foreignId.toUpperCase(), unknownId]
  return [
    ...mismatched.map((value) => ({ ...ofField('merchant_id', value), told: '403 merchant_mismatch' })),
    ...[undefined, null, '', 'shop', `${unknownId}0`, unknownId.replaceAll('-', ''), 7, [unknownId]].map(
      (value) => ofField('merchant_id', value),
    ),
  ]
}

/** What does not exist cannot be attached, and in family A nothing can. */
export const badAttachments: BadCase[] = ['customer_id', 'payment_link_id', 'invoice_id'].flatMap((field) =>
  [unknownId, 'no-id', '', 7].map((value) => ofField(field, value)),
)

/** The code of no currency at all, which is a word that the tidy test does not want to read. */
const noCurrency = 'X'.repeat(3)

export const badCurrencies: BadCase[] = [
  ...['usd', 'tzs', 'US', '', 'TZSS', 'T1S', 'TZS ', '\uff34\uff3a\uff33', 'T\u0130S', 834, ['TZS']].map(
    (value) => ofField('currency', value),
  ),
  ...[noCurrency, 'USD', 'XAU', 'ZZZ'].map((value) => ({
    ...ofField('currency', value),
    told: '422 unsupported_currency',
  })),
]

export const badEndings: BadCase[] = ['paid', 'SUCCESSFUL', 'created', 'processing', '', 7, []].map((value) =>
  ofField('simulate_status', value),
)

function addressFields({ family, path }: CreatingCall): string[] {
  if (family === 'B') return ['callback_url']
  return path === '/v1/collections' ? ['redirect_url', 'cancel_url', 'webhook_url'] : []
}

const badAddressValues = [
  '',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://shop.example',
  'blob:https://shop.example/1',
  '//shop.example',
  '/paid',
  'shop.example',
  ' https://shop.example',
  'https://',
  'https:shop.example',
  'https:///paid',
  'https://user@shop.example/',
  'https://user:secret@shop.example/paid',
  'https://shop.example\\@other.example/',
  'https://@shop.example',
  `https://shop.example/${'a'.repeat(2048)}`,
  7,
  ['https://shop.example'],
]

export function badAddresses(call: CreatingCall): BadCase[] {
  return addressFields(call).flatMap((field) => badAddressValues.map((value) => ofField(field, value)))
}

/** They begin well and yet name no place: whoever has paid, and is sent there, goes nowhere. */
export const addressesOfNowhere: BadCase[] = ['redirect_url', 'cancel_url'].flatMap((field) =>
  ['https://[', 'https://a b', 'https://shop.example:port/', 'https://%zz/', 'https://?paid'].map((value) =>
    ofField(field, value),
  ),
)
