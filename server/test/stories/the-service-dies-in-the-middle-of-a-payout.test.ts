import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CrashPoint } from '../../src/world/world.ts'
import { thoroughly } from '../how-thorough.ts'
import { deaths } from '../prove/deaths.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { assertDied, type RunningService } from '../run-service.ts'
import { until } from '../test-clusters.ts'
import { assertBooksHold } from './money/books.ts'
import { type Call, type CrashStage, openCrashStage, send } from './money/crash-stage.ts'
import {
  approvalOf,
  bringNetworkBack,
  bringPayoutsBack,
  disbursementOf,
  prepareForPayouts,
  putPayoutsAside,
  signedSuccess,
  signInAdmin,
  taken,
} from './payouts/crash.ts'

let stage: CrashStage
let keys: Record<'live' | 'sandbox', string>
let cookie = ''
before(async () => {
  stage = await openCrashStage()
  const made: Record<string, string> = stage.merchant
  keys = { live: String(made.live_api_key), sandbox: String(made.sandbox_api_key) }
  await prepareForPayouts(stage)
})
after(() => stage.close())

/** What was being done when the service died, how it must end, and what its caller does when the service is back. */
type Case = { id: string; title: string; ends: string; again: { call: Call; allowed: number[] } | null }
const cases: Case[] = []

async function dies(service: RunningService, of?: string): Promise<void> {
  await assertDied(service, of)
  await putPayoutsAside(stage.world)
}

/** The network pays, refuses, is silent after taking it, refuses our address at first, or loses its callback. */
const endings = { '01': 'SUCCESS', '02': 'FAILED', '03': 'SUCCESS', '05': 'SUCCESS', '10': 'SUCCESS' }

/** In `npm test` the service dies twice; the proof has every point with everything in its hands. */
const interrupted: readonly CrashPoint[] = thoroughly
  ? ['callback.stored', 'withdrawal.resolving', 'withdrawal.resolved']
  : ['withdrawal.resolving']
const inTheSandbox: readonly CrashPoint[] = thoroughly ? ['withdrawal.sent', 'withdrawal.resolved'] : []
const inLive = deaths['the-service-dies-in-the-middle-of-a-payout'].filter(
  (point) => thoroughly || point === 'withdrawal.approving',
)

for (const point of inLive) {
  test(`the service dies at ${point} with payouts of every kind in its hands`, async () => {
    const service = await stage.start(point)
    cookie ||= await signInAdmin(service)
    const deaths = []
    for (const [last, ends] of Object.entries(endings)) {
      const id = await taken(service, disbursementOf(stage, keys.live, last))
      deaths.push({ id, ends, title: `${point} …${last}`, call: approvalOf(id, cookie) })
    }
    const answers = await Promise.all(deaths.map(({ call }) => send(service, call)))
    await dies(service, `approvals were answered with ${answers.map((answer) => answer?.status)}`)
    if (point === 'withdrawal.approving') {
      assert.ok(answers.includes(null), 'it died before it could answer')
    }
    deaths.forEach(({ call, ...one }, place) => {
      const status = answers[place]?.status
      assert.ok(status === undefined || status === 200, one.title)
      // Whoever got no answer does not know whether it counted; whoever got one does.
      cases.push({ ...one, again: { call, allowed: status === 200 ? [409] : [200, 409] } })
    })
  })
}

for (const point of inTheSandbox) {
  test(`the service dies at ${point} with a payout of the sandbox in its hands`, async () => {
    const service = await stage.start(point)
    const id = await taken(service, disbursementOf(stage, keys.sandbox, '01'))
    await dies(service)
    cases.push({ id, title: `sandbox ${point}`, ends: 'SUCCESS', again: null })
  })
}

const open: string[] = []
let unapproved = ''

test('payouts are sent that wait for their callbacks, and one waits for its approval', async () => {
  const service = await stage.start()
  for (const _ of interrupted) open.push(await taken(service, disbursementOf(stage, keys.sandbox, '06')))
  unapproved = await taken(service, disbursementOf(stage, keys.live, '01'))
  await until(async () => {
    const sent = await stage.world.sql`
      select from withdrawals w join network_payouts n on n.reference = w.provider_reference
      where w.id = any(${open}::uuid[]) and w.status = 'PROCESSING'`
    return sent.length === open.length
  })
  service.child.kill('SIGTERM')
  assert.deepEqual(await service.exit, { code: 0, signal: null })
  await putPayoutsAside(stage.world)
})

