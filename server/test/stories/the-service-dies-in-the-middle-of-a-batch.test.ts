import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { howMuch } from '../how-thorough.ts'
import { deaths } from '../prove/deaths.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { assertDied, type RunningService } from '../run-service.ts'
import { until } from '../test-clusters.ts'
import { assertBooksHold } from './money/books.ts'
import { type Call, type CrashStage, openCrashStage, send } from './money/crash-stage.ts'
import { approvalOf, bringPayoutsBack, prepareForPayouts, signInAdmin, taken } from './payouts/crash.ts'

/** So many rows, and so often the service is killed at any moment while it pays them. */
const rows = howMuch({ test: 80, proveShort: 300, prove: 5_000 })
const kills = howMuch({ test: 1, proveShort: 3, prove: 10 })

let stage: CrashStage
let key = ''
let cookie = ''
before(async () => {
  stage = await openCrashStage()
  key = String((stage.merchant as Record<string, string>).live_api_key)
  await prepareForPayouts(stage)
})
after(() => stage.close())

/** Most are paid; some are refused, answered unclearly and paid all the same, or lose their callback; one is turned away at first. */
function phoneOf(at: number): string {
  if (at === 30) return '255700000105'
  const last = { 5: '02', 11: '03', 17: '10', 23: '11' }[at % 40]
  return last === undefined ? `2557540${10_000 + at}` : `2557000001${last}`
}

function batchOf(count: number): Call {
  return {
    path: '/v1/disbursement-batches',
    body: {
      merchant_id: stage.merchant.merchant_id,
      name: 'Salaries',
      rows: Array.from({ length: count }, (_, at) => ({
        reference: randomUUID(),
        amount: String(100 + (at % 7)),
        destination_code: 'MPESA',
        destination_name: 'Asha',
        destination_identifier: phoneOf(at),
      })),
    },
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
  }
}

async function approvalFor(id: string): Promise<Call> {
  const [row] = await stage.world.sql<{ hash: string }[]>`
    select content_hash as hash from disbursement_batches where id = ${id}`
  return {
    path: `/v1/admin/disbursement-batches/${id}/approve`,
    body: { content_hash: row?.hash ?? '' },
    headers: { cookie, 'idempotency-key': randomUUID() },
  }
}

async function statusOf(id: string): Promise<string> {
  const [row] = await stage.world.sql<{ status: string }[]>`
    select status from disbursement_batches where id = ${id}`
  return row?.status ?? 'none'
}

/** What a Super Admin does about a batch that is paused: what was turned away is sent again, and it goes on. */
async function helpOn(service: RunningService, id: string): Promise<void> {
  const blocked = await stage.world.sql<{ id: string }[]>`
    select id from withdrawals where batch_id = ${id} and status = 'BLOCKED_IP_WHITELIST'`
  for (const row of blocked) {
    await send(service, { ...approvalOf(row.id, cookie), path: `/v1/admin/withdrawals/${row.id}/retry` })
  }
  if ((await statusOf(id)) !== 'PAUSED') return
  await send(service, {
    path: `/v1/admin/disbursement-batches/${id}/resume`,
    body: {},
    headers: { cookie },
  })
}

/** As long as it goes on: thousands of rows take longer than anybody waits for one step. */
async function untilDone(service: RunningService, id: string): Promise<void> {
  let round = 0
  for (let ended = -1; ; ) {
    await until(async () => {
      round += 1
      // Leases of the dead, and whatever is asked about later, are cut short.
      if (round % 40 === 0) await bringPayoutsBack(stage.world)
      if (round % 10 === 0) await helpOn(service, id)
      const [now] = await stage.world.sql<{ status: string; ended: number }[]>`
        select status, (select count(*)::int from withdrawals where batch_id = b.id and completed_at is not null) as ended
        from disbursement_batches b where id = ${id}`
      const isFurther = now?.status === 'DONE' || (now?.ended ?? 0) > ended
      ended = now?.ended ?? 0
      return isFurther
    })
    if ((await statusOf(id)) === 'DONE') return
  }
}

