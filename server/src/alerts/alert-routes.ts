import { type AlertKind, type OperatorAlert, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import { type Route, readPageInOrder, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { readQueue } from './read-queue.ts'

type AlertRow = {
  id: string
  kind: AlertKind
  subject: string
  merchant_id: string | null
  title: string
  text: string
  count: number
  since: Date
  last_at: Date
  raised_at: Date
  resolved_at: Date | null
  read_at: Date | null
  place: string
}

export function routes({ world }: { world: World }): Route[] {
  const { sql, clock } = world
  return [
    route(operations.adminListAlerts, ({ query, caller, lists }) =>
      readPageInOrder(
        lists,
        query,
        {
          rows: sql`${alertsOf(sql, caller.user.id)} where true
            ${query.status === undefined ? sql`` : query.status === 'open' ? sql`and place >= '1'` : sql`and place < '1'`}`,
          show: showAlert,
        },
        { column: sql`place`, cursorAt: cursorFromPlace, placeIn: placeFromCursor },
      ),
    ),
    route(operations.adminMarkAlert, async ({ params, body, caller }) => {
      const [id, userId] = [params.alert_id, caller.user.id]
      if (!isId(id)) throw new Refusal('not_found')
      return await sql.begin(async (tx) => {
        const [known] = await tx`select from alerts where id = ${id}`
        if (!known) throw new Refusal('not_found')
        await (body.read
          ? tx`
              insert into alert_reads (alert_id, user_id, read_at) values (${id}, ${userId}, ${clock.now()})
              on conflict (alert_id, user_id) do update set read_at = excluded.read_at`
          : tx`delete from alert_reads where alert_id = ${id} and user_id = ${userId}`)
        const [row] = await tx<AlertRow[]>`${alertsOf(sql, userId)} where id = ${id}`
        if (!row) throw new Refusal('not_found')
        return showAlert(row)
      })
    }),
    route(operations.adminReadQueue, ({ caller, environment, lists }) =>
      readQueue(lists, environment(), caller.user.id),
    ),
  ]
}

/** With what this person has read of it; what came later makes it unread again. */
function alertsOf(sql: Database, userId: string) {
  return sql`
    select id, kind, subject, merchant_id, title, text, count, since, last_at, raised_at, resolved_at, place,
      (select read_at from alert_reads r where r.alert_id = a.id and r.user_id = ${userId} and r.read_at >= a.last_at)
    from alerts a`
}

function showAlert({ place: _place, ...row }: AlertRow): Static<typeof OperatorAlert> {
  return {
    ...row,
    since: row.since.toISOString(),
    last_at: row.last_at.toISOString(),
    raised_at: row.raised_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    read_at: row.read_at?.toISOString() ?? null,
  }
}

function cursorFromPlace({ place }: AlertRow): string {
  return Buffer.from(place).toString('base64url')
}

function placeFromCursor(cursor: string): string | null {
  const place = Buffer.from(cursor, 'base64url').toString()
  return isId(place.slice(1)) && /^[01]/.test(place) ? place : null
}
