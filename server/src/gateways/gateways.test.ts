import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPlainStage, type PlainStage } from '../../test/providers/plain-gateway.ts'
import { playOfAccount } from './plays.ts'

let stage: PlainStage
before(async () => {
  stage = await openPlainStage()
})
after(() => stage.gateway.close())
beforeEach(() => stage.gateway.faults.clear())

test('an order plays as its number says, and the book has all of it', async () => {
  const [paid, declined, silent, reversed] = [stage.fresh(), stage.fresh(), stage.fresh(), stage.fresh()]
  for (const [last, reference] of [
    ['01', paid],
    ['02', declined],
    ['19', silent],
    ['09', reversed],
  ])
    assert.equal((await stage.ask('POST', `/2557000000${last}/${reference}`)).json.state, 'open')
  stage.pass(299)
  assert.equal(stage.stateOf(paid), 'open')
  stage.pass(1)
  assert.deepEqual([paid, declined, silent, reversed].map(stage.stateOf), ['paid', 'failed', 'open', 'paid'])
  stage.pass(300)
  assert.equal(stage.stateOf(reversed), 'reversed')
  const { json } = await stage.ask('GET', '/_book')
  const lines = json.entries as Record<string, unknown>[]
  assert.deepEqual(
    lines.map(({ reference, state, reason, paidAmount }) => [reference, state, reason, paidAmount]),
    [
      [paid, 'paid', null, '1500.00'],
      [declined, 'failed', 'declined', null],
      [silent, 'open', null, null],
      [reversed, 'reversed', null, '1500.00'],
    ],
  )
  assert.equal(json.collected, '1500.00', 'what was reversed is not there any more')
})

test('faults are switched over HTTP, strike as often as they should, and nonsense is refused', async () => {
  for (const wrong of [
    { fault: 'gremlins' },
    { fault: 'slow', on: 'nothing' },
    { fault: 'slow', share: 2 },
    { fault: 'slow', times: 0 },
    { fault: 'slow', sahre: 1 },
  ])
    assert.equal((await stage.ask('POST', '/_faults', wrong)).status, 422, JSON.stringify(wrong))
  assert.equal((await stage.ask('POST', '/_faults', { fault: 'grumpy', on: 'look', times: 1 })).status, 201)
  assert.equal(
    (await stage.ask('POST', `/255700000001/${stage.fresh()}`)).status,
    200,
    'it is not aimed at orders',
  )
  assert.equal((await stage.ask('GET', '/255700000001/none')).status, 418)
  assert.equal((await stage.ask('GET', '/255700000001/none')).status, 200, 'it was used up')
  await stage.ask('POST', '/_faults', { fault: 'address_refused', share: 0.5 })
  stage.draws.push(0.4, 0.6)
  assert.equal((await stage.ask('GET', '/255700000001/none')).status, 403)
  assert.equal((await stage.ask('GET', '/255700000001/none')).status, 200)
  assert.deepEqual((await stage.ask('DELETE', '/_faults')).json.faults, [])
})

for (const [fault, isTaken] of [
  ['outage', false],
  ['silent_before', false],
  ['silent_after', true],
  ['error_before', false],
  ['error_after', true],
  ['ambiguous_before', false],
  ['ambiguous_after', true],
  ['garbage', true],
  ['slow', true],
  ['truncated', true],
] as const) {
  test(`${fault}: the answer is lost, and the order was ${isTaken ? '' : 'not '}taken`, async () => {
    const reference = stage.fresh()
    stage.gateway.faults.add({ fault, on: 'order', times: 1 })
    const patience = new AbortController()
    const asked = stage.gateway.calls.length
    const answered = stage.ask('POST', `/255700000001/${reference}`, undefined, patience.signal)
    const state = answered.then(
      ({ json }) => json.state,
      () => null,
    )
    while (stage.gateway.calls.length === asked) await sleep(1)
    assert.notEqual(await Promise.race([state, sleep(50)]), 'open')
    patience.abort()
    await state
    assert.equal(stage.stateOf(reference), isTaken ? 'open' : undefined)
  })
}

test('an answer of ten megabytes, a clock that is wrong, and an end that never comes', async () => {
  stage.gateway.faults.add({ fault: 'huge', times: 1 })
  assert.equal((await stage.ask('GET', '/255700000001/none')).text.length, 10_000_000)
  stage.gateway.faults.add({ fault: 'clock_skew', times: 1 })
  stage.setNow(Date.UTC(2026, 11, 31, 23, 30))
  assert.equal((await stage.ask('GET', '/255700000001/none')).json.year, 2027)
  const [never, undone] = [stage.fresh(), stage.fresh()]
  stage.gateway.faults.add({ fault: 'never_ends', times: 1 })
  await stage.ask('POST', `/255700000001/${never}`)
  stage.gateway.faults.add({ fault: 'reversed', times: 1 })
  await stage.ask('POST', `/255700000001/${undone}`)
  stage.pass(300)
  assert.deepEqual([never, undone].map(stage.stateOf), ['open', 'paid'])
  stage.pass(300)
  assert.equal(stage.stateOf(undone), 'reversed')
})

