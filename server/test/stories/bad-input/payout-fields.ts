import { goodOrder, type PayingCall } from '../refusals/paying-calls.ts'
import type { BadCase } from './bad-case.ts'
import { ofField, unstorableTexts } from './fields.ts'

const destinations = { MOBILE_MONEY: 'MPESA', BANK_ACCOUNT: 'CRDB', PROVIDER_PESA: 'PROVIDER_PESA' }

/** Unknown, written otherwise, or where money goes by another method. */
export function badDestinations({ method }: PayingCall): BadCase[] {
  const ofOthers = Object.entries(destinations).flatMap(([other, code]) => (other === method ? [] : [code]))
  const own = destinations[method]
  const written = [own.toLowerCase(), ` ${own}`, `${own} `, `${own}\n`, own.slice(0, -1), `${own}%00`]
  const others = ['NO_SUCH_BANK', '', 'a'.repeat(41), '__proto__', 'constructor', 'toString', method.slice(1)]
  return [...ofOthers, ...written, ...others, 7, null, [own], {}, true, undefined].map((value) =>
    ofField('destination_code', value),
  )
}

const badPhones = [
  '',
  '0',
  '+',
  '071234567',
  '07123456789',
  '71234567',
  '7123456789',
  '25571234567',
  '2557123456789',
  '+25571234567',
  '+2557123456789',
  '+255 712 345 678',
  '+2550712345678',
  '00255712345678',
  'abcdefghi',
  '07I2345678',
  '0712345678a',
  'tel:0712345678',
  '0712 345 678',
  '0712-345-678',
  '(0712)345678',
  '++255712345678',
  '255712345678+',
  ' 0712345678',
  '0712345678 ',
  '0712345678\n',
  '0712345678,0712345679',
  '+254712345678',
  '254712345678',
  '+256712345678',
  '+14155550100',
  '+447911123456',
  '\u0660\u0667\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668',
  '\uff10\uff17\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18',
  '0'.repeat(34),
  '7'.repeat(35),
]

const badAccounts = [
  '',
  '123',
  '0150 4477 00',
  ' 01504477',
  '01504477 ',
  '01504477\n',
  '0150\t4477',
  '0'.repeat(35),
  '0'.repeat(500),
  '0150_4477',
  '0150/4477',
  '0150.4477',
  '+255712345678',
  '0150;drop',
  "0150'--",
  '\uff10\uff11\uff15\uff10',
  '\u0660\u0661\u0665\u0660',
  '0150\u00e9',
  '0150\u201344',
]

const otherTypes = [712345678, null, ['0712345678'], { number: '0712345678' }, true, undefined]

/** The phone or the account that the money shall go to. */
export function badIdentifiers({ method, identifier }: PayingCall): BadCase[] {
  const texts = method === 'BANK_ACCOUNT' ? badAccounts : badPhones
  return [...texts, ...otherTypes].map((value) => ofField(identifier, value))
}

const badNames = ['', ' ', '\t\n', 'a'.repeat(121), '\u{1f600}'.repeat(121), 42, [], {}, true]

/** Who is paid, and by which bank. */
export function badRecipients({ method, isForPeople }: PayingCall): BadCase[] {
  const names = badNames.flatMap((value) => [
    ofField('destination_name', value),
    ...(method === 'BANK_ACCOUNT' ? [ofField('bank_name', value)] : []),
    ...(isForPeople ? [ofField('bank_account_name', value)] : []),
  ])
  const ofOthers = ['NMB', 'NMB Bank Plc', 'National Microfinance Bank', 'Bank', 'Asha Juma', 'DCB'].map(
    (value) => ({
      ...ofField('bank_name', value),
      hint: 'does not fit destination_code CRDB, which is CRDB Bank',
    }),
  )
  return [
    ...[undefined, null].map((value) => ofField('destination_name', value)),
    ...names,
    ...(method === 'BANK_ACCOUNT' ? ofOthers : []),
  ]
}

export function unstorablePayouts(call: PayingCall): BadCase[] {
  return unstorableTexts(Object.keys(goodOrder(call, '')))
}

export const badMethods: BadCase[] = [
  ...['', 'CASH', 'mobile_money', 'MOBILE-MONEY', 'MOBILE_MONEY ', 'COLLECTION', 7, null, ['MOBILE_MONEY']],
  undefined,
].map((value) => ofField('method', value))

/** What we work out ourselves is not theirs to say, and nothing is lost in silence. */
export function unknownPayoutFields(call: PayingCall): BadCase[] {
  const ours = ['status', 'requires_approval', 'total_charges', 'total_reserved_amount', 'pricing_rule_id']
  const elsewhere = [
    ...(call.isForPeople ? ['merchant_id'] : ['method', 'bank_account_number', 'destination_phone']),
    ...(call.isQuote ? ['destination_name', 'bank_name', 'destination_phone'] : []),
    ...(!call.isForPeople && call.method !== 'BANK_ACCOUNT' ? ['bank_name'] : []),
    ...(call.isForPeople && !call.isQuote ? ['destination_identifier'] : []),
  ]
  const strange = ['"__proto__":{"amount":"5"}', '"constructor":1', '"hasOwnProperty":null']
  return [
    ...[...ours, ...elsewhere, 'currency', 'simulate_status'].map((field) => ofField(field, 'x')),
    { ...ofField('destination_kode', 'MPESA'), hint: 'did you mean destination_code?' },
    { ...ofField('ammount', '5'), hint: 'did you mean amount?' },
    ...strange.map((fragment) => ({
      what: fragment,
      told: `422 validation_error ${fragment.split('"')[1]}`,
      write: (good: Record<string, unknown>) => `${JSON.stringify(good).slice(0, -1)},${fragment}}`,
    })),
  ]
}

/** The fields without which the schema takes nothing. */
export function requiredFields(call: PayingCall): string[] {
  const isOptionalThere = (field: string) =>
    call.path === '/v1/merchant/withdrawals' && (field === call.identifier || field === 'bank_name')
  return Object.keys(goodOrder(call, '')).filter((field) => !isOptionalThere(field))
}
