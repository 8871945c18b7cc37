import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CrashPoint } from '../../src/world/world.ts'
import { deaths } from '../prove/deaths.ts'
import { assertDied, type RunningService } from '../run-service.ts'
import { switchReceiptsOn } from '../switch-receipts-on.ts'
import { until } from '../test-clusters.ts'
import { type CrashStage, openCrashStage, orderOf, send } from './money/crash-stage.ts'

const points = deaths['the-service-dies-between-numbers-and-receipts']
const died = new Set<CrashPoint>()
let stage: CrashStage

before(async () => {
  stage = await openCrashStage()
  await switchReceiptsOn(stage.world, { merchantId: stage.merchant.merchant_id, environment: 'sandbox' })
})
after(() => stage.close())

async function pay(service: RunningService): Promise<void> {
  const order = { amount: 1000, phone: '255712345678', simulate_status: 'successful' }
  await send(service, orderOf(stage, 'wallet-push', order)).catch(() => null)
}

async function dieAt(point: CrashPoint, isPaid: boolean): Promise<void> {
  // It has begun when it dies: nothing is due before.
  await stage.world.sql`update fiscal_lanes set due_at = now() + interval '1 hour'`
  const dying = await stage.start(point)
  if (isPaid) await pay(dying)
  await leaseIsOver()
  await assertDied(dying, point)
  died.add(point)
  await leaseIsOver()
}

/** Nobody waits for the lease of the dead. */
async function leaseIsOver(): Promise<void> {
  await stage.world.sql`update fiscal_lanes set due_at = now()`
}

type Left = { number: bigint | null; status: string }
const receipts = async () => [
  ...(await stage.world.sql<
    Left[]
  >`select number, status from fiscal_receipts order by number nulls last, id`),
]
const taken = async () => (await stage.world.sql`select from simulated_fiscal_receipts where is_taken`).count

test('whoever dies between a number and its receipt is followed by one who asks for the same', async () => {
  const { sql } = stage.world
  await dieAt('fiscal.numbered', true)
  assert.deepEqual([await receipts(), await taken()], [[{ number: 1n, status: 'QUEUED' }], 0])
  await dieAt('fiscal.answered', false)
  assert.deepEqual([await receipts(), await taken()], [[{ number: 1n, status: 'QUEUED' }], 1])
  await dieAt('fiscal.recorded', false)
  assert.deepEqual([await receipts(), await taken()], [[{ number: 1n, status: 'ISSUED' }], 1])
  // A day is over that nobody has closed, and on which it was switched on.
  await sql`update fiscal_lanes set closed_through = closed_through - 1`
  await sql`update fiscal_settings set enabled_at = enabled_at - interval '1 day' where is_enabled`
  await dieAt('fiscal.closing', false)
  const days = await sql<{ status: string }[]>`select status from fiscal_days`
  assert.deepEqual(
    days.map(({ status }) => status),
    ['CLOSING'],
  )

  const service = await stage.start()
  await pay(service)
  await until(async () => (await receipts()).filter(({ status }) => status === 'ISSUED').length === 2)
  assert.deepEqual(await receipts(), [
    { number: 1n, status: 'ISSUED' },
    { number: 2n, status: 'ISSUED' },
  ])
  assert.equal(await taken(), 2)
  const closed = await sql<{ status: string }[]>`select status from fiscal_days`
  assert.deepEqual(
    closed.map(({ status }) => status),
    ['CLOSED'],
  )
  const told = await sql`select from events where type = 'fiscal_receipt.issued'`
  assert.equal(told.count, 2)
  service.child.kill('SIGKILL')
  await service.exit
})

test('every point was died at, and the books hold', async () => {
  assert.deepEqual([...died].sort(), [...points].sort())
  const books = await stage.checkBooks()
  assert.equal(books.code, 0, books.output)
})