test('news is told once, twice, late, unsigned or never', async () => {
  const told: Record<string, string[]> = {}
  for (const fault of [null, 'callback_twice', 'callback_lost', 'callback_unsigned', 'callback_late']) {
    const reference = stage.fresh()
    await stage.ask('POST', `/255700000001/${reference}`)
    if (fault !== null) stage.gateway.faults.add({ fault, times: 1 })
    stage.pass(300)
    await stage.gateway.post.settled()
    told[fault ?? 'none'] = stage.news(reference).map((body) => body.replace(`${reference} `, ''))
    if (fault !== 'callback_late') continue
    stage.pass(5_000)
    await stage.gateway.post.settled()
    told.later = stage.news(reference).map((body) => body.replace(`${reference} `, ''))
  }
  assert.deepEqual(told, {
    none: ['paid true'],
    callback_twice: ['paid true', 'paid true'],
    callback_lost: [],
    callback_unsigned: ['paid false'],
    callback_late: [],
    later: ['paid true'],
  })
})

test('somebody may scan a code, or end an entry by hand, once', async () => {
  const reference = stage.fresh()
  await stage.ask('POST', `/255700000019/${reference}`)
  assert.equal((await stage.ask('POST', '/_scan', { code: reference, phone: '0712' })).status, 422)
  assert.equal((await stage.ask('POST', '/_scan', { code: 'none', phone: '255700000002' })).status, 404)
  assert.equal((await stage.ask('POST', '/_scan', { code: reference, phone: '255700000002' })).status, 200)
  stage.pass(300)
  assert.equal(stage.stateOf(reference), 'failed')
  assert.equal((await stage.ask('POST', '/_scan', { code: reference, phone: '255700000002' })).status, 404)
  const other = stage.fresh()
  await stage.ask('POST', `/255700000019/${other}`)
  const end = { product: 'order', reference: other, end: 'paid' }
  assert.equal((await stage.ask('POST', '/_book', { ...end, end: 'maybe' })).status, 422)
  assert.equal((await stage.ask('POST', '/_book', { ...end, reference: 'none' })).status, 404)
  assert.equal((await stage.ask('POST', '/_book', end)).status, 200)
  assert.equal((await stage.ask('POST', '/_book', end)).status, 409)
  assert.equal((await stage.ask('GET', '/_nothing')).status, 404)
})

test('recipients play as in the sandbox, and money that is paid out leaves the float', () => {
  assert.deepEqual(
    ['255700000103', '255700000104', '1000000005', '255700000102', '255712345678'].map((account) => {
      const { reception, end } = playOfAccount(account)
      return `${reception} ${end}`
    }),
    ['silent paid', 'deaf null', 'turns_away paid', 'answers refused', 'answers paid'],
  )
  const before = stage.gateway.book.float()
  const wish = { about: 'disbursement', product: 'send', amount: 100_000n, currency: 'TZS' } as const
  const [one, other] = [stage.fresh(), stage.fresh()].map((reference) =>
    stage.gateway.book.open({ ...wish, reference }),
  )
  assert.ok(one && other)
  assert.equal(stage.gateway.book.open({ ...wish, reference: one.reference }), null, 'it is one payout')
  stage.gateway.book.end(one, 'paid')
  stage.gateway.book.end(other, 'refused')
  assert.equal(stage.gateway.book.float(), before - 100_000n)
})

test('a statement has what was settled on its days in Dar es Salaam, each line once, and on the day it was first settled', async () => {
  const statement = async (query: string) => {
    const response = await fetch(`${stage.gateway.url}/_statement?${query}`)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  stage.setNow(Date.UTC(2027, 0, 10, 20, 59, 59))
  const [before, undone, open] = [stage.fresh(), stage.fresh(), stage.fresh()]
  await stage.ask('POST', `/255700000002/${before}`)
  stage.pass(300)
  await stage.ask('POST', `/255700000001/${undone}`)
  await stage.ask('POST', `/255700000019/${open}`)
  stage.pass(700)
  stage.pass(24 * 3_600_000)
  const late = stage.gateway.book.find('order', undone)
  assert.ok(late && stage.gateway.book.end(late, 'reversed'))
  assert.deepEqual([before, undone, open].map(stage.stateOf), ['failed', 'reversed', 'open'])
  const head = 'time,reference,gateway_reference,kind,amount,currency,fee,state\r\n'
  const first = `2027-01-10 23:59:59,${before},"G,${before}",collection,1500.00,TZS,7.10,failed\r\n`
  const second = `2027-01-11 00:00:00,${undone},"G,${undone}",collection,1500.00,TZS,7.10,reversed\r\n`
  const { text, type } = await statement('day=2027-01-10')
  assert.deepEqual([text, type], [head + first, 'text/csv; charset=utf-8'])
  assert.equal((await statement('day=2027-01-11')).text, head + second)
  assert.equal((await statement('from=2027-01-10&to=2027-01-12')).text, head + first + second)
  for (const wrong of [
    '',
    'day=yesterday',
    'day=2027-02-30',
    'from=2027-01-11',
    'from=2027-01-11&to=2027-01-10',
  ])
    assert.equal((await statement(wrong)).status, 422, wrong)
})
