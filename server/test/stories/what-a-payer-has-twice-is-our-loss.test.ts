import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertBooksHold } from './money/books.ts'
import { declined, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

type Counter = Awaited<ReturnType<RefundStage['openCounter']>>

const reversed = { kind: 'reversed', providerStatus: 'REVERSED' } as const

/** A thousand that came, was declined, and is on its way back to its payer. */
async function returning(counter: Counter) {
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, { ...succeeded(), hold: 'look first' } as never)
  const answer = await stage.desk.call(`/v1/admin/collections/${id}/decline`, 'live', { body: {} })
  return { collection: String(id), reference, refund: String(answer.body.data.refund_id) }
}

async function sent(refund: string, outcome: typeof declined | ReturnType<typeof succeeded>): Promise<void> {
  stage.provider.script.payOut = () => outcome
  await stage.approve(refund)
  await stage.work()
}

/** What the provider says of the refund itself, later. */
async function tellOf(counter: Counter, refund: string, word: object): Promise<void> {
  const { provider_reference: reference } = await counter.read(refund)
  await stage.provider.tell(stage.service, reference, word as never, { about: 'disbursement' })
}

async function acceptReversal(collection: string): Promise<void> {
  const found = (await stage.desk.discrepancies(collection)).find(
    ({ kind }) => kind === 'reversal_after_failure',
  )
  assert.equal(found?.status, 'open')
  const settled = await stage.desk.settle(found?.id, { action: 'accept_provider', note: 'so' })
  assert.equal(inShort(settled), '200', JSON.stringify(settled.body))
}

/** Whatever of its book is not zero. */
async function bookOf({ merchantId }: Counter): Promise<Record<string, bigint>> {
  const accounts = await stage.service.world.sql<{ kind: string; balance: bigint }[]>`
    select kind, balance from ledger_accounts where merchant_id = ${merchantId} and balance <> 0 order by kind`
  return Object.fromEntries(accounts.map(({ kind, balance }) => [kind, balance]))
}

test('what the provider returns by itself after its refund has arrived is lost by us, and by no merchant', async () => {
  const counter = await stage.openCounter()
  const { collection, reference, refund } = await returning(counter)
  await sent(refund, succeeded())
  assert.deepEqual(await bookOf(counter), { clearing: -100_000n, payout_clearing: 100_000n })
  await stage.provider.tell(stage.service, reference, reversed)
  await acceptReversal(collection)
  assert.deepEqual(await bookOf(counter), { fees: -100_000n, payout_clearing: 100_000n })
  assert.deepEqual(await counter.balance('live'), balanceOf({}))
  assert.deepEqual(await counter.transactions('live'), [])
  await assertBooksHold(stage.service.world)
})

test('and is lost no more once that refund comes back: nobody is owed it', async () => {
  const counter = await stage.openCounter()
  const { collection, reference, refund } = await returning(counter)
  await sent(refund, succeeded())
  await stage.provider.tell(stage.service, reference, reversed)
  await acceptReversal(collection)
  await tellOf(counter, refund, reversed)
  assert.deepEqual(await counter.events(refund), ['refund.success', 'refund.reversed'])
  assert.deepEqual(await bookOf(counter), {})
  await assertBooksHold(stage.service.world)
})

test('a refund that comes back first is owed until the reversal is accepted', async () => {
  const counter = await stage.openCounter()
  const { collection, reference, refund } = await returning(counter)
  await sent(refund, succeeded())
  await stage.provider.tell(stage.service, reference, reversed)
  await tellOf(counter, refund, reversed)
  assert.deepEqual(await bookOf(counter), { clearing: -100_000n, returns: 100_000n })
  await acceptReversal(collection)
  assert.deepEqual(await bookOf(counter), {})
  await assertBooksHold(stage.service.world)
})

test('what turns out not to have been paid after all is owed to nobody who has it back', async () => {
  const counter = await stage.openCounter()
  const { collection, reference, refund } = await returning(counter)
  await sent(refund, declined)
  await stage.provider.tell(stage.service, reference, reversed)
  await acceptReversal(collection)
  assert.deepEqual(await bookOf(counter), {})
  await tellOf(counter, refund, succeeded())
  assert.equal((await counter.read(refund)).status, 'NEEDS_ADMIN_ATTENTION')
  assert.deepEqual(await bookOf(counter), { fees: -100_000n, reserved: 100_000n })
  const decided = await stage.desk.decide(refund, 'resolve', { outcome: 'FAILED', note: 'a mistake' })
  assert.equal(inShort(decided), '200', JSON.stringify(decided.body))
  assert.deepEqual(await bookOf(counter), {})
  await assertBooksHold(stage.service.world)
})
