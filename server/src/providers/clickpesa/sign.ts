import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Two ways to sign are in circulation, and which one holds is a setting of the account there. The current one signs
 * everything at every depth. The older one joins the values of the topmost level with nothing between them.
 */
export const checksumVersions = ['current', 'older'] as const
export type ChecksumVersion = (typeof checksumVersions)[number]

/** Where webhooks carry their checksum, unless it is in the body: SDK, three clients read this header. */
export const signatureHeader = 'x-clickpesa-signature'

/** Never part of what is signed: DOC, home/checksum. */
const unsigned = new Set(['checksum', 'checksumMethod'])

/** What a body may say of how it was signed. SDK: nothing else has been seen. */
const checksumMethod = 'canonical'

type Fields = Record<string, unknown>

export function checksumOf(version: ChecksumVersion, key: string, payload: Fields): string {
  const signed = Object.fromEntries(Object.entries(payload).filter(([name]) => !unsigned.has(name)))
  const text = version === 'current' ? JSON.stringify(sorted(signed)) : joined(signed)
  return createHmac('sha256', key).update(text).digest('hex')
}

/**
 * Whether a webhook was signed with our key: in the header, in the body, or in both, and then both must hold. What the older
 * version signs of a webhook can be moved from one field to another, and says nothing of what lies deeper, so it proves
 * nothing.
 */
export function isSigned(
  { version, key }: { version: ChecksumVersion; key: string },
  headers: Record<string, string>,
  payload: Fields,
): boolean {
  if (version === 'older') return false
  if (payload.checksumMethod !== undefined && payload.checksumMethod !== checksumMethod) return false
  const given = [headers[signatureHeader], payload.checksum].filter((one) => one !== undefined)
  const wanted = checksumOf(version, key, payload)
  return given.length > 0 && given.every((one) => isSame(one, wanted))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(byName)
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

function joined(payload: Fields): string {
  return Object.entries(payload)
    .sort(byName)
    .map(([, value]) => String(value))
    .join('')
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}

function isSame(given: unknown, wanted: string): boolean {
  if (typeof given !== 'string' || !/^[0-9a-f]{64}$/.test(given)) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
}
