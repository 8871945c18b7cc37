import { type Notification, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { listPage, type Route, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

type NotificationRow = {
  id: string
  kind: string
  title: string
  text: string
  withdrawal_id: string | null
  read_at: Date | null
  created_at: Date
}

export function notificationRoutes(world: World): Route[] {
  const { sql } = world
  const columns = sql`id, kind, title, text, withdrawal_id, read_at, created_at`
  return [
    route(operations.listNotifications, async ({ query, caller }) => {
      const page = listPage(query)
      const matching = sql`merchant_id = ${caller.merchantId} and environment = ${caller.environment}
        ${query.unread === undefined ? sql`` : query.unread ? sql`and read_at is null` : sql`and read_at is not null`}`
      const rows = await sql<NotificationRow[]>`
        select ${columns} from notifications
        where ${matching} ${page.before === null ? sql`` : sql`and id < ${page.before}`}
        order by id desc limit ${page.limit} offset ${page.offset}`
      if (page.before !== null) return page.answer(rows, showNotification, null)
      const [counted] = await sql<{ total: number }[]>`
        select count(*)::int as total from notifications where ${matching}`
      return page.answer(rows, showNotification, counted?.total ?? 0)
    }),
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
    route(operations.markAllNotifications, async ({ caller }) => {
      const { count } = await sql`
        update notifications set read_at = ${world.clock.now()}
        where merchant_id = ${caller.merchantId} and environment = ${caller.environment} and read_at is null`
      return { marked: count }
    }),
  ]
}

function showNotification(row: NotificationRow): Static<typeof Notification> {
  return {
    ...row,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
