import { operations, type SandboxMessage } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Route, readPage, route } from '../http/http.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import type { World } from '../world/world.ts'

type MessageRow = {
  id: string
  channel: 'sms' | 'push' | 'email'
  recipient: string
  text: string
  created_at: Date
}

export function messageRoutes({ sql }: World): Route[] {
  return [
    route(operations.listSandboxMessages, ({ query, caller, lists }) =>
      readPage(lists, query, {
        rows: sql`
          select id, channel, recipient, text, created_at from sandbox_messages
          where merchant_id = ${caller.merchantId}
            ${query.recipient ? sql`and recipient = ${recipientIn(query.recipient)}` : sql``}`,
        show: showMessage,
      }),
    ),
  ]
}

/** A number may be written as its owner writes it. */
function recipientIn(text: string): string {
  return /^\+?[0-9]{9,15}$/.test(text) ? canonicalPhone(text) : text
}

function showMessage(row: MessageRow): Static<typeof SandboxMessage> {
  return { ...row, created_at: row.created_at.toISOString() }
}
