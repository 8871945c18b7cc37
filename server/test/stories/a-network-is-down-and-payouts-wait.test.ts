import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PayOutOutcome } from '../../src/providers/providers.ts'
import { judgeNetworks } from '../../src/weather/weather.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { endStory } from './money/books.ts'
import { succeeded } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, openPayoutStage, type PayoutStage, referenceOf } from './payouts/stage.ts'
import type { Till } from './payouts/till.ts'

const minute = 60_000
let stage: PayoutStage
let till: Till
before(async () => {
  stage = await openPayoutStage()
  till = await stage.openTill(100_000_000n)
})
after(() => endStory(stage.service))

const refused: PayOutOutcome = {
  kind: 'failed',
  providerStatus: 'FAILED',
  reason: 'refused',
  providerMessage: 'no',
}
const airtel = { destination_code: 'AIRTEL_MONEY', destination_phone: '0688000111' }

async function approved(body: Fields = {}): Promise<string> {
  const { id } = await till.submit({ amount: '1000', ...body })
  assert.equal(inShort(await stage.desk.decide(id, 'approve')), '200')
  return String(id)
}

/** So many payouts that end in one way. */
async function payOut(many: number, answer: PayOutOutcome, body: Fields = {}): Promise<string[]> {
  const ids: string[] = []
  for (let left = many; left > 0; left -= 1) ids.push(await approved(body))
  stage.provider.script.payOut = () => answer
  // Some may have been put off, and a lane has only so much room.
  for (let round = 0; round < 20; round += 1) await stage.work()
  return ids
}

/** What whoever judges does now and then; and everybody has heard of it. */
async function judge(): Promise<void> {
  const { world, parts } = stage.service
  await judgeNetworks(world.sql, stage.clock.now())
  await parts.registry.renew()
}

async function seen(id: string): Promise<string> {
  await stage.service.parts.registry.renew()
  const { status, waiting_for: waits } = await till.read(id)
  return waits === null ? String(status) : `${status} for ${waits}`
}

async function standing(code = 'MPESA', direction = 'payouts', path = '/v1/networks'): Promise<Fields> {
  const items = dataOf(await till.call(path, { key: till.liveKey })).items as Fields[]
  const network = items.find((one) => one.destination_code === code) ?? assert.fail()
  return network[direction] as Fields
}

const pin = (body: Fields, code = 'MPESA') =>
  stage.desk.call(`/v1/admin/networks/${code}`, 'live', { method: 'PATCH', body })
const sentTo = (id: string) =>
  stage.provider.payOuts.filter(({ reference }) => reference === referenceOf(id)).length

test('payouts tell about their network, each once, and what is the recipient’s own fault does not', async () => {
  await payOut(20, { ...refused, reason: 'invalid_number' } as PayOutOutcome)
  await judge()
  assert.equal((await standing()).status, 'unknown')
  await payOut(19, refused)
  await judge()
  assert.equal((await standing()).status, 'unknown')
  const at = stage.clock.now().toISOString()
  await payOut(1, refused)
  await judge()
  const { status, since, note } = await standing()
  assert.deepEqual([status, since, note], ['down', at, null])
  assert.equal((await standing('AIRTEL_MONEY')).status, 'unknown')
  assert.equal((await standing('MPESA', 'refunds')).status, 'down', 'refunds are paid out here')
  assert.equal((await standing('MPESA', 'collections')).status, 'unknown')
})

test('an approved payout to a network that is down waits, says so, and stands in nobody’s way', async () => {
  stage.provider.script.payOut = ({ amount }) => succeeded(amount)
  const [waiting, other] = [await approved(), await approved(airtel)]
  await stage.work()
  assert.deepEqual([await seen(waiting), await seen(other)], ['PROCESSING for network', 'SUCCESS'])
  const shown = dataOf(await stage.desk.call(`/v1/admin/withdrawals/${waiting}`))
  assert.equal(shown.waiting_for, 'network')
  assert.equal(sentTo(waiting), 0)
  const before = await rowOf(waiting)
  stage.clock.pass(4_000)
  await stage.work()
  assert.deepEqual(await rowOf(waiting), before, 'nobody looks at it again before it is due')
  stage.clock.pass(2_000)
  await stage.work()
  const later = await rowOf(waiting)
  assert.ok(later.due_at > before.due_at, 'and then only when to look again has changed')
  assert.deepEqual({ ...later, due_at: null }, { ...before, due_at: null })
  // Nothing is refused because of it.
  assert.equal(inShort(await till.ask({ amount: '1000' })), '202')
})

