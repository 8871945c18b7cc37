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

/** A payment that waits for clearance. */
async function held(counter: Counter): Promise<string> {
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, { ...succeeded(), hold: 'look first' } as never)
  return String(id)
}

async function returnsOf({ merchantId }: Counter): Promise<bigint> {
  const [account] = await stage.service.world.sql<{ balance: bigint }[]>`
    select balance from ledger_accounts where merchant_id = ${merchantId} and kind = 'returns'`
  return account?.balance ?? 0n
}

test('what is declined goes back to whoever paid, uncharged, after an approval of its own', async () => {
  const counter = await stage.openCounter()
  const id = await held(counter)
  const answer = await stage.desk.call(`/v1/admin/collections/${id}/decline`, 'live', {
    body: { note: 'odd' },
  })
  assert.equal(inShort(answer), '200')
  assert.equal(answer.body.data.status, 'failed')
  const refund = await counter.read(answer.body.data.refund_id)
  assert.deepEqual(
    [refund.status, refund.origin, refund.reason, refund.amount, refund.total_charges],
    ['PENDING_ADMIN_APPROVAL', 'declined', null, '1000.00', '0.00'],
  )
  assert.equal(await returnsOf(counter), 100_000n)
  stage.provider.script.payOut = () => succeeded()
  await stage.approve(refund.id)
  await stage.work()
  assert.equal((await counter.read(refund.id)).status, 'SUCCESS')
  assert.equal(await returnsOf(counter), 0n)
  assert.deepEqual(await counter.balance('live'), balanceOf({}))
  assert.deepEqual(await counter.transactions('live'), [])
})

test('with return_to_payer false it stays with the provider', async () => {
  const counter = await stage.openCounter()
  const id = await held(counter)
  const body = { note: 'odd', return_to_payer: false }
  const answer = await stage.desk.call(`/v1/admin/collections/${id}/decline`, 'live', { body })
  assert.equal(answer.body.data.refund_id, null)
  assert.equal(await returnsOf(counter), 0n)
})

test('if the refund fails, the money waits, and goes out once more by another, once', async () => {
  const counter = await stage.openCounter()
  const id = await held(counter)
  const answer = await stage.desk.call(`/v1/admin/collections/${id}/decline`, 'live', { body: {} })
  const first = answer.body.data.refund_id
  stage.provider.script.payOut = () => declined
  await stage.approve(first)
  await stage.work()
  assert.equal(await returnsOf(counter), 100_000n)
  const again = () => stage.desk.call(`/v1/admin/withdrawals/${first}/return-again`, 'live', { body: {} })
  const second = await again()
  assert.equal(inShort(second), '200', JSON.stringify(second.body))
  assert.equal(inShort(await again()), '409 invalid_state')
  stage.provider.script.payOut = () => succeeded()
  await stage.approve(second.body.data.id)
  await stage.work()
  assert.equal(await returnsOf(counter), 0n)
  // The first was paid after all: what the payer has twice is nobody's loss but ours.
  const { provider_reference: reference } = await counter.read(first)
  await stage.provider.tell(stage.service, reference, succeeded(), { about: 'disbursement' })
  assert.equal((await counter.read(first)).status, 'NEEDS_ADMIN_ATTENTION')
  assert.deepEqual(await counter.balance('live'), balanceOf({ reserved: '1000.00' }))
})

test('late money, and money of another amount, goes back by settling what contradicts us', async () => {
  const counter = await stage.openCounter()
  for (const [words, amount] of [
    [[declined, succeeded()], '1000.00'],
    [[succeeded(110_000n)], '1100.00'],
  ] as const) {
    const { id, provider_reference: reference } = await counter.push(
      { amount: '1000.00' },
      { key: counter.liveKey },
    )
    await workOnce(stage.service)
    for (const word of words) await stage.provider.tell(stage.service, reference, word)
    const [found] = await stage.desk.discrepancies(id)
    const settled = await stage.desk.settle(found?.id, { action: 'return_to_payer', note: 'theirs' })
    assert.equal(inShort(settled), '200', JSON.stringify(settled.body))
    const listed = await counter.dashboard(`/v1/refunds?collection_id=${id}`, 'live')
    const [refund] = listed.body.data.items as Record<string, unknown>[]
    assert.deepEqual([refund?.origin, refund?.amount], ['mispaid', amount])
    assert.equal((await counter.collection(id)).status, 'failed')
  }
  assert.equal(await returnsOf(counter), 210_000n)
})

