import { referenceOf, spokenReference } from '../../src/primitives/reference.ts'
import { tanQrPayload } from '../../src/providers/simulated/tan-qr.ts'
import { closedEndpoint } from '../permissions/events.ts'

/** What a walk met that is another each time: whose shop it is, where the service stood, when it was. */
export type Met = { merchantId: string; url: string; baseUrl: string; now: Date }

const theMerchant = '019a8c3e-0b00-7c00-8a00-00000000cafe'
const theTime = Date.UTC(2026, 10, 16, 9, 0, 0)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const day = /(?<![\d-])\d{4}-\d\d-\d\d(?![\dT-])/g

const code = {
  ...{ acquirerId: '99999', city: 'DSM', postalCode: '11101', merchantName: 'Duka la Asha' },
  ...{ token: '60123456', amount: 2_500_000n },
}

/** Fields of which every walk has another value, and none may stand in a document. */
const madeUp: Record<string, string> = {
  last_four: '0000',
  report_reference: 'Z20261115',
  webhook_secret: 'whsec_ZXhhbXBsZSBzZWNyZXQsIG5vdCBhIHJlYWwgb25l',
  webhook_signature: 'v1,RXhhbXBsZSBzaWduYXR1cmUsIG5vdCBhIHJlYWwgb25lLg==',
  webhook_timestamp: '1794819600',
  payment_token: code.token,
  qr_payload: tanQrPayload(code),
  next_cursor: 'AaHkZXCDd36520RV6Oc57A',
  totp_uri: 'otpauth://totp/Malipo:asha%40shop.example?secret=EXAMPLEEXAMPLE234567&issuer=Malipo',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  token: 'ExampleTokenOfALink000',
  password: 'correct horse battery',
  current_password: 'correct horse battery',
  new_password: 'another horse battery',
  request_id: 'req-7f3a',
  ip: '203.0.113.7',
}

/** The same each time, and harmless: ids are counted as they come, times keep their distance, secrets are nobody's. */
export function steady(value: unknown, met: Met): unknown {
  const ids = new Map([[met.merchantId, theMerchant]])
  const text = JSON.stringify(value)
    .replaceAll(met.url, 'https://pay.example.com')
    .replaceAll(met.baseUrl, 'https://pay.example.com')
    .replaceAll(uuid, (id) => idOf(ids, id))
    .replaceAll(instant, (at) => steadyInstant(at, met.now))
    .replaceAll(day, (at) => steadyDay(at, met.now))
    .replaceAll(
      /(\/(?:pay|l|i|r|collections|payment-links|invitations?)\/)[\w-]{20,}/g,
      '$1ExampleTokenOfALink000',
    )
    .replaceAll(/(token=)[\w-]{20,}/g, '$1ExampleTokenOfALink000')
    .replaceAll(/(\w+)@(?:cast|shop|sample)\.test/g, (_match, name: string) => `${nameOf(name)}@shop.example`)
    .replaceAll(/(?<=")Shop \d+/g, 'Duka la Asha')
    // People of the cast are called as their addresses begin.
    .replaceAll(/"(?:owner|admin|finance|developer|viewer|cashier|super)\d+(?:-\d+)?"/g, '"Asha Mrema"')
    .replaceAll(/http:\/\/127\.0\.0\.1:1\/(?!events)[\w-]+/g, 'https://shop.example/more-events')
    .replaceAll(closedEndpoint, 'https://shop.example/malipo-events')
  return JSON.parse(text, (field, found) => replaceSecret(field, found))
}

function nameOf(local: string): string {
  return local.replace(/\d+$/, '')
}

function replaceSecret(field: string, found: unknown): unknown {
  if (field === 'backup_codes') return ['aaaaa-00000', 'bbbbb-11111']
  if (field === 'duration_ms' || (field === 'took_ms' && found !== null)) return 12
  if (typeof found !== 'string') return found
  // They keep their beginning, which says what they are of.
  if (field === 'api_key') return found.replace(/[^_]*$/, 'ExampleOnlyExampleOnlyExampleOnly0000')
  if (field === 'provider_reference') return referenceOf(found.slice(0, 3), theMerchant)
  if (field === 'transaction_reference') return spokenReference(found.slice(0, 2), theMerchant)
  return Object.hasOwn(madeUp, field) ? madeUp[field] : found
}

function idOf(ids: Map<string, string>, id: string): string {
  const known = ids.get(id)
  if (known !== undefined) return known
  const made = `019a8c3e-0b00-7c00-8a00-${String(ids.size).padStart(12, '0')}`
  ids.set(id, made)
  return made
}

/** What happened while the walk went on happened at once. */
function steadyInstant(at: string, now: Date): string {
  const minutes = Math.round((Date.parse(at) - now.getTime()) / minuteMs)
  const isOfTheWalk = Math.abs(minutes) <= 5
  return new Date(theTime + (isOfTheWalk ? 0 : minutes * minuteMs)).toISOString()
}

function steadyDay(at: string, now: Date): string {
  const days = Math.round((Date.parse(at) - now.getTime()) / dayMs)
  return Math.abs(days) > 30 ? at : new Date(theTime + days * dayMs).toISOString().slice(0, 10)
}