async function rowOf(id: string) {
  const [row] = await stage.service.world.sql<
    { due_at: Date; attempts: number; lease: number; moves: number }[]
  >`
    select due_at, attempts, lease, moves, sent_at from withdrawals where id = ${id}`
  return row ?? assert.fail()
}

test('once too little is known again, what waited goes by itself, and once', async () => {
  const waiting = [await approved(), await approved(), await approved()]
  await stage.work()
  assert.equal(await seen(String(waiting[0])), 'PROCESSING for network')
  stage.clock.pass(15 * minute)
  await judge()
  assert.equal((await standing()).status, 'unknown')
  const from = stage.provider.payOuts.length
  await stage.work()
  await stage.work()
  const sent = stage.provider.payOuts.slice(from).map(({ reference }) => reference)
  const wished = waiting.map((id) => referenceOf(id))
  assert.deepEqual(sent.filter((reference) => wished.includes(reference)).sort(), wished.sort())
  assert.deepEqual(await Promise.all(waiting.map(seen)), ['SUCCESS', 'SUCCESS', 'SUCCESS'])
})

test('half of them succeeding is up again', async () => {
  await payOut(25, refused)
  await judge()
  assert.equal((await standing()).status, 'down')
  const held = await approved()
  await stage.work()
  // Those that were sent before tell their end now.
  const { sql } = stage.service.world
  await sql`update push_outcomes set many = 60 where network = 'payouts MPESA' and succeeded`
  await judge()
  assert.equal((await standing()).status, 'up')
  stage.provider.script.payOut = ({ amount }) => succeeded(amount)
  stage.clock.pass(6_000)
  await stage.work()
  assert.equal(await seen(held), 'SUCCESS')
})

test('a payout that was taken up to be sent is never held, and is asked about as ever', async () => {
  stage.provider.script.payOut = () => accepted
  const id = await approved()
  await stage.work()
  assert.equal(sentTo(id), 1)
  assert.equal(inShort(await pin({ payouts: { status: 'down' } })), '200')
  assert.equal(await seen(id), 'PROCESSING')
  stage.provider.script.lookUpPayOut = () => succeeded(100_000n)
  await stage.later()
  assert.equal(await seen(id), 'SUCCESS')
  assert.equal(inShort(await pin({ payouts: null })), '200')
})

test('what a Super Admin pins counts more than what was counted, until it ends, and is in the audit log', async () => {
  stage.provider.script.payOut = ({ amount }) => succeeded(amount)
  const until = new Date(stage.clock.now().getTime() + 10 * minute).toISOString()
  const body = { payouts: { status: 'down', note: 'M-Pesa is being mended', until } }
  const pinned = dataOf(await pin(body)).payouts as Fields
  assert.deepEqual([pinned.status, pinned.note], ['down', 'M-Pesa is being mended'])
  const told = await standing()
  assert.deepEqual([told.status, told.note], ['down', 'M-Pesa is being mended'])
  const id = await approved()
  await stage.work()
  assert.equal(await seen(id), 'PROCESSING for network')
  stage.clock.pass(10 * minute)
  await stage.work()
  assert.equal(await seen(id), 'SUCCESS')
  assert.notEqual((await standing()).status, 'down')
  const log = await stage.service.world.sql<{ action: string; details: Fields }[]>`
    select action, details from audit_log where action like 'network.%' order by seq desc limit 1`
  assert.deepEqual(
    log.map(({ action, details }) => [action, details]),
    [
      [
        'network.pinned',
        {
          ...{ destination_code: 'MPESA', direction: 'payouts', status: 'down' },
          ...{ note: 'M-Pesa is being mended', until },
        },
      ],
    ],
  )
})

