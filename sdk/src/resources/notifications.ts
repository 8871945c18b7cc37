// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { ReadMarkRequest } from './records.ts'

export interface MarkAllNotificationsReply {
  marked: number
}

export interface Notification {
  id: string
  kind: string
  title: string
  text: string
  withdrawal_id: string | null
  batch_id: string | null
  read_at: string | null
  created_at: string
}

export interface ListNotificationsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  unread?: boolean | undefined
}

export interface NotificationsCalls {
  /** List notifications. */
  list(query?: ListNotificationsQuery, options?: CallOptions): List<Notification>

  /** Mark a notification read or unread. */
  mark(notification_id: string, body: ReadMarkRequest, options?: CallOptions): Promise<Notification>

  /** Mark all notifications read. */
  markAll(options?: CallOptions): Promise<MarkAllNotificationsReply>
}

export const notificationsLines = {
  list: 'GET /v1/merchant/notifications query as-merchant list',
  mark: 'PATCH /v1/merchant/notifications/{notification_id} body as-merchant',
  markAll: 'POST /v1/merchant/notifications/read-all as-merchant key',
} as const