test('once the payment is reversed its refund is not approved, and a reversal after a paid one waits for a person', async () => {
  const counter = await stage.openCounter()
  const reversed = { kind: 'reversed', providerStatus: 'REVERSED' } as const
  const early = await counter.paid()
  const waiting = await counter.refund({ collection_id: early.id })
  await stage.provider.tell(stage.service, early.reference, reversed)
  assert.equal((await counter.collection(early.id)).status, 'reversed')
  assert.equal(inShort(await stage.desk.decide(waiting.id, 'approve')), '409 invalid_state')
  const { may_decide: may } = await stage.desk.story(waiting.id)
  assert.equal((may as { why: string }).why, 'payment_reversed')
  assert.equal(inShort(await stage.desk.decide(waiting.id, 'reject', { note: 'gone back' })), '200')

  const late = await counter.paid()
  await stage.sent(counter, succeeded(), { collection_id: late.id, amount: '400' })
  await stage.provider.tell(stage.service, late.reference, reversed)
  assert.equal((await counter.collection(late.id)).status, 'successful')
  const [found] = await stage.desk.discrepancies(late.id)
  assert.deepEqual([found?.kind, found?.status], ['reversal_after_refund', 'open'])
  assert.equal(inShort(await stage.desk.settle(found?.id, { action: 'accept_provider', note: 'so' })), '200')
  assert.equal((await counter.collection(late.id)).status, 'reversed')
})

async function declinedOf(counter: Counter): Promise<{ refund: unknown; reference: unknown }> {
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, { ...succeeded(), hold: 'look first' } as never)
  const answer = await stage.desk.call(`/v1/admin/collections/${id}/decline`, 'live', { body: {} })
  return { refund: answer.body.data.refund_id, reference }
}

test('its merchant does not cancel what is owed to the payer', async () => {
  const counter = await stage.openCounter()
  const { refund } = await declinedOf(counter)
  const cancel = { method: 'POST', headers: { 'idempotency-key': crypto.randomUUID() } }
  const answer = await counter.dashboard(`/v1/refunds/${refund}/cancel`, 'live', cancel)
  assert.equal(inShort(answer), '409 invalid_state')
  assert.equal((await counter.read(refund)).status, 'PENDING_ADMIN_APPROVAL')
})

test('what the provider returns between the approval and the sending is not sent as well', async () => {
  const counter = await stage.openCounter()
  const { refund, reference } = await declinedOf(counter)
  await stage.approve(refund)
  await stage.provider.tell(stage.service, reference, { kind: 'reversed', providerStatus: 'REVERSED' })
  const before = stage.provider.payOuts.length
  stage.provider.script.payOut = () => succeeded()
  await stage.work()
  assert.equal(stage.provider.payOuts.length, before)
  assert.equal((await counter.read(refund)).status, 'FAILED')
  // Nobody is owed it by now, and the provider has nothing of it: a person says so, once.
  assert.equal(await returnsOf(counter), 100_000n)
  const [found] = await stage.desk.discrepancies((await counter.read(refund)).collection_id)
  assert.deepEqual([found?.kind, found?.status], ['reversal_after_failure', 'open'])
  assert.equal(inShort(await stage.desk.settle(found?.id, { action: 'accept_provider', note: 'so' })), '200')
  assert.equal(await returnsOf(counter), 0n)
  assert.equal(await clearingOf(counter), 0n)
  const again = await stage.desk.call(`/v1/admin/withdrawals/${refund}/return-again`, 'live', { body: {} })
  assert.equal(inShort(again), '409 invalid_state')
})

