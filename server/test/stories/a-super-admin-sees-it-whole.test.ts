import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { newMember } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { declined, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, openShop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, openPayoutStage, type PayoutStage } from './payouts/stage.ts'

type Entry = Fields & { kind: string; title: string; at: string }
type Timeline = { sentence: Fields; entries: Entry[]; truncated: boolean }

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
  stage.provider.script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  stage.provider.script.payOut = () => accepted
})
after(() => stage.close())

async function readAsAdmin(path: string, environment: Environment = 'live'): Promise<Fields> {
  return dataOf(await stage.desk.call(`/v1/admin/${path}`, environment))
}

const only = ({ entries }: Timeline, kind: string) => entries.filter((entry) => entry.kind === kind)

test('a withdrawal is told from the call to the payout: the thread, decisions with their names, wire and books', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit()
  const path = `/v1/merchant/withdrawals/${id}/timeline`
  const told = async () => dataOf(await till.dashboard(path, 'live')) as Timeline
  assert.deepEqual((await told()).sentence, {
    ...{ state: 'waiting_for_approval', next: 'operator_decides', next_at: null },
    being_checked: false,
  })
  await stage.desk.decide(id, 'request-info', { note: 'who is Asha?' })
  assert.deepEqual((await told()).sentence.next, 'merchant_answers')
  await till.answerInfo(id, { message: 'our supplier' })
  await stage.desk.decide(id, 'approve', { note: 'fine' })
  assert.equal((await told()).sentence.state, 'waiting_to_be_sent')
  await stage.work()
  assert.equal((await told()).sentence.state, 'being_paid')
  await stage.tell(`MLW${String(id).replaceAll('-', '').toUpperCase()}`, succeeded(1_000_000n))
  const seen = await told()
  assert.deepEqual([seen.sentence.state, seen.sentence.next], ['paid', 'nothing'])
  assert.deepEqual(
    only(seen, 'state').map(({ title, to, note }) => [title, to, note]),
    [
      ['state.begun', 'PENDING_ADMIN_APPROVAL', null],
      // Histories name nobody: what is kept for ever loses its people at the door.
      ['state.asked', 'INFO_REQUESTED', 'who is [name]?'],
      ['state.answered', 'PENDING_ADMIN_APPROVAL', 'our supplier'],
      ['state.changed', 'PROCESSING', 'fine'],
      ['state.changed', 'SUCCESS', null],
    ],
  )
  const lines = only(seen, 'ledger').map(({ type, direction, amount }) => `${direction} ${type} ${amount}`)
  assert.deepEqual(lines, [
    'debit withdrawal_reservation 10100.00',
    'credit withdrawal_release 10100.00',
    'debit withdrawal 10000.00',
    'debit withdrawal_fee 100.00',
  ])
  const [callback] = only(seen, 'callback')
  assert.deepEqual(
    [callback?.title, callback?.outcome, callback?.body],
    ['callback.proven', 'applied', undefined],
  )

  const whole = (await readAsAdmin(`withdrawals/${id}/timeline`)) as Timeline
  const decisions = only(whole, 'decision').map(({ action, note }) => [action, note])
  assert.deepEqual(decisions, [
    ['withdrawal.request_info', 'who is [name]?'],
    ['withdrawal.approve', 'fine'],
  ])
  const [name] = await stage.service.world.sql<{ name: string }[]>`
    select name from users where id = ${stage.desk.adminId}`
  assert.deepEqual(only(whole, 'decision')[0]?.by, name?.name)
  assert.match(String(only(whole, 'callback')[0]?.body), /MLW/)
  const merchants = JSON.stringify(await told())
  assert.ok(name)
  for (const admin of [name.name, stage.desk.adminId])
    assert.ok(!merchants.includes(admin), `an admin is named: ${merchants}`)
})

test('a contradiction is told to admins with both sides and each choice, and to merchants as being checked', async () => {
  const shop = await openShop(stage.service)
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, declined)
  await stage.provider.tell(stage.service, reference, succeeded(150_000n))
  const path = `/v1/merchant/collections/${id}/timeline`
  const told = async () => dataOf(await shop.dashboard(path, 'live')) as Timeline
  assert.deepEqual([(await told()).sentence.state, (await told()).sentence.being_checked], ['failed', true])
  assert.deepEqual(Object.keys(only(await told(), 'check')[0] ?? {}).sort(), ['at', 'kind', 'title'])
  assert.ok(!JSON.stringify((await told()).entries).includes('success_after_failure'))

  const dossier = await readAsAdmin(`collections/${id}`)
  const [found] = dossier.discrepancies as (Fields & { choices: Fields[] })[]
  assert.deepEqual(found?.payment, {
    ...{ status: 'failed', amount: '1500.00', currency: 'TZS' },
    merchant_name: dossier.merchant_name,
  })
  assert.deepEqual(found?.choices, [
    { action: 'accept_provider', allowed: true, effect: 'paid', why: null },
    { action: 'keep_ours', allowed: true, effect: 'nothing', why: null },
    { action: 'return_to_payer', allowed: true, effect: 'returned', why: null },
  ])
  assert.deepEqual(
    (dossier.tries as Fields[]).map(({ number, provider }) => [number, provider]),
    [[1, 'own']],
  )
  assert.deepEqual(
    [dossier.quarantine, dossier.may_decide],
    [null, { clear: false, decline: false, why: 'decided' }],
  )
  const timeline = (await readAsAdmin(`collections/${id}/timeline`)) as Timeline
  assert.deepEqual(
    only(timeline, 'discrepancy').map(({ title, discrepancy_kind: kind, theirs }) => [title, kind, theirs]),
    [['discrepancy.opened', 'success_after_failure', 'successful']],
  )
  assert.deepEqual(
    only(timeline, 'word').map(({ said, source }) => [said, source]),
    [['succeeded', 'callback']],
  )

  assert.equal(inShort(await stage.desk.settle(found?.id, { action: 'keep_ours', note: 'returned' })), '200')
  assert.deepEqual(
    only(await told(), 'check').map(({ title }) => title),
    ['check.begun', 'check.ended'],
  )
  assert.equal((await told()).sentence.being_checked, false)
  const again = await stage.desk.settle(found?.id, { action: 'keep_ours' })
  assert.equal(inShort(again), '409 invalid_state')
  assert.match(again.body.error.message, /has settled it already/)
})

