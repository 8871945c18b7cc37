import { createApiKeys } from '../../src/api-keys/api-keys.ts'
import { generateApiKey } from '../../src/auth/auth.ts'
import { deposit } from '../../src/ledger/ledger.ts'
import {
  newAdmin,
  newMember,
  newMerchant,
  newPerson,
  type Sent,
  type Service,
  sessionOf,
} from '../service.ts'

export const principals = [
  'nobody',
  'malformed_key',
  'unknown_key',
  'revoked_key',
  'expired_key',
  'strayed_key',
  'ended_session',
  'live_key',
  'sandbox_key',
  /** A live key whose only scope no operation here asks for. */
  'narrow_key',
  'foreign_key',
  'owner',
  'admin',
  'finance',
  'developer',
  'viewer',
  'cashier',
  'foreign_owner',
  'no_merchants',
  'super_admin',
] as const
export type Principal = (typeof principals)[number]

/** Everybody who may call, and the merchant that the calls are about. */
export type Cast = {
  merchantId: string
  foreignMerchantId: string
  credentials: Record<Principal, Pick<Sent, 'key' | 'cookie'>>
  emails: Partial<Record<Principal, string>>
  ownerCookie: string
  webhookSecret: string
}

const roles = ['admin', 'finance', 'developer', 'viewer', 'cashier'] as const
let casts = 0

export async function assembleCast(service: Service): Promise<Cast> {
  casts += 1
  const suffix = `${casts}@cast.test`
  const [own, foreign] = await Promise.all([
    newMerchant(service, { isVerified: true }),
    newMerchant(service, { isVerified: true }),
  ])
  await fund(service, own.merchantId)
  await Promise.all([
    ...roles.map((role) =>
      newMember(service, { merchantId: own.merchantId, email: `${role}${suffix}`, role }),
    ),
    ...['none', 'ended'].map((name) => newPerson(service, `${name}${suffix}`)),
    newAdmin(service, `super${suffix}`),
  ])
  const emails = {
    owner: own.ownerEmail,
    ...Object.fromEntries(roles.map((role) => [role, `${role}${suffix}`])),
    foreign_owner: foreign.ownerEmail,
    no_merchants: `none${suffix}`,
    super_admin: `super${suffix}`,
  } as Record<PersonName, string>
  const sessions = await Promise.all(
    Object.entries(emails).map(async ([name, email]) => [name, { cookie: await sessionOf(service, email) }]),
  )
  const people = Object.fromEntries(sessions) as Record<PersonName, { cookie: string }>
  return {
    merchantId: own.merchantId,
    foreignMerchantId: foreign.merchantId,
    emails,
    ownerCookie: people.owner.cookie,
    webhookSecret: own.webhook_secret,
    credentials: {
      ...people,
      ...(await keysOf(service, own.merchantId, people.owner.cookie)),
      nobody: {},
      malformed_key: { key: `${own.liveKey.slice(0, -1)}${own.liveKey.endsWith('a') ? 'b' : 'a'}` },
      unknown_key: { key: generateApiKey('live') },
      ended_session: { cookie: await endedSession(service, `ended${suffix}`) },
      live_key: { key: own.liveKey },
      sandbox_key: { key: own.sandboxKey },
      foreign_key: { key: foreign.liveKey },
    },
  }
}

type PersonName =
  | 'owner'
  | 'admin'
  | 'finance'
  | 'developer'
  | 'viewer'
  | 'cashier'
  | 'foreign_owner'
  | 'no_merchants'
  | 'super_admin'

/** In both environments more than all the withdrawals of a test come to, so that only permission is in question. */
async function fund({ world }: Service, merchantId: string): Promise<void> {
  const openings = (['live', 'sandbox'] as const).map((environment) => ({
    merchantId,
    environment,
    currency: 'TZS',
    amount: 1_000_000_000n,
    cause: `opening balance of ${merchantId} in ${environment}`,
    reference: null,
    description: null,
  }))
  await world.sql.begin((tx) => deposit(tx, world, ...openings))
}

async function endedSession(service: Service, email: string): Promise<string> {
  const cookie = await sessionOf(service, email)
  await service.call('/v1/auth/sign-out', { method: 'POST', cookie })
  return cookie
}

async function keysOf({ world, call }: Service, merchantId: string, cookie: string) {
  const by = { actor: { kind: 'operator', id: null }, requestId: null } as const
  const wishes = [
    { merchantId, environment: 'live', scopes: ['payment_links:read'] },
    { merchantId, environment: 'live', expiresAt: new Date(Date.now() - 1000) },
    { merchantId, environment: 'live' },
    // Nobody on this machine has that address.
    { merchantId, environment: 'live', allowedIps: ['192.0.2.1'] },
  ] as const
  const made = await world.sql.begin((tx) => createApiKeys(tx, world, by, [...wishes]))
  const revokedId = made[2]?.row.id
  const revoked = await call(`/v1/merchants/${merchantId}/api-keys/${revokedId}`, {
    method: 'DELETE',
    cookie,
  })
  if (revoked.status !== 200) throw new Error('Cannot revoke a key')
  const [narrow = {}, expired = {}, ended = {}, strayed = {}] = made.map(({ key }) => ({ key }))
  return { narrow_key: narrow, expired_key: expired, revoked_key: ended, strayed_key: strayed }
}
