import { type Operator, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Route, readPage, route } from '../http/http.ts'
import type { World } from '../world/world.ts'

type OperatorRow = {
  id: string
  name: string
  email: string
  email_verified: boolean
  two_factor_enabled: boolean
  two_factor_since: Date | null
  created_at: Date
  created_by: { kind: string; id: string | null } | null
  last_signed_in_at: Date | null
  last_acted_at: Date | null
}

/**
 * Who runs the service. When somebody last did something is asked for as a range of one: asked for by that person alone, the planner may walk the
 * whole log backwards, to its end for whoever has done nothing yet.
 */
export function operatorRoutes({ sql }: World): Route[] {
  return [
    route(operations.adminListOperators, ({ query, lists }) =>
      readPage(lists, query, {
        rows: sql`
          select s.user_id as id, s.created_at, one.* from super_admins s cross join lateral (
            select u.name, u.email, u.email_verified, u.two_factor_enabled, u.second_factor_since as two_factor_since,
              (select json_build_object('kind', actor_kind, 'id', actor_id) from audit_log a
                where a.subject_id = u.id and a.action = 'super_admin.created' order by a.seq desc limit 1) as created_by,
              (select max(created_at) from sessions where user_id = u.id) as last_signed_in_at,
              (select at from audit_log a where a.actor_id between u.id and u.id
                order by a.actor_id desc, a.seq desc limit 1) as last_acted_at
            from users u where u.id = s.user_id limit 1) one`,
        show: showOperator,
      }),
    ),
  ]
}

function showOperator(row: OperatorRow): Static<typeof Operator> {
  return {
    ...row,
    two_factor_since: row.two_factor_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_signed_in_at: row.last_signed_in_at?.toISOString() ?? null,
    last_acted_at: row.last_acted_at?.toISOString() ?? null,
  }
}
