import { operations } from '@malipo/contract'
import { verifyAudit } from '../audit/audit.ts'
import { type Route, route } from '../http/http.ts'
import { invalid } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

type EntryRow = {
  seq: bigint
  at: Date
  actor_kind: string
  actor_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  merchant_id: string | null
  details: unknown
  request_id: string | null
  hash: Buffer
}

const defaultPageSize = 25

export function auditRoutes(world: World): Route[] {
  const { sql } = world
  return [
    route(operations.readAuditLog, async ({ query }) => {
      if (query.cursor !== undefined && query.page !== undefined) {
        throw invalid({ field: 'cursor', problem: 'cannot be combined with page; send one of them' })
      }
      const before = query.cursor === undefined ? null : seqFromCursor(query.cursor)
      const page = before === null ? (query.page ?? 1) : null
      const size = query.page_size ?? defaultPageSize
      const matching = sql`true
        ${query.action === undefined ? sql`` : sql`and action = ${query.action}`}
        ${query.subject_id === undefined ? sql`` : sql`and subject_id = ${query.subject_id}`}
        ${query.merchant_id === undefined ? sql`` : sql`and merchant_id = ${query.merchant_id}`}
        ${query.actor_id === undefined ? sql`` : sql`and actor_id = ${query.actor_id}`}`
      // One more than is shown tells whether anything follows.
      const rows = await sql<EntryRow[]>`
        select seq, at, actor_kind, actor_id, action, subject_kind, subject_id, merchant_id, details, request_id, hash
        from audit_log where ${matching} ${before === null ? sql`` : sql`and seq < ${before}`}
        order by seq desc limit ${size + 1} offset ${page === null ? 0 : (page - 1) * size}`
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      const [counted] =
        page === null
          ? []
          : await sql<{ total: number }[]>`select count(*)::int as total from audit_log where ${matching}`
      return {
        items: shown.map(showEntry),
        page,
        page_size: size,
        total: page === null ? null : (counted?.total ?? 0),
        next_cursor: rows.length > size && last ? cursorFromSeq(last.seq) : null,
      }
    }),
    // One snapshot: an entry written meanwhile would not match the head that was read before it, or after.
    route(operations.verifyAuditLog, async () => {
      const problem = await sql.begin('isolation level repeatable read read only', (tx) =>
        verifyAudit(tx, world.vault),
      )
      return { holds: problem === null, problem }
    }),
  ]
}

function showEntry(row: EntryRow) {
  return { ...row, seq: Number(row.seq), at: row.at.toISOString(), hash: row.hash.toString('hex') }
}

/** Entries have no id, only their place in the chain: the cursor is that number in eight bytes. */
function cursorFromSeq(seq: bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(seq)
  return bytes.toString('base64url')
}

function seqFromCursor(cursor: string): bigint {
  const bytes = Buffer.from(cursor, 'base64url')
  const isOurs = bytes.length === 8 && bytes.toString('base64url') === cursor
  const seq = isOurs ? bytes.readBigInt64BE() : 0n
  if (seq > 0n) return seq
  throw invalid({ field: 'cursor', problem: 'must be the next_cursor of an earlier answer' })
}
