import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses } from '@malipo/contract'
import { isOpen, type Judged, type PayState, stateOf } from './pay-state.ts'

const since = new Date('2026-05-05T11:00:00Z')

type Known = Partial<Judged['collection']> & {
  /** What became of each try; the last is the one that is waited for. */
  tries?: string
  method?: Judged['tries'][number]['method']
  mayBegin?: boolean
  by?: string
  /** After how many seconds a code has run out. */
  codeLives?: number
}

function judged({
  tries = '',
  method = 'USSD_PUSH',
  mayBegin = false,
  by = 'caller',
  codeLives,
  ...known
}: Known): Judged {
  const states = tries.split(' ').filter((state) => state !== '') as Judged['tries'][number]['state'][]
  return {
    collection: { status: 'created', qr_payload: null, failure_code: null, ...known },
    tries: states.map((state) => ({ method, state, created_at: since })),
    codeEndsAt: codeLives === undefined ? null : new Date(since.getTime() + codeLives * 1_000),
    may: { begin: mayBegin },
    lastSource: by,
  }
}

const push: Known = { status: 'processing', tries: 'open', by: 'customer' }
const code: Known = { ...push, method: 'DYNAMIC_QR' }
const between: Known = { status: 'processing', mayBegin: true, by: 'customer' }
const failed: Known = { status: 'failed', tries: 'failed', by: 'callback', failure_code: 'declined' }

/** What is known, how many seconds the payer has waited, and what the page says. */
const table: [known: Known, seconds: number, state: PayState][] = [
  [{ mayBegin: true }, 0, 'choose'],
  [{ mayBegin: true }, 80_000, 'choose'],
  [{ mayBegin: false }, 90_000, 'expired'],
  [push, 0, 'waiting'],
  [push, 14.999, 'waiting'],
  [push, 15, 'help'],
  [push, 119.999, 'help'],
  [push, 120, 'unanswered'],
  [push, 90_000, 'unanswered'],
  [{ ...push, method: 'STK_PUSH' }, 20, 'help'],
  [{ ...push, method: 'PROVIDER_PESA_PUSH' }, 200, 'unanswered'],
  [{ ...push, tries: 'failed cancelled open' }, 3, 'waiting'],
  [code, 0, 'preparing'],
  [code, 119.999, 'preparing'],
  [code, 120, 'unanswered'],
  [{ ...code, qr_payload: '0002' }, 0, 'scan'],
  [{ ...code, qr_payload: '0002' }, 90_000, 'scan'],
  [{ ...code, qr_payload: '0002', codeLives: 900 }, 899.999, 'scan'],
  [{ ...code, qr_payload: '0002', codeLives: 900 }, 900, 'lapsed'],
  [{ ...code, codeLives: 900 }, 900, 'unanswered'],
  [{ ...between, tries: 'failed' }, 0, 'retry'],
  [{ ...between, tries: 'cancelled failed' }, 500, 'retry'],
  [{ ...between, tries: 'cancelled' }, 0, 'choose'],
  [{ ...between, tries: 'failed', mayBegin: false }, 0, 'failed'],
  [{ ...push, status: 'successful', by: 'callback', tries: 'paid' }, 0, 'paid'],
  [{ ...push, status: 'successful', by: 'super_admin' }, 0, 'paid'],
  [{ ...push, status: 'pending_clearance', by: 'look_up' }, 200, 'held'],
  [{ ...push, status: 'reversed', by: 'callback' }, 0, 'returned'],
  [failed, 0, 'failed'],
  [{ ...failed, by: 'reply', failure_code: 'refused' }, 0, 'failed'],
  [{ ...failed, by: 'look_up', failure_code: 'expired' }, 0, 'failed'],
  [{ ...failed, by: 'super_admin', failure_code: 'rejected' }, 0, 'declined'],
  [{ ...failed, by: 'super_admin', failure_code: null }, 0, 'declined'],
  [{ ...failed, by: '' }, 0, 'declined'],
  [{ ...failed, by: 'customer', failure_code: 'cancelled' }, 0, 'left'],
  [{ ...failed, by: 'expiry' }, 0, 'expired'],
  [{ status: 'failed', by: 'expiry', failure_code: 'expired' }, 0, 'expired'],
]

test('the page says what is true of the payment, for every state and wait', () => {
  for (const [known, seconds, state] of table) {
    const now = new Date(since.getTime() + seconds * 1_000)
    assert.equal(stateOf(judged(known), now), state, JSON.stringify([known, seconds]))
  }
  const statuses = new Set(table.map(([known]) => known.status ?? 'created'))
  assert.deepEqual([...statuses].sort(), [...collectionStatuses].sort())
})

test('only where something may still come by itself does the page look again', () => {
  const open = table.map(([, , state]) => state).filter(isOpen)
  assert.deepEqual([...new Set(open)].sort(), [
    'help',
    'lapsed',
    'preparing',
    'scan',
    'unanswered',
    'waiting',
  ])
})
