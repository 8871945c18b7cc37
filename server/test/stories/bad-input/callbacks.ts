import { createHmac } from 'node:crypto'

export type BadCallback = {
  what: string
  told: string
  /** The bytes, made of a good callback; undefined sends none. */
  write: (good: Record<string, unknown>) => string | undefined
  headers?: Record<string, string>
  isUnsigned?: true
}

export function signatureOf(secret: string, raw: string): string {
  return createHmac('sha256', secret).update(raw).digest('hex')
}

const changed = (field: string, value: unknown, told = `422 validation_error ${field}`): BadCallback => ({
  what: `${field} ${JSON.stringify(value)?.slice(0, 60)}`,
  told,
  write: (good) => JSON.stringify({ ...good, [field]: value }),
})

const literal = (field: string, text: string, told = `422 validation_error ${field}`): BadCallback => ({
  what: `${field} ${text}`,
  told,
  write: ({ [field]: _replaced, ...rest }) => `${JSON.stringify(rest).slice(0, -1)},"${field}":${text}}`,
})

const raw = (text: string, told: string): BadCallback => ({ what: text, told, write: () => text })

const noReference = '422 validation_error provider_reference'

/** Signed rightly unless said otherwise, so that what is wrong is what they say. */
export const badCallbacks: BadCallback[] = [
  { what: 'no body', told: '400 invalid_json', write: () => undefined },
  ...['', '{', 'event_id=1', '{"event_id":}', '\uff5b\uff5d'].map((text) => raw(text, '400 invalid_json')),
  ...['null', '[]', '7', '"text"', 'true', '{}'].map((text) => raw(text, noReference)),
  ...[undefined, null, 7, ['MLP'], {}, true].map((value) =>
    changed('provider_reference', value, noReference),
  ),
  ...['', 'MLP', `MLP${'0'.repeat(32)}`, `MLP${'F'.repeat(32)}`, "' or true --", 'a'.repeat(5_000)].map(
    (value) => changed('provider_reference', value, '404 not_found'),
  ),
  ...['"\\u0000"', '"\\ud83d"'].map((text) => literal('provider_reference', text, '404 not_found')),
  {
    what: 'a reference in small letters',
    told: '404 not_found',
    write: (good) =>
      JSON.stringify({ ...good, provider_reference: String(good.provider_reference).toLowerCase() }),
  },
  ...[
    undefined,
    null,
    '',
    7,
    'collection.reversed',
    'collection.successful',
    'COLLECTION.SUCCESS',
    'collection.success ',
    'disbursement.success',
    'disbursement.failed',
    ['collection.success'],
  ].map((value) => changed('event_type', value)),
  ...[undefined, null, '', 7, 'a'.repeat(201), ['e'], {}].map((value) => changed('event_id', value)),
  ...['"\\u0000"', '"e\\u0000"', '"\\ud83d"'].map((text) => literal('event_id', text)),
  ...['amount', 'reference', 'status', 'constructor'].map((field) => changed(field, 'x')),
  literal('__proto__', '{"event_type":"collection.success"}'),
  {
    what: 'a bad event after a good one',
    told: '422 validation_error event_type',
    write: (good) => `${JSON.stringify(good).slice(0, -1)},"event_type":"paid"}`,
  },
  {
    what: '300 KiB',
    told: '413 body_too_large',
    write: (good) => `${JSON.stringify(good)}${' '.repeat(300 * 1024)}`,
  },
  ...['text/plain', 'application/x-www-form-urlencoded'].map((type) => ({
    what: type,
    told: '415 unsupported_media_type',
    write: JSON.stringify as BadCallback['write'],
    headers: { 'content-type': type },
  })),
  {
    what: 'unsigned and of a kind that does not exist',
    told: '401 invalid_signature',
    write: (good) => JSON.stringify({ ...good, event_type: 'paid' }),
    isUnsigned: true,
  },
]
