import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import type { NewId } from '../primitives/id.ts'

export type Announcement = {
  merchantId: string
  environment: Environment
  type: string
  resourceId: string
  /** The place among the events of the resource. */
  sequence: number
  at: Date
  resource: Record<string, unknown>
}

/**
 * Stores events with the change they tell of. The body is written out now, so that every delivery sends the same bytes
 * whatever becomes of the resource meanwhile.
 */
export async function announce(tx: Transaction, newId: NewId, announcements: Announcement[]): Promise<void> {
  if (announcements.length === 0) return
  const rows = announcements.map(({ merchantId, environment, type, resourceId, sequence, at, resource }) => ({
    id: newId(),
    merchant_id: merchantId,
    environment,
    type,
    resource_id: resourceId,
    sequence,
    body: JSON.stringify({
      type,
      timestamp: at,
      data: { ...resource, environment, merchant_id: merchantId },
    }),
    created_at: at,
  }))
  await tx`
    insert into events (id, merchant_id, environment, type, resource_id, sequence, body, created_at)
    select id, merchant_id, environment, type, resource_id, sequence, body, created_at
    from json_populate_recordset(null::events, ${JSON.stringify(rows)}::json)`
}
