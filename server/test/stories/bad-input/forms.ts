const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const type = 'application/x-www-form-urlencoded'

type Form = { attempt: string; method: string; phone: string }

/** A name, what is sent, as what, and how it is answered. */
export const badForms = (good: Form): [name: string, body: string, type: string, status: number][] => [
  ['nothing', '', type, 400],
  ['no attempt', form({ method: 'USSD_PUSH', phone: '0712345678' }), type, 400],
  ['an attempt that is none', form({ ...good, attempt: "1' or 1=1" }), type, 400],
  ['two attempts', `${form(good)}&attempt=2`, type, 400],
  ['no way to pay', form({ ...good, method: '' }), type, 422],
  ['a way that is none', form({ ...good, method: 'CASH' }), type, 422],
  ['a way that nobody carries', form({ ...good, method: 'PROVIDER_PESA_PUSH' }), type, 422],
  ['two ways', `${form(good)}&method=DYNAMIC_QR`, type, 422],
  ['no number', form({ ...good, phone: '' }), type, 422],
  ['letters', form({ ...good, phone: 'call me' }), type, 422],
  ['a number from elsewhere', form({ ...good, phone: '+254712345678' }), type, 422],
  ['a landline', form({ ...good, phone: '022 211 1111' }), type, 422],
  ['too many digits', form({ ...good, phone: '07123456789' }), type, 422],
  ['bytes that are no text', `attempt=${good.attempt}&method=USSD_PUSH&phone=%ff%fe%00`, type, 422],
  ['junk', '\u0000\u0001{]<xml>%%%', type, 400],
  ['JSON', JSON.stringify(good), 'application/json', 415],
  [
    'a file',
    '--x\r\ncontent-disposition: form-data; name="phone"\r\n\r\n1\r\n--x--',
    'multipart/form-data; boundary=x',
    415,
  ],
  ['300 KB', `${form(good)}&more=${'x'.repeat(300_000)}`, type, 413],
  ['10,000 fields', Array.from({ length: 10_000 }, (_, at) => `f${at}=1`).join('&'), type, 413],
]
