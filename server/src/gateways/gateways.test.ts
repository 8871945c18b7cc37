import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, type Gateway, openGateway } from './gateways.ts'
import { playOfAccount } from './plays.ts'

const bell = 'http://127.0.0.1:9/bell'

/** As little as a gateway can say: an order is a path, and its answer how it stands. */
const plain: Dialect = {
  name: 'plain',
  calls: ['order', 'look'],
  faults: ['grumpy'],
  callOf: ({ method }) => (method === 'POST' ? 'order' : 'look'),
  answer({ method, path }, { book, begin, playOf, strikes, now }) {
    if (strikes('grumpy')) return { status: 418, body: '{}' }
    const [, phone = '', reference = ''] = path.split('/')
    if (method === 'POST') {
      const opened = book.open({
        about: 'collection',
        product: 'order',
        reference,
        amount: 150_000n,
        currency: 'TZS',
      })
      if (opened && phone !== '-') {
        opened.party = phone
        begin(opened, playOf(phone))
      }
    }
    const state = book.find('order', reference)?.state ?? 'never seen'
    return { status: 200, body: JSON.stringify({ state, year: now.getUTCFullYear() }) }
  },
  refuseAddress: () => ({ status: 403, body: '{"no":"strangers"}' }),
  doubt: () => ({ status: 200, body: '{"state":"who knows"}' }),
  billed: ({ reference }) => ({ reference: `G,${reference}`, fee: 710n }),
  tell: ({ reference, state }, { isSigned }) => ({
    url: bell,
    headers: {},
    body: `${reference} ${state} ${isSigned}`,
  }),
  payeeOf: () => 'Duka la Asha',
  codes: (book) =>
    book
      .stillOpen()
      .flatMap((entry) => (entry.play === null ? [{ entry, code: entry.reference, until: null }] : [])),
  scanned: (book, code) => book.find('order', code),
}

/** Nobody would ever answer, if nobody held it. */
const held = '255700000005'
let nowMs = Date.UTC(2026, 10, 16)
let draws: number[] = []
let gateway: Gateway
before(async () => {
  gateway = await openGateway(plain, {
    clock: { now: () => new Date(nowMs) },
    chance: () => draws.shift() ?? 0,
    signsCallbacks: true,
    lateByMs: 5_000,
    handsets: { isHeld: (phone) => phone === held },
  })
})
after(() => gateway.close())
beforeEach(() => gateway.faults.clear())

let orders = 0
function fresh(): string {
  orders += 1
  return `R${orders}`
}

async function ask(method: string, path: string, body?: unknown, signal?: AbortSignal) {
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, json: JSON.parse(text) as Record<string, unknown> }
}

function pass(ms: number): void {
  nowMs += ms
  gateway.advance()
}

const stateOf = (reference: string) => gateway.book.find('order', reference)?.state
const news = (reference: string) =>
  gateway.post.sent().flatMap(({ body }) => (body.startsWith(`${reference} `) ? [body] : []))

test('an order plays as its number says, and the book has all of it', async () => {
  const [paid, declined, silent, reversed] = [fresh(), fresh(), fresh(), fresh()]
  for (const [last, reference] of [
    ['01', paid],
    ['02', declined],
    ['19', silent],
    ['09', reversed],
  ])
    assert.equal((await ask('POST', `/2557000000${last}/${reference}`)).json.state, 'open')
  pass(299)
  assert.equal(stateOf(paid), 'open')
  pass(1)
  assert.deepEqual([paid, declined, silent, reversed].map(stateOf), ['paid', 'failed', 'open', 'paid'])
  pass(300)
  assert.equal(stateOf(reversed), 'reversed')
  const { json } = await ask('GET', '/_book')
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
    assert.equal((await ask('POST', '/_faults', wrong)).status, 422, JSON.stringify(wrong))
  assert.equal((await ask('POST', '/_faults', { fault: 'grumpy', on: 'look', times: 1 })).status, 201)
  assert.equal((await ask('POST', `/255700000001/${fresh()}`)).status, 200, 'it is not aimed at orders')
  assert.equal((await ask('GET', '/255700000001/none')).status, 418)
  assert.equal((await ask('GET', '/255700000001/none')).status, 200, 'it was used up')
  await ask('POST', '/_faults', { fault: 'address_refused', share: 0.5 })
  draws = [0.4, 0.6]
  assert.equal((await ask('GET', '/255700000001/none')).status, 403)
  assert.equal((await ask('GET', '/255700000001/none')).status, 200)
  assert.deepEqual((await ask('DELETE', '/_faults')).json.faults, [])
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
    const reference = fresh()
    gateway.faults.add({ fault, on: 'order', times: 1 })
    const patience = new AbortController()
    const asked = gateway.calls.length
    const answered = ask('POST', `/255700000001/${reference}`, undefined, patience.signal)
    const state = answered.then(
      ({ json }) => json.state,
      () => null,
    )
    while (gateway.calls.length === asked) await sleep(1)
    assert.notEqual(await Promise.race([state, sleep(50)]), 'open')
    patience.abort()
    await state
    assert.equal(stateOf(reference), isTaken ? 'open' : undefined)
  })
}

