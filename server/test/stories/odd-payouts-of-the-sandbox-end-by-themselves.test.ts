import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type NetworkStage, openNetworkStage } from './payouts/network-stage.ts'
import { referenceOf } from './payouts/stage.ts'
import type { Till } from './payouts/till.ts'

let stage: NetworkStage
let till: Till
before(async () => {
  stage = await openNetworkStage()
  till = await stage.openTill()
  dataOf(await till.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: 0 } }))
  dataOf(await till.call('/v1/sandbox/top-up', { body: { amount: '50000' } }))
})
after(() => stage.close())

async function disburse(last: string, amount = '1000'): Promise<unknown> {
  const order = { amount, destination_code: 'MPESA', destination_name: 'Asha' }
  const body = { merchant_id: till.merchantId, ...order, destination_identifier: `2557000001${last}` }
  const headers = { 'idempotency-key': randomUUID() }
  return dataOf(await till.call('/v1/disbursements/mobile-money', { body, headers })).id
}

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await stage.round()
}

/** The states that it went through after it was asked for, and who led it there. */
async function wayOf(id: unknown): Promise<string[]> {
  const { history } = await till.read(id, 'sandbox')
  return history.slice(1).map(({ to, source }) => `${to} by ${source}`)
}

const approved = 'PROCESSING by simulated_admin'

/** Where each odd recipient leads first, and what the operator makes of it. */
const odd: Record<string, { waits: string; end: string[]; event: string }> = {
  '04': {
    waits: 'NEEDS_RECONCILIATION by reply',
    end: ['FAILED by simulated_admin'],
    event: 'disbursement.failed',
  },
  '05': {
    waits: 'BLOCKED_IP_WHITELIST by reply',
    end: [approved, 'SUCCESS by callback'],
    event: 'disbursement.success',
  },
  '06': { waits: approved, end: ['FAILED by simulated_admin'], event: 'disbursement.failed' },
  '07': {
    waits: 'NEEDS_ADMIN_ATTENTION by callback',
    end: ['SUCCESS by simulated_admin'],
    event: 'disbursement.success',
  },
  '16': {
    waits: 'INFO_REQUESTED by simulated_admin',
    end: [approved, 'SUCCESS by callback'],
    event: 'disbursement.success',
  },
}

test('recipients that choose an odd outcome pass through its state, and a simulated operator settles them', async () => {
  const before = Number((await till.balance()).available)
  const ids = new Map<string, unknown>()
  for (const last of Object.keys(odd)) ids.set(last, await disburse(last))
  await rounds(3)
  for (const [last, id] of ids) assert.equal((await wayOf(id)).at(-1), odd[last]?.waits, last)
  await stage.operate()
  await rounds(4)
  let paid = 0
  for (const [last, id] of ids) {
    const { waits = '', end = [], event } = odd[last] ?? {}
    const first = waits === approved || last === '16' ? [] : [approved]
    assert.deepEqual(await wayOf(id), [...first, waits, ...end], last)
    assert.equal((await till.events(id)).at(-1), event, last)
    const { status, failure_code: code } = await till.read(id, 'sandbox')
    assert.equal(code, status === 'FAILED' ? 'refused' : null, last)
    if (status === 'SUCCESS') paid += 1010
  }
  assert.equal(Number((await till.balance()).available), before - paid)
  assert.equal((await till.balance()).reserved, '0.00')
})

test('every recipient of the sandbox ends in SUCCESS or FAILED, or in REVERSED after SUCCESS', async () => {
  const lasts = Array.from({ length: 16 }, (_, at) => String(at + 1).padStart(2, '0'))
  const ids = new Map<string, unknown>()
  for (const last of lasts) ids.set(last, await disburse(last, '100'))
  for (let day = 0; day < 3; day += 1) {
    await rounds(3)
    await stage.operate()
    await stage.later()
  }
  const ends: Fields = {}
  for (const [last, id] of ids) ends[last] = await till.status(id, 'sandbox')
  const failed = ['02', '04', '06', '12', '13', '14', '15']
  const expected = lasts.map((last) => [last, failed.includes(last) ? 'FAILED' : 'SUCCESS'])
  assert.deepEqual(ends, { ...Object.fromEntries(expected), '08': 'REVERSED' })
})

test('a question that the merchant answers in time is not asked again', async () => {
  const id = await disburse('16')
  await rounds(2)
  assert.equal(await till.status(id, 'sandbox'), 'INFO_REQUESTED')
  assert.deepEqual(await till.events(id), ['disbursement.info_requested'])
  const path = `/v1/merchant/withdrawals/${id}/info`
  dataOf(await till.dashboard(path, 'sandbox', { body: { message: 'our supplier' } }))
  await rounds(4)
  assert.deepEqual(await wayOf(id), [
    'INFO_REQUESTED by simulated_admin',
    'PENDING_ADMIN_APPROVAL by merchant',
    approved,
    'SUCCESS by callback',
  ])
})

test('what can no longer be covered when the operator approves it fails', async () => {
  const available = Number((await till.balance()).available)
  const asked = await disburse('16', '1000')
  const rest = Math.floor((available / 1.01) * 100) / 100
  await rounds(2)
  await disburse('01', rest.toFixed(2))
  await rounds(4)
  await stage.operate()
  assert.equal((await wayOf(asked)).at(-1), 'FAILED by simulated_admin')
  const { failure_code: code } = await till.read(asked, 'sandbox')
  assert.equal(code, 'insufficient_funds')
  dataOf(await till.call('/v1/sandbox/top-up', { body: { amount: '50000' } }))
})

test('what a person has taken up, in the sandbox or in live, is left to people', async () => {
  const inSandbox = await disburse('01')
  const asked = await stage.desk.decide(inSandbox, 'request-info', { note: 'who?' }, 'sandbox')
  assert.equal(inShort(asked), '200')
  const live = await Promise.all(
    ['04', '05', '06', '07', '16'].map(async (last) => {
      const { id } = await till.submit({ destination_phone: `07000001${last}`, amount: '100' })
      assert.equal(inShort(await stage.desk.decide(id, 'approve')), '200')
      return id
    }),
  )
  await rounds(3)
  await stage.operate()
  assert.equal(await till.status(inSandbox, 'sandbox'), 'INFO_REQUESTED')
  assert.deepEqual(await Promise.all(live.map((id) => till.status(id))), [
    'NEEDS_RECONCILIATION',
    'BLOCKED_IP_WHITELIST',
    'PROCESSING',
    'NEEDS_ADMIN_ATTENTION',
    'SUCCESS',
  ])
  assert.equal(await stage.taken(referenceOf(live[1])), 0)
})