test('who pins it up lets what waits go, whatever is counted', async () => {
  await payOut(25, refused, { destination_code: 'HALOPESA', destination_phone: '0621000111' })
  await judge()
  const halopesa = { destination_code: 'HALOPESA', destination_phone: '0621000111' }
  stage.provider.script.payOut = ({ amount }) => succeeded(amount)
  const id = await approved(halopesa)
  await stage.work()
  assert.equal(await seen(id), 'PROCESSING for network')
  assert.equal(inShort(await pin({ payouts: { status: 'up' } }, 'HALOPESA')), '200')
  stage.clock.pass(6_000)
  await stage.work()
  assert.equal(await seen(id), 'SUCCESS')
  assert.equal(inShort(await pin({ payouts: null }, 'HALOPESA')), '200')
})

test('nobody waits for a word that nobody has renewed for long', async () => {
  await payOut(25, refused, airtel)
  await judge()
  assert.equal((await standing('AIRTEL_MONEY')).status, 'down')
  stage.provider.script.payOut = ({ amount }) => succeeded(amount)
  const id = await approved(airtel)
  await stage.work()
  assert.equal(await seen(id), 'PROCESSING for network')
  stage.clock.pass(5 * minute)
  await chaseWithdrawals(stage.service.parts)
  assert.equal(await seen(id), 'SUCCESS')
})

test('strangers are told how networks do, over all providers, and nothing else', async () => {
  stage.clock.pass(60 * minute)
  await payOut(25, refused)
  await judge()
  const answer = await stage.service.call('/v1/public/networks?method=MOBILE_MONEY')
  assert.equal(inShort(answer), '200')
  const [mpesa] = dataOf(answer).items as Fields[]
  const named = { destination_code: 'MPESA', name: 'M-Pesa', method: 'MOBILE_MONEY' }
  const down = { status: 'down' }
  assert.deepEqual(mpesa, { ...named, collections: { status: 'unknown' }, payouts: down, refunds: down })
  // What a Super Admin writes beside a pin is for those who are known.
  assert.equal(inShort(await pin({ payouts: { status: 'slow', note: 'The cable at Ubungo' } })), '200')
  assert.equal((await standing()).note, 'The cable at Ubungo')
  const pinned = await stage.service.call('/v1/public/networks?method=MOBILE_MONEY')
  const [later] = dataOf(pinned).items as Fields[]
  assert.deepEqual(later?.payouts, { status: 'slow' })
  assert.ok(!JSON.stringify(pinned).includes('Ubungo'))
  assert.equal(inShort(await pin({ payouts: null })), '200')
})

test('payouts that hang count too, where it is known how long they usually take', async () => {
  const tpesa = { destination_code: 'T_PESA', destination_phone: '0731000111' }
  await payOut(20, accepted, tpesa)
  stage.clock.pass(3 * minute)
  await judge()
  assert.equal((await standing('T_PESA')).status, 'unknown', 'nobody knows what is usual')
  const { sql } = stage.service.world
  await sql`
    insert into usual_push_times (day, environment, provider, network, took_ms, many)
    values (${stage.clock.now().toISOString().slice(0, 10)}, 'live', 'own', 'payouts T_PESA', 9000, 20)`
  await judge()
  assert.equal((await standing('T_PESA')).status, 'down')
  await sql`update usual_push_times set took_ms = 3600000 where network = 'payouts T_PESA'`
  await judge()
  assert.equal((await standing('T_PESA')).status, 'unknown', 'what takes an hour does not hang after minutes')
})

test('bad words pin nothing', async () => {
  const pins = async () => (await stage.service.world.sql`select from network_pins`).length
  const before = await pins()
  const past = new Date(stage.clock.now().getTime() - 1).toISOString()
  const bad: [string, Fields, string?][] = [
    ['422 validation_error', {}],
    ['422 validation_error', { payouts: { status: 'gone' } }],
    ['422 validation_error', { payouts: { status: 'down', until: past } }],
    ['422 validation_error', { payouts: { status: 'down', until: 'tomorrow' } }],
    ['422 validation_error', { payouts: { note: 'no status' } }],
    ['422 validation_error', { transfers: { status: 'down' } }],
    ['422 validation_error', { collections: { status: 'down' } }, 'CRDB'],
    ['404 not_found', { payouts: { status: 'down' } }, 'NOWHERE'],
  ]
  for (const [answer, body, code] of bad)
    assert.equal(inShort(await pin(body, code)), answer, JSON.stringify(body))
  assert.equal(await pins(), before)
})
