import Type from 'typebox'
import { type Access, everyRole } from './access.ts'
import { Body, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { operation } from './operation.ts'

const onDashboard = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'none',
} as const satisfies Access

export const Notification = Type.Object({
  id: Id,
  kind: Type.String(),
  title: Type.String(),
  text: Type.String(),
  withdrawal_id: Nullable(Id),
  batch_id: Nullable(Id),
  read_at: Nullable(Timestamp),
  created_at: Timestamp,
})

/** What is marked read stays where it is. */
export const ReadMark = Body({ read: Type.Boolean() })

export const notificationOperations = {
  listNotifications: operation({
    id: 'listNotifications',
    method: 'GET',
    path: '/v1/merchant/notifications',
    tag: 'Notifications',
    summary: 'List notifications',
    access: onDashboard,
    idempotency: 'none',
    query: Body({ ...listQuery, unread: Type.Optional(Type.Boolean()) }),
    status: 200,
    reply: ListOf(Notification),
  }),
  markNotification: operation({
    id: 'markNotification',
    method: 'PATCH',
    path: '/v1/merchant/notifications/{notification_id}',
    tag: 'Notifications',
    summary: 'Mark a notification read or unread',
    access: onDashboard,
    idempotency: 'none',
    body: ReadMark,
    status: 200,
    reply: Notification,
    refusals: ['not_found'],
  }),
  markAllNotifications: operation({
    id: 'markAllNotifications',
    method: 'POST',
    path: '/v1/merchant/notifications/read-all',
    tag: 'Notifications',
    summary: 'Mark all notifications read',
    access: onDashboard,
    idempotency: 'accepted',
    status: 200,
    reply: Type.Object({ marked: Type.Integer() }),
  }),
}