test('whoever comes second reads who decided and when', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit()
  const second = await hireAdmin(stage.service)
  assert.equal(inShort(await stage.desk.decide(id, 'reject', { note: 'unknown recipient' })), '200')
  const answer = await second.call(`/v1/admin/withdrawals/${id}/approve`, 'live', { body: {} })
  assert.equal(inShort(answer), '409 invalid_state')
  const [name] = await stage.service.world.sql<{ name: string }[]>`
    select name from users where id = ${stage.desk.adminId}`
  const details = answer.body.error.details as unknown as Fields
  assert.deepEqual([details.status, details.decided_by], ['REJECTED', name?.name])
  assert.ok(Date.parse(String(details.decided_at)) > 0)
  assert.match(answer.body.error.message, /^Already decided by /)
})

test('a held payment says above what it is held, and whoever belongs to its merchant may not let it go', async () => {
  const shop = await openShop(stage.service)
  const { sql } = stage.service.world
  await sql`update merchants set hold_threshold = 100000 where id = ${shop.merchantId}`
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, succeeded(150_000n))
  const held = await readAsAdmin(`collections/${id}`)
  assert.deepEqual(
    [held.status, held.hold_threshold, held.amount, held.customer_phone],
    ['pending_clearance', '1000.00', '1500.00', '255712345678'],
  )
  assert.deepEqual(held.may_decide, { clear: true, decline: true, why: null })
  const email = (await sql<{ email: string }[]>`select email from users where id = ${stage.desk.adminId}`)[0]
    ?.email
  await sql`
    insert into memberships (id, merchant_id, user_id, role, created_at)
    values (${stage.service.world.newId()}, ${shop.merchantId}, ${stage.desk.adminId}, 'viewer', now())`
  const tied = await readAsAdmin(`collections/${id}`)
  assert.deepEqual(tied.may_decide, { clear: false, decline: false, why: 'member_of_merchant' })
  const clear = `/v1/admin/collections/${id}/clear`
  assert.equal(inShort(await stage.desk.call(clear, 'live', { body: {} })), '403 forbidden')
  const { items } = await readAsAdmin(`merchants?search=${encodeURIComponent(String(email))}`)
  assert.deepEqual(
    (items as Fields[]).map(({ merchant_id }) => merchant_id),
    [shop.merchantId],
    'found by the address of a member',
  )
  await sql`delete from memberships where user_id = ${stage.desk.adminId}`
})

test('one merchant is on one screen: people, prices, money on both sides, what waits, and what was done', async () => {
  const till = await stage.openTill()
  await till.submit()
  await newMember(stage.service, { merchantId: till.merchantId, email: 'clerk@whole.test', role: 'viewer' })
  await stage.desk.call(`/v1/admin/merchants/${till.merchantId}`, 'live', {
    method: 'PATCH',
    body: { hold_threshold: '2000.00' },
  })
  const seen = await readAsAdmin(`merchants/${till.merchantId}`)
  assert.deepEqual([seen.verification_status, seen.hold_threshold, seen.members], ['verified', '2000.00', 2])
  assert.deepEqual(
    (seen.owners as Fields[]).map(({ email }) => email),
    [till.ownerEmail],
  )
  assert.deepEqual(
    (seen.pricing as Fields[]).map(({ channel }) => channel),
    ['MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA', 'COLLECTION', 'REFUND'],
  )
  const live = seen.live as Fields & { balance: Fields }
  const { available, pending_withdrawals: pending } = live.balance
  assert.deepEqual([available, pending, live.withdrawals_pending], ['100000.00', '10100.00', 1])
  assert.deepEqual([live.api_keys, live.collections_held, live.discrepancies_open], [1, 0, 0])
  const sandbox = seen.sandbox as Fields & { balance: Fields }
  assert.deepEqual([sandbox.balance.available, sandbox.withdrawals_pending], ['0.00', 0])
  const [latest] = seen.history as Fields[]
  assert.equal(latest?.action, 'merchant.changed')
  for (const id of ['no-id', stage.service.world.newId()])
    assert.equal(inShort(await stage.desk.call(`/v1/admin/merchants/${id}`)), '404 not_found')
})
