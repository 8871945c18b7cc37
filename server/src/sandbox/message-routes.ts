import { operations, type SandboxMessage } from '@malipo/contract'
import type { Static } from 'typebox'
import { listPage, type Route, route } from '../http/http.ts'
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
    route(operations.listSandboxMessages, async ({ query, caller }) => {
      const page = listPage(query)
      const matching = sql`merchant_id = ${caller.merchantId}
        ${query.recipient ? sql`and recipient = ${recipientIn(query.recipient)}` : sql``}`
      const rows = await sql<MessageRow[]>`
        select id, channel, recipient, text, created_at from sandbox_messages
        where ${matching} ${page.before === null ? sql`` : sql`and id < ${page.before}`}
        order by id desc limit ${page.limit} offset ${page.offset}`
      if (page.before !== null) return page.answer(rows, showMessage, null)
      const [counted] = await sql<{ total: number }[]>`
        select count(*)::int as total from sandbox_messages where ${matching}`
      return page.answer(rows, showMessage, counted?.total ?? 0)
    }),
  ]
}

/** A number may be written as its owner writes it. */
function recipientIn(text: string): string {
  return /^\+?[0-9]{9,15}$/.test(text) ? canonicalPhone(text) : text
}

function showMessage(row: MessageRow): Static<typeof SandboxMessage> {
  return { ...row, created_at: row.created_at.toISOString() }
}
