import type { CreatingCall } from '../refusals/creating-calls.ts'
import type { BadCase } from './bad-case.ts'

const written = (what: string, told: string, write: NonNullable<BadCase['write']>): BadCase => ({
  what,
  told,
  write,
})

const asJson = (good: Record<string, unknown>) => JSON.stringify(good)

/** Whole bodies that cannot be read, or are no object. */
export function badBodies({ phone }: CreatingCall): BadCase[] {
  return badBodiesWithout(['amount', 'merchant_id', ...(phone?.isRequired ? [phone.field] : [])])
}

/** The same where these fields are required. */
export function badBodiesWithout(required: string[]): BadCase[] {
  const allMissing = `422 validation_error ${required.toSorted().join(' ')}`
  const noObject = ['[]', '"text"', '7', 'true', '-0', '1e400']
  const broken: [string, (json: string) => string][] = [
    ['cut', (json) => json.slice(0, -1)],
    ['with a comma too many', (json) => `${json.slice(0, -1)},}`],
    ['in single quotes', (json) => json.replaceAll('"', "'")],
    ['twice', (json) => json + json],
    ['with a comment', (json) => `/* order */${json}`],
    ['without quotes', (json) => json.replaceAll('"', '')],
    ['as a form', () => 'amount=1000&currency=TZS'],
    ['as XML', () => '<amount>1000</amount>'],
    ['nested too deep', (json) => `${json.slice(0, -1)},"x":${'['.repeat(40)}${']'.repeat(40)}}`],
  ]
  return [
    written('no body', allMissing, () => undefined),
    written('an empty body', allMissing, () => ''),
    written('null', allMissing, () => 'null'),
    written('{}', allMissing, () => '{}'),
    ...noObject.map((raw) => written(raw, '422 validation_error body', () => raw)),
    written('a list of one', '422 validation_error body', (good) => `[${asJson(good)}]`),
    ...broken.map(([what, spoil]) => written(what, '400 invalid_json', (good) => spoil(asJson(good)))),
    written('not UTF-8', '400 invalid_json', (good) => {
      const bytes = Buffer.from(asJson({ ...good, description: '~' }))
      return bytes.map((byte) => (byte === 0x7e ? 0xc3 : byte))
    }),
    written('300 KiB', '413 body_too_large', (good) =>
      asJson({ ...good, description: 'a'.repeat(300 * 1024) }),
    ),
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      '*/*',
    ].map((type) => ({ what: type, told: '415 unsupported_media_type', headers: { 'content-type': type } })),
  ]
}

/** Of a name that stands twice the last one counts, as everywhere in JSON: a good one before it saves nothing. */
export function badRepeats({ family, phone }: CreatingCall, foreignId: string): BadCase[] {
  const twice = (fragment: string, told: string) =>
    written(fragment, told, (good) => `${asJson(good).slice(0, -1)},${fragment}}`)
  return [
    twice(`"amount":${family === 'A' ? '1e3' : '"1e3"'}`, '422 validation_error amount'),
    twice(`"amount":${family === 'A' ? '-5' : '"-5"'}`, '422 validation_error amount'),
    twice('"amount":null', '422 validation_error amount'),
    twice(`"merchant_id":"${foreignId}"`, '403 merchant_mismatch'),
    ...(phone?.isRequired ? [twice(`"${phone.field}":"12"`, `422 validation_error ${phone.field}`)] : []),
  ]
}