/** Each row as the network has it in its own book, beside ours. */
async function assertPaidOnce(id: string, count: number): Promise<void> {
  const [both] = await stage.world.sql<Record<string, number | bigint>[]>`
    select count(*)::int as rows, count(n.reference)::int as known,
      count(*) filter (where w.status = 'SUCCESS')::int as ours, count(*) filter (where n.state = 'paid')::int as theirs,
      count(*) filter (where (w.status = 'SUCCESS') <> (coalesce(n.state, 'none') = 'paid'))::int as unlike,
      coalesce(sum(w.amount) filter (where w.status = 'SUCCESS'), 0)::bigint as our_sum,
      coalesce(sum(n.paid_amount), 0)::bigint as their_sum
    from withdrawals w left join network_payouts n on n.reference = w.provider_reference where w.batch_id = ${id}`
  assert.deepEqual([both?.rows, both?.known, both?.unlike], [count, count, 0])
  assert.equal(both?.ours, both?.theirs)
  assert.equal(both?.our_sum, both?.their_sum)
  assert.ok(Number(both?.ours) > count / 2)
  const [told] = await stage.world.sql<{ events: number; twice: number }[]>`
    select count(*)::int as events, (count(*) - count(distinct (resource_id, type)))::int as twice from events
    where resource_id in (select id from withdrawals where batch_id = ${id})`
  assert.deepEqual([told?.events, told?.twice], [count * 2, 0])
}

const points = deaths['the-service-dies-in-the-middle-of-a-batch']

test(`the service dies where it decides, hands over and ends, and every row is paid once`, async () => {
  const count = 60
  const first = await stage.start('batch.deciding')
  cookie = await signInAdmin(first)
  const id = await taken(first, batchOf(count))
  const approval = await approvalFor(id)
  assert.equal(await send(first, approval), null, 'it died before it could answer')
  await assertDied(first)
  assert.equal(await statusOf(id), 'PENDING_ADMIN_APPROVAL', 'nothing of it was kept')
  const second = await stage.start('batch.handing-over')
  const approved = await send(second, approval)
  assert.ok(approved === null || approved.status === 200, JSON.stringify(approved?.body))
  await assertDied(second)
  const third = await stage.start('batch.ending')
  let isDead = false
  third.exit.then(() => {
    isDead = true
  })
  let round = 0
  await until(async () => {
    round += 1
    if (round % 40 === 0) await bringPayoutsBack(stage.world)
    if (round % 10 === 0 && !isDead) await helpOn(third, id)
    return isDead
  })
  await assertDied(third)
  assert.equal(await statusOf(id), 'PROCESSING', 'its end was not kept')
  const last = await stage.start()
  const repeated = await send(last, approval)
  assert.ok([200, 409].includes(repeated?.status ?? 0), 'who repeats a decision changes nothing')
  await untilDone(last, id)
  await assertPaidOnce(id, count)
  last.child.kill('SIGKILL')
  await last.exit
  assert.equal(points.length, 3)
})

test(`a batch of ${rows} rows is paid by services that are killed ${kills} times, each row once`, async (context) => {
  tellProof(context, `${rows} rows, ${kills} kills`)
  let service = await stage.start()
  const id = await taken(service, batchOf(rows))
  assert.equal((await send(service, await approvalFor(id)))?.status, 200)
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(300 + Math.random() * 2_000)
    await helpOn(service, id)
    service.child.kill('SIGKILL')
    await service.exit
    service = await stage.start()
  }
  await untilDone(service, id)
  await assertPaidOnce(id, rows)
  await assertBooksHold(stage.world)
  const books = await stage.checkBooks()
  assert.equal(books.code, 0, books.output)
  service.child.kill('SIGTERM')
  assert.deepEqual(await service.exit, { code: 0, signal: null })
})
