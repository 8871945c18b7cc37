import type { IncomingHttpHeaders } from 'node:http'
import type { RefusalCode, Role } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { plainAddress } from '../primitives/address-range.ts'
import type { Clock } from '../primitives/clock.ts'
import { isWellFormedApiKey } from './api-key.ts'
import { apiKeyFinder } from './find-api-keys.ts'
import {
  type KeyPrincipal,
  merchantColumns,
  merchantOf,
  type Person,
  type PersonPrincipal,
  type PrefixedMerchant,
  type Principal,
} from './principal.ts'
import { type FoundSession, type Sessions, sessionCookieName } from './sessions.ts'

export type Identify = (headers: IncomingHttpHeaders, address: string) => Promise<Principal>

/** Told of each use of a key, and from where; the request does not wait for it. */
export type OnKeyUsed = (key: KeyPrincipal, address: string) => void

/** Tells who is calling. Never throws for a bad credential: whether it matters is for the operation to say. */
export function createIdentify(
  world: { sql: Database; clock: Clock; sessions: Sessions },
  onKeyUsed: OnKeyUsed = () => {},
): Identify {
  const findApiKey = apiKeyFinder(world.sql, world.clock)

  async function identifyKey(key: string, address: string): Promise<Principal> {
    if (!isWellFormedApiKey(key))
      return nobody('invalid_api_key', 'This is not an API key: it is mistyped or cut off.')
    const stored = await findApiKey({ key, address })
    if (!stored)
      return nobody('invalid_api_key', 'This API key is unknown here. Was it made on another installation?')
    const { principal } = stored
    if (stored.revokedAt) return ended(principal, 'This API key was revoked. Create a new one.')
    if (stored.expiresAt && stored.expiresAt <= world.clock.now())
      return ended(principal, 'This API key has expired. Create a new one.')
    if (!stored.mayComeFrom(address)) return strayed(principal, address)
    onKeyUsed(principal, address)
    return principal
  }

  return async (headers, address) => {
    const presented = readKey(headers)
    if (presented.refusal) return nobody('invalid_api_key', presented.refusal)
    if (presented.key !== undefined) return identifyKey(presented.key, address)
    const { cookie } = headers
    if (!cookie?.includes(`${sessionCookieName}=`)) return nobody('unauthenticated')
    const session = await world.sessions.find(cookie)
    const person = session && (await findPerson(world.sql, session))
    return person || nobody('unauthenticated', 'Your session has ended. Sign in again.')
  }
}

function readKey(headers: IncomingHttpHeaders): { key?: string; refusal?: string } {
  const bearer = headers.authorization
  const own = headers['x-api-key']
  const fromBearer = bearer === undefined ? undefined : /^Bearer +(\S+)$/i.exec(bearer)?.[1]
  if (bearer !== undefined && fromBearer === undefined) {
    return { refusal: 'The Authorization header must be "Bearer <API key>".' }
  }
  const fromOwn = Array.isArray(own) ? own.join(',') : own
  if (fromBearer !== undefined && fromOwn !== undefined && fromBearer !== fromOwn) {
    return { refusal: 'Authorization and X-API-Key carry different keys. Send one of them.' }
  }
  const key = fromBearer ?? fromOwn
  return key === undefined ? {} : { key }
}

/** It opens nothing any more. Its merchant is told in the log of requests that somebody still tries it. */
function ended(refusedKey: KeyPrincipal, message: string): Principal {
  return { kind: 'nobody', refusal: { code: 'invalid_api_key', message }, refusedKey }
}

/** The key is known, but whoever holds it is elsewhere: to everything here they are a stranger. */
function strayed(refusedKey: KeyPrincipal, address: string): Principal {
  const message = `This API key may not be used from ${plainAddress(address)}. Add the address to allowed_ips of the key if it is yours.`
  return {
    kind: 'nobody',
    refusal: { code: 'ip_not_allowed', message, details: { address: plainAddress(address) } },
    refusedKey,
  }
}

function nobody(code: RefusalCode, message?: string): Principal {
  return { kind: 'nobody', refusal: message === undefined ? { code } : { code, message } }
}

/** A signed-in person with everything they may do. Read afresh each time: a removed member is out at once. */
async function findPerson(sql: Database, session: FoundSession): Promise<PersonPrincipal | null> {
  const { userId } = session
  const [people, memberships] = await Promise.all([
    sql<(Person & { isSuperAdmin: boolean })[]>`
      select id, name, email, email_verified as "emailVerified", two_factor_enabled as "twoFactorEnabled", language,
        created_at as "createdAt", exists (select from super_admins where user_id = users.id) as "isSuperAdmin"
      from users where id = ${userId}`,
    sql<(PrefixedMerchant & { role: Role })[]>`
      select ${merchantColumns(sql)}, memberships.role
      from memberships join merchants m on m.id = memberships.merchant_id
      where memberships.user_id = ${userId} order by memberships.id`,
  ])
  const [found] = people
  if (!found) return null
  const { isSuperAdmin, ...user } = found
  return {
    kind: 'person',
    sessionId: session.id,
    user,
    isSuperAdmin,
    memberships: memberships.map((row) => ({ merchant: merchantOf(row), role: row.role })),
  }
}
