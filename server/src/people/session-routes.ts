import { type Me, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Person, PersonPrincipal } from '../auth/auth.ts'
import { type Route, readPage, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { nameDevice, shortenAddress } from './name-device.ts'
import { showPerson } from './translate.ts'

type SessionRow = {
  id: string
  ip_address: string | null
  user_agent: string | null
  created_at: Date
  updated_at: Date
  expires_at: Date
}

/** Who somebody is, and where they are signed in. What sessions are carried on with is never read here. */
export function sessionRoutes({ sql, clock }: World): Route[] {
  return [
    route(operations.readMe, async ({ caller }) => showMe(caller)),
    route(operations.changeMe, async ({ body, caller }) => {
      const { name = caller.user.name, language = caller.user.language } = body
      const user: Person = { ...caller.user, name: name.trim(), language }
      await sql`
        update users set name = ${user.name}, language = ${user.language}, updated_at = ${clock.now()}
        where id = ${user.id}`
      return showMe({ ...caller, user })
    }),
    route(operations.listSessions, ({ query, caller, lists }) =>
      readPage(lists, query, {
        rows: sql`
          select id, ip_address, user_agent, created_at, updated_at, expires_at from sessions
          where user_id = ${caller.user.id} and expires_at > ${clock.now()}`,
        show: (row: SessionRow) => showSession(row, caller.sessionId),
      }),
    ),
    route(operations.revokeSession, async ({ params, caller }) => {
      const { session_id: id } = params
      const ended = isId(id)
        ? await sql`delete from sessions where id = ${id} and user_id = ${caller.user.id}`
        : { count: 0 }
      if (ended.count === 0) throw new Refusal('not_found')
      return { id, revoked: true as const }
    }),
    route(operations.revokeOtherSessions, async ({ caller }) => {
      const { count } = await sql`
        delete from sessions where user_id = ${caller.user.id} and id <> ${caller.sessionId}`
      return { revoked: count }
    }),
  ]
}

function showMe({ user, isSuperAdmin, memberships }: PersonPrincipal): Static<typeof Me> {
  return {
    user: showPerson(user),
    language: user.language,
    is_super_admin: isSuperAdmin,
    merchants: memberships.map(({ merchant, role }) => ({
      merchant_id: merchant.id,
      name: merchant.name,
      role,
    })),
  }
}

function showSession(row: SessionRow, currentId: string) {
  return {
    id: row.id,
    is_current: row.id === currentId,
    device: nameDevice(row.user_agent ?? ''),
    address: shortenAddress(row.ip_address ?? ''),
    created_at: row.created_at.toISOString(),
    last_used_at: row.updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
