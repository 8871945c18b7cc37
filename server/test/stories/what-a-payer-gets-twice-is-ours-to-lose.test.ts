import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { declined, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

type Counter = Awaited<ReturnType<RefundStage['openCounter']>>

const reversed = { kind: 'reversed', providerStatus: 'REVERSED' } as const

/** A payment of a thousand that came late, and is owed to its payer by a refund. */
async function owed(counter: Counter) {
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(stage.service)
  for (const word of [declined, succeeded()]) await stage.provider.tell(stage.service, reference, word)
  const [late] = await stage.desk.discrepancies(id)
  const settled = await stage.desk.settle(late?.id, { action: 'return_to_payer', note: 'theirs' })
  assert.equal(inShort(settled), '200', JSON.stringify(settled.body))
  const listed = await counter.dashboard(`/v1/refunds?collection_id=${id}`, 'live')
  const [refund] = listed.body.data.items as Fields[]
  return { id: String(id), reference, refund: String(refund?.id) }
}

async function send(refund: unknown, answer: typeof declined | ReturnType<typeof succeeded>): Promise<void> {
  stage.provider.script.payOut = () => answer
  await stage.approve(refund)
  await stage.work()
}

async function sayOfRefund(
  counter: Counter,
  refund: unknown,
  word: typeof reversed | typeof declined | ReturnType<typeof succeeded>,
) {
  const { provider_reference: sentAs } = await counter.read(refund)
  await stage.provider.tell(stage.service, sentAs, word, { about: 'disbursement' })
}

async function sendAgain(refund: unknown): Promise<string> {
  const again = await stage.desk.call(`/v1/admin/withdrawals/${refund}/return-again`, 'live', { body: {} })
  assert.equal(inShort(again), '200', JSON.stringify(again.body))
  return String(again.body.data.id)
}

async function takenBack(id: string) {
  return (await stage.desk.discrepancies(id)).find(({ kind }) => kind === 'reversal_after_failure')
}

async function accept(id: string): Promise<void> {
  const found = await takenBack(id)
  assert.equal(found?.status, 'open')
  const settled = await stage.desk.settle(found?.id, { action: 'accept_provider', note: 'so' })
  assert.equal(inShort(settled), '200', JSON.stringify(settled.body))
}

/** What the accounts of the merchant hold that are not of the merchant. */
async function accountsOf({ merchantId }: Counter): Promise<Record<string, bigint>> {
  const rows = await stage.service.world.sql<{ kind: string; balance: bigint }[]>`
    select kind, balance from ledger_accounts where merchant_id = ${merchantId} and environment = 'live' and balance <> 0`
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}

test('what the provider takes back after the refund has arrived is our loss, and none if the refund comes back', async () => {
  const counter = await stage.openCounter()
  const { id, reference, refund } = await owed(counter)
  await send(refund, succeeded())
  assert.deepEqual(await accountsOf(counter), { clearing: -100_000n, payout_clearing: 100_000n })
  await stage.provider.tell(stage.service, reference, reversed)
  await accept(id)
  assert.deepEqual(await accountsOf(counter), { fees: -100_000n, payout_clearing: 100_000n })
  await sayOfRefund(counter, refund, reversed)
  assert.equal((await counter.read(refund)).status, 'REVERSED')
  assert.deepEqual(await accountsOf(counter), {})
  assert.deepEqual(await counter.balance('live'), balanceOf({}))
})

test('what is sent twice is not taken from what another payer is owed', async () => {
  const counter = await stage.openCounter()
  const first = await owed(counter)
  await send(first.refund, declined)
  const second = await sendAgain(first.refund)
  await send(second, succeeded())
  const other = await owed(counter)
  await sayOfRefund(counter, first.refund, succeeded())
  assert.equal((await counter.read(first.refund)).status, 'NEEDS_ADMIN_ATTENTION')
  assert.equal((await accountsOf(counter)).returns, 100_000n)
  const resolved = await stage.desk.decide(first.refund, 'resolve', { outcome: 'SUCCESS', note: 'seen' })
  assert.equal(inShort(resolved), '200', JSON.stringify(resolved.body))
  await send(other.refund, succeeded())
  assert.equal((await counter.read(other.refund)).status, 'SUCCESS')
  assert.deepEqual(await accountsOf(counter), {
    ...{ clearing: -200_000n, fees: -100_000n, payout_clearing: 300_000n },
  })
  // One of the two comes back: the payer has it once, and nobody has lost anything.
  await sayOfRefund(counter, second, reversed)
  assert.deepEqual(await accountsOf(counter), { clearing: -200_000n, payout_clearing: 200_000n })
})

test('what we bore for nothing is ours again', async () => {
  const counter = await stage.openCounter()
  const { refund } = await owed(counter)
  await send(refund, declined)
  await send(await sendAgain(refund), succeeded())
  await sayOfRefund(counter, refund, succeeded())
  assert.equal((await accountsOf(counter)).fees, -100_000n)
  const resolved = await stage.desk.decide(refund, 'resolve', { outcome: 'FAILED', note: 'never left' })
  assert.equal(inShort(resolved), '200', JSON.stringify(resolved.body))
  assert.deepEqual(await accountsOf(counter), { clearing: -100_000n, payout_clearing: 100_000n })
})

test('a late payment that the provider calls failed after all is owed to nobody, and not sent', async () => {
  const counter = await stage.openCounter()
  const { id, reference, refund } = await owed(counter)
  await stage.provider.tell(stage.service, reference, declined)
  const found = await takenBack(id)
  assert.deepEqual([found?.status, found?.theirs], ['open', 'failed'])
  assert.equal(inShort(await stage.desk.decide(refund, 'approve')), '409 invalid_state')
  assert.equal(inShort(await stage.desk.decide(refund, 'reject', { note: 'never came' })), '200')
  await accept(id)
  assert.deepEqual(await accountsOf(counter), {})
})

test('a payment that failed once more, and of which nothing is owed, contradicts nothing', async () => {
  const counter = await stage.openCounter()
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(stage.service)
  for (const word of [declined, declined]) await stage.provider.tell(stage.service, reference, word)
  assert.deepEqual(await stage.desk.discrepancies(id), [])
})
