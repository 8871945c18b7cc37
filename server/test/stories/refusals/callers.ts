import assert from 'node:assert/strict'
import { createApiKeys } from '../../../src/api-keys/api-keys.ts'
import { newMember, newMerchant, type Sent, sessionOf } from '../../service.ts'
import type { Stage } from './stage.ts'

/** A key that may, a key without the scope, and a person whose role does not allow it. */
export type Caller = 'key' | 'narrow' | 'viewer'
type Credential = Pick<Sent, 'key' | 'cookie'>
type Side = { merchantId: string; credentials: Record<Caller, { valid: Credential; ended: Credential }> }

type Wish = Parameters<typeof createApiKeys>[3][number]

export type Callers = { active: Side; suspended: Side }

/** The same callers for a merchant in good standing and for a suspended one, each of them valid and ended. */
export async function gatherCallers(stage: Stage): Promise<Callers> {
  const [active, suspended] = [await gatherFor(stage), await gatherFor(stage)]
  await stage.service.world.sql`update merchants set is_active = false where id = ${suspended.merchantId}`
  return { active, suspended }
}

async function gatherFor({ service }: Stage): Promise<Side> {
  const { world } = service
  const { merchantId } = await newMerchant(service)
  const email = `viewer-${merchantId}@order.test`
  await newMember(service, { merchantId, email, role: 'viewer' })
  const ended = await sessionOf(service, email)
  await service.call('/v1/auth/sign-out', { method: 'POST', cookie: ended })
  const by = { actor: { kind: 'operator', id: null }, requestId: null } as const
  const ofMerchant = { merchantId, environment: 'live' } as const
  const past = { expiresAt: new Date(Date.now() - 1000) }
  const narrow = { ...ofMerchant, scopes: ['collections:read'] } satisfies Wish
  const keys = await world.sql.begin((tx) =>
    createApiKeys(tx, world, by, [ofMerchant, { ...ofMerchant, ...past }, narrow, { ...narrow, ...past }]),
  )
  const [whole, wholeEnded, narrowOne, narrowEnded] = keys.map(({ key }) => ({ key }))
  assert.ok(whole && wholeEnded && narrowOne && narrowEnded)
  return {
    merchantId,
    credentials: {
      key: { valid: whole, ended: wholeEnded },
      narrow: { valid: narrowOne, ended: narrowEnded },
      viewer: { valid: { cookie: await sessionOf(service, email) }, ended: { cookie: ended } },
    },
  }
}
