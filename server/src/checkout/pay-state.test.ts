import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses } from '@malipo/contract'
import { isOpen, type Judged, type PayState, stateOf } from './pay-state.ts'

const since = new Date('2026-05-05T11:00:00Z')
const fresh: Judged = {
  status: 'created',
  method: null,
  qr_payload: null,
  failure_code: null,
  since,
  lastSource: 'caller',
}
const push: Partial<Judged> = { status: 'processing', method: 'USSD_PUSH', lastSource: 'customer' }
const code: Partial<Judged> = { ...push, method: 'DYNAMIC_QR' }
const failed: Partial<Judged> = {
  ...push,
  status: 'failed',
  lastSource: 'callback',
  failure_code: 'declined',
}

/** What is known, how many seconds the payer has waited, and what the page says. */
const table: [known: Partial<Judged>, seconds: number, state: PayState][] = [
  [{}, 0, 'choose'],
  [{}, 80_000, 'choose'],
  [push, 0, 'waiting'],
  [push, 14.999, 'waiting'],
  [push, 15, 'help'],
  [push, 119.999, 'help'],
  [push, 120, 'unanswered'],
  [push, 90_000, 'unanswered'],
  [{ ...push, method: 'STK_PUSH' }, 20, 'help'],
  [{ ...push, method: 'PROVIDER_PESA_PUSH' }, 200, 'unanswered'],
  [code, 0, 'preparing'],
  [{ ...code, qr_payload: '0002' }, 0, 'scan'],
  [{ ...code, qr_payload: '0002' }, 90_000, 'scan'],
  [{ ...push, status: 'successful', lastSource: 'callback' }, 0, 'paid'],
  [{ ...push, status: 'successful', lastSource: 'super_admin' }, 0, 'paid'],
  [{ ...push, status: 'pending_clearance', lastSource: 'look_up' }, 200, 'held'],
  [{ ...push, status: 'reversed', lastSource: 'callback' }, 0, 'returned'],
  [failed, 0, 'failed'],
  [{ ...failed, lastSource: 'reply', failure_code: 'refused' }, 0, 'failed'],
  [{ ...failed, lastSource: 'look_up', failure_code: 'expired' }, 0, 'failed'],
  [{ ...failed, lastSource: 'super_admin', failure_code: 'rejected' }, 0, 'declined'],
  [{ ...failed, lastSource: 'super_admin', failure_code: null }, 0, 'declined'],
  [{ ...failed, lastSource: 'customer', failure_code: 'cancelled' }, 0, 'left'],
  [{ ...failed, lastSource: 'expiry', failure_code: 'expired' }, 0, 'expired'],
]

test('the page says what is true of the payment, for every state and wait', () => {
  for (const [known, seconds, state] of table) {
    const now = new Date(since.getTime() + seconds * 1_000)
    assert.equal(stateOf({ ...fresh, ...known }, now), state, JSON.stringify([known, seconds]))
  }
  const statuses = new Set(table.map(([known]) => known.status ?? 'created'))
  assert.deepEqual([...statuses].sort(), [...collectionStatuses].sort())
})

test('only where something may still come by itself does the page look again', () => {
  const open = table.map(([, , state]) => state).filter(isOpen)
  assert.deepEqual([...new Set(open)].sort(), ['help', 'preparing', 'scan', 'unanswered', 'waiting'])
})
