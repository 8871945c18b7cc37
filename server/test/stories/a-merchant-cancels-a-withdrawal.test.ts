import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Reply } from '../service.ts'
import { balanceOf, inWords } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, openPayoutStage, type PayoutStage, referenceOf } from './payouts/stage.ts'
import type { Till } from './payouts/till.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

type Cancel = (till: Till, id: unknown, headers?: Record<string, string>) => Promise<Reply>

const doors: Record<string, Cancel> = {
  'a person in the dashboard': (till, id, headers) => till.cancel(id, headers),
  'a program with a key': (till, id, headers) =>
    till.call(`/v1/disbursements/${id}/cancel`, {
      key: till.liveKey,
      method: 'POST',
      headers: headers ?? {},
    }),
}

async function auditOf(id: unknown): Promise<string[]> {
  const rows = await stage.service.world.sql<{ action: string; actor_kind: string; details: unknown }[]>`
    select action, actor_kind, details from audit_log
    where subject_id = ${String(id)} and action <> 'withdrawal.request' order by seq`
  return rows.map(({ action, actor_kind: who, details }) => `${action} by ${who}: ${JSON.stringify(details)}`)
}

for (const [who, cancel] of Object.entries(doors)) {
  const actor = who.includes('key') ? 'api_key' : 'member'

  test(`${who} cancels what nobody has approved: it is rejected, no money moved, and it is told as failed`, async () => {
    const till = await stage.openTill()
    const { id } = await till.submit()
    const cancelled = await cancel(till, id)
    assert.equal(inShort(cancelled), '200')
    const { status, failure_code: code, failure_message: words, completed_at: at } = cancelled.body.data
    assert.deepEqual([status, code, words], ['REJECTED', 'cancelled', 'The merchant cancelled it.'])
    assert.notEqual(at, null)
    assert.equal((await till.path(id)).at(-1), 'PENDING_ADMIN_APPROVAL → REJECTED by merchant')
    assert.deepEqual(await till.events(id), ['disbursement.failed'])
    const told = await till.lastTold(id)
    assert.deepEqual([told.status, told.failure_code, told.withdrawal_id], ['REJECTED', 'cancelled', id])
    const decision = { from: 'PENDING_ADMIN_APPROVAL', to: 'REJECTED' }
    assert.deepEqual(await auditOf(id), [`withdrawal.cancel by ${actor}: ${JSON.stringify(decision)}`])
    assert.deepEqual(
      (await till.notices()).map(({ kind }) => kind),
      ['withdrawal.cancelled'],
    )
    assert.deepEqual([await till.pending(), inWords(await till.transactions('live')).length], ['0.00', 1])
  })

  test(`${who} cancels what a Super Admin asks about, and nothing that is decided`, async () => {
    const till = await stage.openTill()
    const asked = await till.submit()
    await stage.desk.decide(asked.id, 'request-info', { note: 'who is Asha?' })
    assert.equal(inShort(await cancel(till, asked.id)), '200')
    assert.equal((await till.path(asked.id)).at(-1), 'INFO_REQUESTED → REJECTED by merchant')
    const { id } = await stage.sent(till, accepted)
    for (const over of [asked.id, id]) {
      assert.equal(inShort(await cancel(till, over)), '409 invalid_state')
    }
    for (const action of ['approve', 'reject', 'request-info'] as const) {
      const late = await stage.desk.decide(asked.id, action, { note: 'too late' })
      assert.equal(inShort(late), '409 invalid_state')
    }
    assert.equal(stage.sentUnder(referenceOf(asked.id)).length, 0)
  })

  test(`${who} who repeats the request with its key gets the same answer, and cancels once`, async () => {
    const till = await stage.openTill()
    const { id } = await till.submit()
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [await cancel(till, id, headers), await cancel(till, id, headers)]
    assert.deepEqual([inShort(first), inShort(again)], ['200', '200'])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(inShort(await cancel(till, id)), '409 invalid_state')
    assert.deepEqual(await till.events(id), ['disbursement.failed'])
  })

  test(`${who} cancels nothing of somebody else, of the other environment, or that is not there`, async () => {
    const [till, other] = [await stage.openTill(), await stage.openTill()]
    const { id } = await till.submit()
    for (const nobody of [randomUUID(), 'nothing']) {
      assert.equal(inShort(await cancel(till, nobody)), '404 not_found')
    }
    assert.equal(inShort(await cancel(other, id)), '404 not_found')
    const inSandbox = await till.call(`/v1/disbursements/${id}/cancel`, { method: 'POST' })
    assert.equal(inShort(inSandbox), '404 not_found')
    assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL')
    assert.deepEqual(await auditOf(id), [])
  })
}

test('of those who cancel and approve at once, one wins, and the money agrees with it', async () => {
  const till = await stage.openTill()
  const ids = await Promise.all(
    Array.from({ length: 6 }, async () => (await till.submit({ amount: '1000' })).id),
  )
  const answers = await Promise.all(
    ids.map((id, at) => {
      const both = [() => till.cancel(id), () => stage.desk.decide(id, 'approve')]
      return Promise.all((at % 2 === 0 ? both : both.reverse()).map((act) => act()))
    }),
  )
  for (const both of answers) assert.deepEqual(both.map(inShort).sort(), ['200', '409 invalid_state'])
  const statuses = await Promise.all(ids.map((id) => till.status(id)))
  const approved = statuses.filter((status) => status === 'PROCESSING').length
  assert.equal(approved + statuses.filter((status) => status === 'REJECTED').length, 6)
  const reserved = 1010 * approved
  assert.deepEqual(
    await till.balance('live'),
    balanceOf({ available: `${100_000 - reserved}.00`, reserved: `${reserved}.00` }),
  )
})
