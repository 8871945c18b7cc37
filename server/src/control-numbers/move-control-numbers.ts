import type { Transaction } from '../database/database.ts'
import { announce } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import {
  type ControlNumberStatus,
  controlNumberEventOf,
  type Mover,
  mayMove,
} from './control-number-lifecycle.ts'
import { type ControlNumberRow, controlNumberColumns, showControlNumber } from './control-number-row.ts'

/** One control number, locked by the caller, and what becomes of it. */
export type ControlNumberMove = {
  number: ControlNumberRow
  /** The same where only its figures change. */
  to: ControlNumberStatus
  by: Mover
  at: Date
  paid?: { count: number; amount: bigint }
}

/**
 * The one place where control numbers change their state and figures, and where that is told. A step that the lifecycle does not know is a
 * fault of ours.
 */
export async function moveControlNumbers(
  tx: Transaction,
  world: World,
  moves: ControlNumberMove[],
): Promise<ControlNumberRow[]> {
  if (moves.length === 0) return []
  const after = moves.map(moved)
  const steps = moves.flatMap(({ number, to, by, at }, place) => {
    const row = after[place]
    return row && number.status !== to ? [{ row, from: number.status, by, at }] : []
  })
  const history = steps.map(({ row, from, by, at }) => ({
    merchant_id: row.merchant_id,
    control_number_id: row.id,
    seq: row.moves,
    from_status: from,
    to_status: row.status,
    mover: by,
    event: controlNumberEventOf(from, row.status),
    at,
  }))
  const written = JSON.stringify(after, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  await tx`
    with told as (
      insert into control_number_history (merchant_id, control_number_id, seq, from_status, to_status, mover, event, at)
      select merchant_id, control_number_id, seq, from_status, to_status, mover, event, at
      from json_populate_recordset(null::control_number_history, ${JSON.stringify(history)}::json)
    )
    update control_numbers n
    set status = m.status, paid_count = m.paid_count, paid_amount = m.paid_amount, moves = m.moves, paid_at = m.paid_at,
      cancelled_at = m.cancelled_at, updated_at = m.updated_at
    from json_populate_recordset(null::control_numbers, ${written}::json) m where n.id = m.id and n.merchant_id = m.merchant_id`
  await announce(tx, world.newId, steps.flatMap(announcementOf))
  return after
}

function moved({ number, to, by, at, paid }: ControlNumberMove): ControlNumberRow {
  const isSame = number.status === to
  if (!isSame && !mayMove(number.status, to, by)) {
    throw new Error(`${by} may not move control number ${number.id} from ${number.status} to ${to}`)
  }
  return {
    ...number,
    status: to,
    paid_count: paid?.count ?? number.paid_count,
    paid_amount: paid?.amount ?? number.paid_amount,
    moves: isSame ? number.moves : number.moves + 1,
    paid_at: to === 'PAID' ? (number.paid_at ?? at) : null,
    cancelled_at: to === 'CANCELLED' ? (number.cancelled_at ?? at) : null,
    updated_at: at,
  }
}

function announcementOf({ row, from }: { row: ControlNumberRow; from: ControlNumberStatus }) {
  const type = controlNumberEventOf(from, row.status)
  if (type === null) return []
  return [
    {
      merchantId: row.merchant_id,
      environment: row.environment,
      type,
      resourceId: row.id,
      sequence: row.moves,
      at: row.updated_at,
      resource: { ...showControlNumber(row), control_number_id: row.id },
    },
  ]
}

/** In the order of their ids, and after invoices, as everybody does. */
export async function lockControlNumbers(
  tx: Transaction,
  { ids = [], invoiceIds = [] }: { ids?: string[]; invoiceIds?: string[] },
): Promise<ControlNumberRow[]> {
  if (ids.length === 0 && invoiceIds.length === 0) return []
  const found = await tx<{ id: string }[]>`
    select id from control_numbers where id = any(${ids}::uuid[])
    union select id from control_numbers where invoice_id = any(${invoiceIds}::uuid[])`
  if (found.length === 0) return []
  return await tx<ControlNumberRow[]>`
    select ${controlNumberColumns} from control_numbers where id = any(${found.map(({ id }) => id)}::uuid[])
    order by id for update`
}
