import { createHash } from 'node:crypto'

type BatchState = { status: string; sequence: number; byStatus: Record<string, number>; paid: string }

const paused: BatchState = {
  status: 'PAUSED',
  sequence: 3,
  byStatus: { BLOCKED_IP_WHITELIST: 1, PROCESSING: 1 },
  paid: '0.00',
}

export const batchStates = {
  'disbursement_batch.approved': {
    status: 'PROCESSING',
    sequence: 2,
    byStatus: { PROCESSING: 2 },
    paid: '0.00',
  },
  'disbursement_batch.rejected': { status: 'REJECTED', sequence: 2, byStatus: { REJECTED: 2 }, paid: '0.00' },
  'disbursement_batch.paused': paused,
  'disbursement_batch.done': {
    status: 'DONE',
    sequence: 3,
    byStatus: { FAILED: 1, SUCCESS: 1 },
    paid: '10000.00',
  },
} as const satisfies Record<string, BatchState>

export function isOfBatch(type: string): type is keyof typeof batchStates {
  return type in batchStates
}

type Wish = { at: Date; sequence?: number; status?: string }

/** Two rows, of which it is told as of many. */
export function sampleBatch(type: keyof typeof batchStates, id: string, { at, sequence, status }: Wish) {
  const state: BatchState = batchStates[type]
  const then = at.toISOString()
  const isOver = state.status === 'REJECTED' || state.status === 'DONE'
  return {
    id,
    name: 'Salaries',
    status: status ?? state.status,
    approve_rows: false,
    retry_of: null,
    row_count: 2,
    currency: 'TZS',
    amount_total: '20000.00',
    charges_total: '200.00',
    content_hash: createHash('sha256').update(id).digest('hex'),
    metadata: {},
    created_at: then,
    updated_at: then,
    completed_at: isOver ? then : null,
    by_status: state.byStatus,
    amount_paid: state.paid,
    batch_id: id,
    sequence: sequence ?? state.sequence,
  }
}
