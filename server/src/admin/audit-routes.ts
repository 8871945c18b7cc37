import { operations } from '@malipo/contract'
import { verifyAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import { type Route, readPageInOrder, route } from '../http/http.ts'
import type { World } from '../world/world.ts'

type EntryRow = {
  seq: bigint
  at: Date
  actor_kind: string
  actor_id: string | null
  by: string | null
  action: string
  subject_kind: string
  subject_id: string
  merchant_id: string | null
  details: unknown
  request_id: string | null
  hash: Buffer
}

export function auditRoutes(world: World): Route[] {
  const { sql } = world
  return [
    route(operations.adminListAuditLog, ({ query, lists }) => {
      const rows = sql`
        select seq, at, actor_kind, actor_id, (select name from users where id = actor_id) as "by", action, subject_kind, subject_id, merchant_id, details, request_id, hash
        from audit_log where true
          ${query.action === undefined ? sql`` : sql`and action = ${query.action}`}
          ${query.subject_id === undefined ? sql`` : sql`and subject_id = ${query.subject_id}`}
          ${query.merchant_id === undefined ? sql`` : sql`and merchant_id = ${query.merchant_id}`}
          ${query.actor_id === undefined ? sql`` : sql`and actor_id = ${query.actor_id}`}`
      const { page: _page, page_size: _size, cursor: _cursor, ...filter } = query
      // The chain has no gaps, and its head knows its length.
      const total = Object.keys(filter).length === 0 ? () => lengthOfChain(lists) : undefined
      const order = { column: sql`seq`, cursorAt: cursorFromSeq, placeIn: seqFromCursor, isGapless: true }
      return readPageInOrder(lists, query, { rows, show: showEntry, total }, order)
    }),
    // One snapshot: an entry written meanwhile would not match the head that was read before it, or after.
    route(operations.adminVerifyAuditLog, async ({ lists }) => {
      const problem = await lists.begin('isolation level repeatable read read only', (tx) =>
        verifyAudit(tx, world.vault),
      )
      return { holds: problem === null, problem }
    }),
  ]
}

async function lengthOfChain(sql: Database): Promise<number> {
  const [head] = await sql<{ seq: bigint }[]>`select seq from audit_head`
  return Number(head?.seq ?? 0n)
}

function showEntry(row: EntryRow) {
  return { ...row, seq: Number(row.seq), at: row.at.toISOString(), hash: row.hash.toString('hex') }
}

/** Entries have no id, only their place in the chain: the cursor is that number in eight bytes. */
function cursorFromSeq({ seq }: EntryRow): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(seq)
  return bytes.toString('base64url')
}

function seqFromCursor(cursor: string): bigint | null {
  const bytes = Buffer.from(cursor, 'base64url')
  const isOurs = bytes.length === 8 && bytes.toString('base64url') === cursor
  const seq = isOurs ? bytes.readBigInt64BE() : 0n
  return seq > 0n ? seq : null
}
