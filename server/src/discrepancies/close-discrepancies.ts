import type { Transaction } from '../database/database.ts'
import type { Action } from './settlements.ts'

export type Closed = {
  id: string
  action: Action
  note: string | null
  /** Nobody, where money that arrived has left nothing to decide. */
  settledBy: string | null
}

/** Writes that these are settled. The caller has locked them while they were open. */
export async function closeDiscrepancies(tx: Transaction, closed: Closed[], at: Date): Promise<void> {
  await tx`
    update discrepancies d set status = 'settled', action = c.action, note = c.note, settled_by = c.settled_by, settled_at = ${at}
    from unnest(${closed.map(({ id }) => id)}::uuid[], ${closed.map(({ action }) => action)}::text[],
      ${closed.map(({ note }) => note)}::text[], ${closed.map(({ settledBy }) => settledBy)}::uuid[])
      as c (id, action, note, settled_by)
    where d.id = c.id`
}
