import { type BadCase, withLiteral } from './bad-case.ts'
import { badBodiesWithout } from './bodies.ts'
import { ofField, unstorableTexts } from './fields.ts'

const each = (field: string, values: unknown[]) => values.map((value) => ofField(field, value))

/** What is wrong inside a list, where null would do as well, is named beside the list itself. */
function inList(field: string, lists: unknown[][], besideIt = ''): BadCase[] {
  return lists.map((list) => ({
    ...ofField(field, list),
    told: `422 validation_error ${besideIt}${field}.0`,
  }))
}

const hinted = (field: string, hint: string): BadCase => ({ ...ofField(field, 'x'), hint })

/** The many forms of an inner address are judged where the guard is; here one stands for each reason. */
const badAddresses = [
  '',
  'shop.example/events',
  '//shop.example',
  'ftp://shop.example',
  'javascript:alert(1)',
  'https://',
  'https://a b/',
  ' https://shop.example',
  'https://shop.example/\n',
  'https://user:secret@shop.example/',
  'https://shop.example/#events',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00::1]/',
  `https://shop.example/${'a'.repeat(2000)}`,
  7,
  true,
  [],
  {},
]
const addressFields = ['webhook_url', 'sandbox_webhook_url']

/** Those that a list of types does not take. */
const noLists = [[], 'collection.success', '*', 7, {}, true]
const noTypes = [['collection.paid'], ['COLLECTION.SUCCESS'], ['webhook.test'], [''], [7], [null], [[]]]
const tooMany = (most: number) => Array.from({ length: most + 1 }, () => 'collection.failed')

export const badConfigs: BadCase[] = [
  ...addressFields.flatMap((field) => each(field, badAddresses)),
  ...unstorableTexts(addressFields),
  ...each('events', [...noLists, tooMany(50)]),
  ...inList('events', noTypes, 'events '),
  ...each('success_event_name', ['', 'collection.paid', 'collection.failed', 'COLLECTION.SUCCESS', 7, []]),
  ...each('rotate_secret', ['true', 1, []]),
  hinted('url', 'did you mean webhook_url?'),
  hinted('webhookUrl', 'did you mean webhook_url?'),
  hinted('event', 'did you mean events?'),
  hinted('colour', 'known are webhook_url, sandbox_webhook_url, events, success_event_name, rotate_secret'),
  ...each('webhook_secret', ['whsec_bXkgb3duIHNlY3JldA==']),
  ...each('merchant_id', ['01a1ddad-6fc2-71b0-8b84-a46c538f11ec']),
]

export const badTests: BadCase[] = [
  ...each('type', ['', '*', 'collection.paid', 'webhook.test', 'collection.processing', 7, [], {}]),
  hinted('types', 'did you mean type?'),
  ...each('url', ['https://elsewhere.example']),
]

export const badChecks: BadCase[] = [
  ...each('reference', ['', 'a'.repeat(101), 7, [], {}, true]),
  ...unstorableTexts(['reference']),
  hinted('merchant_reference', 'did you mean reference?'),
  ...each('environment', ['live']),
]

/** Of no calendar and no clock, and not even texts. */
export const noTimes = [
  '',
  'yesterday',
  '2026-11-31',
  '2026-11-15T12:30:00',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T24:00:00Z',
]

/** Well written, and yet no instant that a clock shows or a database holds. */
export const noInstants = ['2026-06-30T23:59:60Z', '9999-12-31T23:59:59-23:59']

export const badReplays: BadCase[] = [
  ...each('from', [...noTimes, ...noInstants, 7, null, [], undefined, '2999-01-01T00:00:00Z']),
  ...each('to', [...noTimes, ...noInstants, 7, []]),
  // The good one begins with the year 2026; nothing is between an instant and itself.
  ...each('to', ['2026-01-01T00:00:00Z', '2026-01-01T03:00:00+03:00', '2025-12-31T23:59:59Z']),
  ...each('types', [...noLists, tooMany(50)]),
  ...inList('types', [...noTypes, ['*']]),
  hinted('type', 'did you mean types?'),
  hinted('since', 'known are from, to, types'),
  ...unstorableTexts(['from']),
]

/** A retry has nothing to be told. */
export const badRetries: BadCase[] = [
  ...each('note', ['please']),
  ...each('delivery_id', ['01a1ddad-6fc2-71b0-8b84-a46c538f11ec']),
  ...['[]', '"now"', '7', 'true'].map((raw) => ({
    what: raw,
    told: '422 validation_error body',
    write: () => raw,
  })),
  { what: 'half a body', told: '400 invalid_json', write: () => '{' },
  { what: 'text', told: '415 unsupported_media_type', headers: { 'content-type': 'text/plain' } },
  { what: '__proto__', told: '422 validation_error __proto__', write: withLiteral('__proto__', '{}') },
]

/** Where no field is required, a body may also be absent or empty. */
export function unreadableBodies(required: string[]): BadCase[] {
  return badBodiesWithout(required).filter(({ told }) => told !== '422 validation_error ')
}