async function clearingOf({ merchantId }: Counter): Promise<bigint> {
  const [clearing] = await stage.service.world.sql<{ balance: bigint }[]>`
    select coalesce(sum(balance), 0)::bigint as balance from ledger_accounts where merchant_id = ${merchantId} and kind like '%clearing'`
  return clearing?.balance ?? 0n
}

test('what the provider returns while its refund waits is owed until that is rejected', async () => {
  const counter = await stage.openCounter()
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(stage.service)
  for (const word of [declined, succeeded()]) await stage.provider.tell(stage.service, reference, word)
  const [late] = await stage.desk.discrepancies(id)
  const settle = (one: Fields | undefined, action: string) =>
    stage.desk.settle(one?.id, { action, note: 'so' })
  assert.equal(inShort(await settle(late, 'return_to_payer')), '200')
  await stage.provider.tell(stage.service, reference, { kind: 'reversed', providerStatus: 'REVERSED' })
  const gone = (await stage.desk.discrepancies(id)).find(({ kind }) => kind === 'reversal_after_failure')
  assert.deepEqual(
    gone?.choices.map(({ action, effect }) => [action, effect]),
    [
      ['accept_provider', 'not_owed'],
      ['keep_ours', 'nothing'],
    ],
  )
  const listed = await counter.dashboard(`/v1/refunds?collection_id=${id}`, 'live')
  const [refund] = listed.body.data.items as Fields[]
  const early = await settle(gone, 'accept_provider')
  assert.equal(inShort(early), '409 invalid_state')
  assert.deepEqual(early.body.error.details, { refund_id: refund?.id, status: 'PENDING_ADMIN_APPROVAL' })
  assert.equal(inShort(await stage.desk.decide(refund?.id, 'reject', { note: 'gone back' })), '200')
  assert.equal(await returnsOf(counter), 100_000n)
  assert.equal(inShort(await settle(gone, 'accept_provider')), '200')
  assert.deepEqual([await returnsOf(counter), await clearingOf(counter)], [0n, 0n])
  assert.deepEqual(await counter.balance('live'), balanceOf({}))
})

test('what the provider has returned already is not owed to its payer as well', async () => {
  const counter = await stage.openCounter()
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(stage.service)
  const reversed = { kind: 'reversed', providerStatus: 'REVERSED' } as const
  for (const word of [declined, succeeded(), reversed])
    await stage.provider.tell(stage.service, reference, word)
  const late = (await stage.desk.discrepancies(id)).find(({ kind }) => kind === 'success_after_failure')
  const refused = await stage.desk.settle(late?.id, { action: 'return_to_payer', note: 'theirs' })
  assert.equal(inShort(refused), '409 invalid_state')
  assert.match(refused.body.error.message, /returned this money by itself/)
  assert.equal(await returnsOf(counter), 0n)
})

test('what arrived after all is not sent once more by what was made in its place', async () => {
  const counter = await stage.openCounter()
  const { refund: first } = await declinedOf(counter)
  stage.provider.script.payOut = () => declined
  await stage.approve(first)
  await stage.work()
  const again = await stage.desk.call(`/v1/admin/withdrawals/${first}/return-again`, 'live', { body: {} })
  const { provider_reference: sentAs } = await counter.read(first)
  await stage.provider.tell(stage.service, sentAs, succeeded(), { about: 'disbursement' })
  assert.equal(inShort(await stage.desk.decide(again.body.data.id, 'approve')), '409 invalid_state')
})

test('nor is the rest of a payment, once a part that had failed was paid after all', async () => {
  const counter = await stage.openCounter(100_000n)
  const { id } = await counter.paid()
  const first = await stage.sent(counter, declined, { collection_id: id })
  const { id: second } = await counter.refund({ collection_id: id })
  const { provider_reference: sentAs } = await counter.read(first)
  await stage.provider.tell(stage.service, sentAs, succeeded(), { about: 'disbursement' })
  assert.equal(inShort(await stage.desk.decide(second, 'approve')), '409 invalid_state')
  assert.equal(inShort(await stage.desk.decide(second, 'reject', { note: 'paid already' })), '200')
})