test('an answer of ten megabytes, a clock that is wrong, and an end that never comes', async () => {
  gateway.faults.add({ fault: 'huge', times: 1 })
  assert.equal((await ask('GET', '/255700000001/none')).text.length, 10_000_000)
  gateway.faults.add({ fault: 'clock_skew', times: 1 })
  nowMs = Date.UTC(2026, 11, 31, 23, 30)
  assert.equal((await ask('GET', '/255700000001/none')).json.year, 2027)
  const [never, undone] = [fresh(), fresh()]
  gateway.faults.add({ fault: 'never_ends', times: 1 })
  await ask('POST', `/255700000001/${never}`)
  gateway.faults.add({ fault: 'reversed', times: 1 })
  await ask('POST', `/255700000001/${undone}`)
  pass(300)
  assert.deepEqual([never, undone].map(stateOf), ['open', 'paid'])
  pass(300)
  assert.equal(stateOf(undone), 'reversed')
})

test('news is told once, twice, late, unsigned or never', async () => {
  const told: Record<string, string[]> = {}
  for (const fault of [null, 'callback_twice', 'callback_lost', 'callback_unsigned', 'callback_late']) {
    const reference = fresh()
    await ask('POST', `/255700000001/${reference}`)
    if (fault !== null) gateway.faults.add({ fault, times: 1 })
    pass(300)
    await gateway.post.settled()
    told[fault ?? 'none'] = news(reference).map((body) => body.replace(`${reference} `, ''))
    if (fault !== 'callback_late') continue
    pass(5_000)
    await gateway.post.settled()
    told.later = news(reference).map((body) => body.replace(`${reference} `, ''))
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
  const reference = fresh()
  await ask('POST', `/255700000019/${reference}`)
  assert.equal((await ask('POST', '/_scan', { code: reference, phone: '0712' })).status, 422)
  assert.equal((await ask('POST', '/_scan', { code: 'none', phone: '255700000002' })).status, 404)
  assert.equal((await ask('POST', '/_scan', { code: reference, phone: '255700000002' })).status, 200)
  pass(300)
  assert.equal(stateOf(reference), 'failed')
  assert.equal((await ask('POST', '/_scan', { code: reference, phone: '255700000002' })).status, 404)
  const other = fresh()
  await ask('POST', `/255700000019/${other}`)
  const end = { product: 'order', reference: other, end: 'paid' }
  assert.equal((await ask('POST', '/_book', { ...end, end: 'maybe' })).status, 422)
  assert.equal((await ask('POST', '/_book', { ...end, reference: 'none' })).status, 404)
  assert.equal((await ask('POST', '/_book', end)).status, 200)
  assert.equal((await ask('POST', '/_book', end)).status, 409)
  assert.equal((await ask('GET', '/_nothing')).status, 404)
})

test('recipients play as in the sandbox, and money that is paid out leaves the float', () => {
  assert.deepEqual(
    ['255700000103', '255700000104', '1000000005', '255700000102', '255712345678'].map((account) => {
      const { reception, end } = playOfAccount(account)
      return `${reception} ${end}`
    }),
    ['silent paid', 'deaf null', 'turns_away paid', 'answers refused', 'answers paid'],
  )
  const before = gateway.book.float()
  const wish = { about: 'disbursement', product: 'send', amount: 100_000n, currency: 'TZS' } as const
  const [one, other] = [fresh(), fresh()].map((reference) => gateway.book.open({ ...wish, reference }))
  assert.ok(one && other)
  assert.equal(gateway.book.open({ ...wish, reference: one.reference }), null, 'it is one payout')
  gateway.book.end(one, 'paid')
  gateway.book.end(other, 'refused')
  assert.equal(gateway.book.float(), before - 100_000n)
})

test('a statement has what was settled on its days in Dar es Salaam, each line once, and on the day it was first settled', async () => {
  const statement = async (query: string) => {
    const response = await fetch(`${gateway.url}/_statement?${query}`)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  nowMs = Date.UTC(2027, 0, 10, 20, 59, 59)
  const [before, undone, open] = [fresh(), fresh(), fresh()]
  await ask('POST', `/255700000002/${before}`)
  pass(300)
  await ask('POST', `/255700000001/${undone}`)
  await ask('POST', `/255700000019/${open}`)
  pass(700)
  pass(24 * 3_600_000)
  const late = gateway.book.find('order', undone)
  assert.ok(late && gateway.book.end(late, 'reversed'))
  assert.deepEqual([before, undone, open].map(stateOf), ['failed', 'reversed', 'open'])
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

test('a phone that somebody holds waits for them, whatever its number would play, and then it has run out', async () => {
  const [paid, declined, ignored] = [fresh(), fresh(), fresh()]
  for (const reference of [paid, declined, ignored]) await ask('POST', `/${held}/${reference}`)
  pass(60_000)
  assert.deepEqual([paid, declined, ignored].map(stateOf), ['open', 'open', 'open'])
  const [prompt] = gateway.prompts(held)
  const since = new Date(nowMs - 60_000)
  assert.deepEqual(prompt, {
    reference: paid,
    product: 'order',
    phone: held,
    amount: 150_000n,
    currency: 'TZS',
    payee: 'Duka la Asha',
    says: 'Pay TZS 1500.00 to Duka la Asha? Enter your PIN.',
    since,
    until: new Date(since.getTime() + 90_000),
  })
  assert.equal(gateway.answer(paid, 'paid')?.state, 'paid')
  assert.equal(gateway.answer(paid, 'declined'), null, 'it is answered once')
  const answer = { reference: declined, end: 'declined' }
  assert.equal((await ask('POST', '/_prompts', { ...answer, end: 'perhaps' })).status, 422)
  assert.equal((await ask('POST', '/_prompts', { ...answer, reference: 'none' })).status, 404)
  assert.equal((await ask('POST', '/_prompts', answer)).json.state, 'failed')
  const { prompts } = (await ask('GET', `/_prompts?phone=${held}`)).json as { prompts: { amount: string }[] }
  assert.deepEqual(
    prompts.map(({ amount }) => amount),
    ['1500.00'],
  )
  pass(30_000)
  assert.deepEqual([stateOf(ignored), gateway.book.find('order', ignored)?.reason], ['failed', 'expired'])
  assert.deepEqual(gateway.prompts(), [])
})

test('a code is listed until it is scanned, and a phone in somebody’s hands asks them first', async () => {
  const [byHand, byItself] = [fresh(), fresh()]
  for (const reference of [byHand, byItself]) await ask('POST', `/-/${reference}`)
  const listed = () => gateway.codes().map(({ code, payee }) => `${code} ${payee}`)
  assert.deepEqual(listed(), [`${byHand} Duka la Asha`, `${byItself} Duka la Asha`])
  const phone = '255754000002'
  assert.equal((await ask('POST', '/_handsets', { phone: '0754' })).status, 422)
  assert.deepEqual((await ask('POST', '/_handsets', { phone })).json.phones, [phone])
  assert.ok(gateway.scan(byHand, phone) && gateway.scan(byItself, '255754000003'))
  assert.deepEqual(listed(), [])
  pass(300)
  assert.deepEqual([byHand, byItself].map(stateOf), ['open', 'paid'])
  gateway.answer(byHand, 'insufficient_funds')
  assert.equal(gateway.book.find('order', byHand)?.reason, 'insufficient_funds')
  assert.deepEqual((await ask('DELETE', '/_handsets')).json.phones, [])
  const after = fresh()
  await ask('POST', `/${phone}/${after}`)
  pass(300)
  assert.equal(stateOf(after), 'paid')
})

test('faults strike what a held phone answers too, and news of one call only where they are aimed at it', async () => {
  gateway.faults.add({ fault: 'reversed', times: 1 })
  gateway.faults.add({ fault: 'callback_lost', on: 'look' })
  const undone = fresh()
  await ask('POST', `/${held}/${undone}`)
  gateway.answer(undone, 'paid')
  pass(0)
  await gateway.post.settled()
  assert.deepEqual(news(undone), [`${undone} paid true`], 'it was begun by an order')
  gateway.faults.add({ fault: 'callback_lost', on: 'order' })
  pass(300)
  await gateway.post.settled()
  assert.deepEqual([stateOf(undone), news(undone).length], ['reversed', 1])
})
