import { type Notification, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Route, readPage, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

type NotificationRow = {
  id: string
  kind: string
  title: string
  text: string
  withdrawal_id: string | null
  batch_id: string | null
  read_at: Date | null
  created_at: Date
}

export function routes({ world }: { world: World }): Route[] {
  const { sql } = world
  const columns = sql`id, kind, title, text, withdrawal_id, batch_id, read_at, created_at`
  return [
    route(operations.listNotifications, ({ query, caller, lists }) =>
      readPage(lists, query, {
        rows: sql`
          select ${columns} from notifications
          where merchant_id = ${caller.merchantId} and environment = ${caller.environment}
            ${query.unread === undefined ? sql`` : query.unread ? sql`and read_at is null` : sql`and read_at is not null`}`,
        show: showNotification,
      }),
    ),
    route(operations.markNotification, async ({ params, body, caller }) => {
      if (!isId(params.notification_id)) throw new Refusal('not_found')
      // Marked read once more, it keeps the time when it was read first.
      const readAt = body.read ? sql`coalesce(read_at, ${world.clock.now()})` : sql`null`
      const [row] = await sql<NotificationRow[]>`
        update notifications set read_at = ${readAt}
        where id = ${params.notification_id} and merchant_id = ${caller.merchantId}
          and environment = ${caller.environment}
        returning ${columns}`
      if (!row) throw new Refusal('not_found')
      return showNotification(row)
    }),
    route(operations.markAllNotifications, ({ caller, idempotently }) =>
      idempotently(async (tx) => {
        const { count } = await tx`
          update notifications set read_at = ${world.clock.now()}
          where merchant_id = ${caller.merchantId} and environment = ${caller.environment} and read_at is null`
        return { marked: count }
      }),
    ),
  ]
}

function showNotification(row: NotificationRow): Static<typeof Notification> {
  return {
    ...row,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