for (const [place, point] of interrupted.entries()) {
  test(`the service dies at ${point} with a signed callback in its hands`, async () => {
    const id = String(open[place])
    const service = await stage.start(point)
    const call = signedSuccess(stage, id)
    assert.equal(await send(service, call), null, 'it died before it could answer')
    await dies(service)
    cases.push({ id, title: `callback ${point}`, ends: 'SUCCESS', again: { call, allowed: [200] } })
  })
}

/** What was sent only now is asked about later: the while until then is cut short. */
async function untilOnly(ids: string[], statuses: string[]): Promise<void> {
  const { sql } = stage.world
  let round = 0
  await until(async () => {
    const others = await sql`
      select from withdrawals where id = any(${ids}::uuid[]) and not status = any(${statuses}::text[])`
    round += 1
    if (round % 50 === 0) await bringPayoutsBack(stage.world)
    return others.length === 0
  })
}

test('back again, each payout was taken in once, each withdrawal has ended, and the books hold', async (context) => {
  tellProof(context, `${cases.length} payouts in the hands of a service that died`)
  const { world } = stage
  const { sql } = world
  const died = inLive.length * Object.keys(endings).length + inTheSandbox.length + interrupted.length
  assert.equal(cases.length, died, 'some have not died as they should')
  const service = await stage.start()
  for (const { title, again } of cases) {
    if (!again) continue
    const answer = await send(service, again.call)
    assert.ok(again.allowed.includes(answer?.status ?? 0), `${title}: ${JSON.stringify(answer?.body)}`)
  }
  // Callbacks come late, before the worker asks again.
  await bringNetworkBack(world)
  await until(async () => {
    const playing = await sql`
      select from network_payouts where due_at < now() union all
      select from network_callbacks where deliver_at < now()`
    return playing.length === 0
  })
  await bringPayoutsBack(world)
  const ids = cases.map(({ id }) => id)
  await untilOnly(ids, ['SUCCESS', 'FAILED', 'BLOCKED_IP_WHITELIST'])
  // Where the first refusal of our address was heard, a person sends it again.
  const blocked = await sql<
    { id: string }[]
  >`select id from withdrawals where status = 'BLOCKED_IP_WHITELIST'`
  for (const { id } of blocked) {
    const retried = await send(service, {
      ...approvalOf(id, cookie),
      path: `/v1/admin/withdrawals/${id}/retry`,
    })
    assert.equal(retried?.status, 200, JSON.stringify(retried?.body))
  }
  await untilOnly(ids, ['SUCCESS', 'FAILED'])
  type End = {
    id: string
    status: string
    payouts: number
    events: string[]
    moved: string[]
    approvals: number
  }
  const ends = await sql<End[]>`
    select id, status,
      (select count(*)::int from network_payouts n where n.reference = w.provider_reference) as payouts,
      (select array_agg(type order by type) from events where resource_id = w.id) as events,
      (select array_agg(type order by type) from ledger_transactions t where t.withdrawal_id = w.id) as moved,
      (select count(*)::int from audit_log where subject_id = w.id and action = 'withdrawal.approve') as approvals
    from withdrawals w where id = any(${ids}::uuid[])`
  assert.equal(ends.length, cases.length)
  for (const { title, id, ends: expected } of cases) {
    const end = ends.find((one) => one.id === id)
    const told = ['disbursement.approved', `disbursement.${expected === 'SUCCESS' ? 'success' : 'failed'}`]
    assert.deepEqual([end?.status, end?.payouts, end?.events], [expected, 1, told], title)
    const paid = ['withdrawal', 'withdrawal_fee', 'withdrawal_release', 'withdrawal_reservation']
    const released = ['withdrawal_release', 'withdrawal_reservation']
    assert.deepEqual(end?.moved, expected === 'SUCCESS' ? paid : released, title)
    const isSimulated = title.startsWith('sandbox') || title.startsWith('callback')
    assert.equal(end?.approvals, isSimulated ? 0 : 1, title)
  }
  const [waiting] = await sql<{ status: string }[]>`select status from withdrawals where id = ${unapproved}`
  assert.equal(waiting?.status, 'PENDING_ADMIN_APPROVAL')
  const [network] = await sql<{ count: number }[]>`select count(*)::int as count from network_payouts`
  assert.equal(network?.count, cases.length, 'the network was told of each once, and of nothing else')
  await assertBooksHold(world)
  const books = await stage.checkBooks()
  assert.equal(books.code, 0, books.output)
  service.child.kill('SIGTERM')
  assert.deepEqual(await service.exit, { code: 0, signal: null })
})
