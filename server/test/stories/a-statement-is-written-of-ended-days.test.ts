import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { deposit } from '../../src/ledger/ledger.ts'
import { dayAfter, dayAt } from '../../src/primitives/instant.ts'
import { closeBooks, planClosings, prepareStatements } from '../../src/statements/statements.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { type OwnProvider, ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { openTill, type Till } from './payouts/till.ts'

const clock = ownClock()
const dayMs = 24 * 3_600_000
let own: OwnProvider
let service: Service
let till: Till
let other: Till

before(async () => {
  own = ownProvider({ collect: () => succeeded() })
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: own } })
  till = await openTill(service, 0n)
  other = await openTill(service, 0n)
  // As it would have run every night before.
  await planClosings(service.world)
})
after(() => endStory(service))

type Shown = Fields & { id: string; status: string; sha256: string; first_seq: number; last_seq: number }
type Row = Record<
  | 'id'
  | 'created_at'
  | 'type'
  | 'direction'
  | 'amount'
  | 'balance_after'
  | 'collection_id'
  | 'withdrawal_id'
  | 'reference',
  string | null
> & { seq: number; metadata: Record<string, string> | null }
type Balance = { available: string; reserved: string; held: string }
type File = { statement: Shown & { opening: Balance; closing: Balance; environment: string }; rows: Row[] }

/** Ten in the morning of the next day in Dar es Salaam. */
function nextMorning(): string {
  const midnight = Date.parse(`${dayAt(clock.now())}T00:00:00+03:00`)
  clock.pass(midnight + dayMs + 10 * 3_600_000 - clock.now().getTime())
  return dayAt(clock.now())
}

async function work(): Promise<void> {
  await planClosings(service.world)
  await closeBooks(service.world, { onError: assert.fail })
  await prepareStatements(service.world, { onError: assert.fail })
}

async function sell(shop: Till, fields: Fields = {}): Promise<void> {
  await shop.push(fields, { key: shop.liveKey })
  await workOnce(service)
}

const call = (path: string, sent: Fields = {}, environment: 'live' | 'sandbox' = 'live'): Promise<Reply> =>
  till.dashboard(path, environment, sent)
const ask = (from: string, to: string, more: Fields = {}): Promise<Reply> =>
  call('/v1/merchant/statements', { body: { from, to, ...more } })
const read = async (id: string) => dataOf(await call(`/v1/merchant/statements/${id}`)) as Shown
const fetchFile = (id: string, format: string) =>
  fetch(`${service.url}/v1/merchant/statements/${id}/file?format=${format}`, {
    headers: { authorization: `Bearer ${till.liveKey}` },
  })
const problemsOf = ({ status, body }: Reply) => {
  assert.equal(status, 422, JSON.stringify(body))
  return (body.error.details as { field: string }[]).map(({ field }) => field)
}

/** As the guide tells it to whoever checks a file, apart from our own code. */
function hashOf({ statement, rows }: File): string {
  const { merchant_id, environment, currency, from, to, opening, closing } = statement
  const head = ['malipo-statement-1', merchant_id, environment, currency, from, to]
  const balances = ({ available, reserved, held }: Balance) => [available, reserved, held]
  const lines = [
    [...head, ...balances(opening)],
    ...rows.map((row) => [
      ...[row.seq, row.id, row.created_at, row.type, row.direction, row.amount, row.balance_after],
      ...[row.collection_id ?? '', row.withdrawal_id ?? '', encodeURIComponent(row.reference ?? '')],
    ]),
    ['end', rows.length, ...balances(closing)],
  ]
  return createHash('sha256')
    .update(lines.map((words) => `${words.join(' ')}\n`).join(''))
    .digest('hex')
}

test('a statement of yesterday is prepared, and its files say the same', async () => {
  const yesterday = dayAt(clock.now())
  await sell(till, { merchant_reference: '=cmd|1 naïve\nline' })
  await service.world.sql`
    update collections set metadata = ${JSON.stringify({ order_id: 'A-17' })}::text::jsonb where merchant_id = ${till.merchantId}`
  await sell(till)
  await sell(other)
  nextMorning()
  const asked = await ask(yesterday, yesterday)
  assert.equal(asked.status, 202)
  const { id, status, sha256 } = dataOf(asked) as Shown
  assert.deepEqual({ status, sha256 }, { status: 'PREPARING', sha256: null })
  assert.equal((await fetchFile(id, 'csv')).status, 409)
  await work()
  const ready = await read(id)
  assert.equal(ready.status, 'READY')
  assert.equal((dataOf(await ask(yesterday, yesterday)) as Shown).id, id)

  const json = (await (await fetchFile(id, 'json')).json()) as File
  assert.equal(json.rows.length, ready.last_seq - ready.first_seq + 1)
  assert.equal(hashOf(json), ready.sha256)
  assert.deepEqual(json.rows[0]?.metadata, { order_id: 'A-17' })
  const csv = await fetchFile(id, 'csv')
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
  assert.match(csv.headers.get('content-disposition') ?? '', new RegExp(`statement-TZS-${yesterday}\\.csv`))
  const text = await csv.text()
  assert.match(text, /,"'=cmd\|1 naïve\nline",/)
  assert.match(text, /order_id.*A-17/)
  const pdf = Buffer.from(await (await fetchFile(id, 'pdf')).arrayBuffer())
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')

  const told = await service.world.sql<{ type: string; body: string }[]>`
    select type, body from events where resource_id = ${id}`
  assert.equal(told.length, 1)
  assert.equal(JSON.parse(told[0]?.body ?? '').data.sha256, ready.sha256)
})

test('what is changed in a file is seen by its hash', async () => {
  const { items } = dataOf(await call('/v1/merchant/statements')) as { items: Shown[] }
  const file = (await (await fetchFile(items[0]?.id ?? '', 'json')).json()) as File
  const { sha256 } = file.statement
  assert.equal(hashOf(file), sha256)
  const [first] = file.rows
  assert.ok(first)
  for (const change of [{ amount: '1.00' }, { reference: 'x' }, { created_at: '2020-01-01T00:00:00.000Z' }]) {
    const changed = { ...file, rows: [{ ...first, ...change }, ...file.rows.slice(1)] }
    assert.notEqual(hashOf(changed), sha256)
  }
  assert.notEqual(hashOf({ ...file, rows: file.rows.slice(1) }), sha256)
})

test('each opening is the last closing, over quiet days too, and a longer one holds them all', async () => {
  const first = dayAt(clock.now())
  await sell(till)
  nextMorning()
  nextMorning()
  const third = dayAt(clock.now())
  await sell(till)
  nextMorning()
  const days = [dayAfter(first, -1), first, dayAfter(first), third]
  const ids: string[] = []
  for (const day of days) ids.push((dataOf(await ask(day, day)) as Shown).id)
  const all = (dataOf(await ask(days[0] ?? '', third)) as Shown).id
  await work()
  const ones = await Promise.all(ids.map(read))
  const whole = await read(all)
  for (const [place, one] of ones.entries()) {
    if (place > 0) assert.deepEqual(one.opening, ones[place - 1]?.closing)
  }
  assert.equal(ones[2]?.first_seq, null)
  assert.deepEqual([whole.opening, whole.closing], [ones[0]?.opening, ones[3]?.closing])
  assert.deepEqual([whole.first_seq, whole.last_seq], [ones[0]?.first_seq, ones[3]?.last_seq])
})

test('what cannot be stated is refused, and nothing is made', async () => {
  const today = dayAt(clock.now())
  const yesterday = dayAfter(today, -1)
  const [before] = await service.world.sql`select count(*)::int as count from statements`
  assert.deepEqual(problemsOf(await ask(yesterday, today)), ['to'])
  assert.deepEqual(problemsOf(await ask(yesterday, dayAfter(yesterday, -1))), ['from'])
  assert.deepEqual(problemsOf(await ask(dayAfter(yesterday, -31), yesterday)), ['from'])
  assert.equal((await ask(dayAfter(yesterday, -30), yesterday)).status, 202)
  assert.deepEqual(problemsOf(await ask('2026-02-30', 'yesterday')), ['from', 'to'])
  assert.deepEqual(problemsOf(await ask(yesterday, yesterday, { currency: 'KES' })), ['currency'])
  const [now] = await service.world.sql`select count(*)::int as count from statements`
  assert.equal(Number(now?.count), Number(before?.count) + 1)
  await work()
})

test('one merchant prepares no more than twenty at once', async () => {
  const yesterday = dayAfter(dayAt(clock.now()), -1)
  const statuses: number[] = []
  for (let back = 40; back < 62; back += 1)
    statuses.push((await ask(dayAfter(yesterday, -back), dayAfter(yesterday, -back))).status)
  assert.deepEqual(statuses, [...Array(20).fill(202), 429, 429])
  await work()
})

test('what is another’s, or of the other environment, is not there', async () => {
  const { items } = dataOf(await call('/v1/merchant/statements')) as { items: Shown[] }
  const id = items[0]?.id ?? ''
  for (const path of [`/v1/merchant/statements/${id}`, `/v1/merchant/statements/${id}/file?format=csv`]) {
    assert.equal((await other.dashboard(path, 'live')).status, 404)
    assert.equal((await call(path, {}, 'sandbox')).status, 404)
  }
})

test('statements that come by themselves are mailed as a link, and the schedule is kept', async () => {
  const emails = ['books@shop.test', 'Accounts@Shop.test']
  const put = (body: Fields) => call('/v1/merchant/statement-schedule', { method: 'PUT', body }, 'sandbox')
  assert.deepEqual(problemsOf(await put({ daily: true, monthly: true, emails: ['a@b.tz', 'A@b.tz'] })), [
    'emails.1',
  ])
  assert.deepEqual(problemsOf(await put({ daily: true, monthly: true, emails: ['nobody'] })), ['emails.0'])
  const kept = dataOf(await put({ daily: true, monthly: false, emails }))
  assert.deepEqual(kept, { daily: true, monthly: false, emails: emails.map((one) => one.toLowerCase()) })
  assert.deepEqual(dataOf(await call('/v1/merchant/statement-schedule', {}, 'sandbox')), kept)
  assert.deepEqual(dataOf(await call('/v1/merchant/statement-schedule')), {
    ...{ daily: true, monthly: true, emails: [] },
  })
  await work()
  await service.world.sql.begin((tx) =>
    deposit(tx, service.world, {
      ...{ merchantId: till.merchantId, environment: 'sandbox', currency: 'TZS', amount: 500n },
      ...{ cause: 'test money', reference: null, description: null },
    }),
  )
  nextMorning()
  await work()
  const mails = await service.world.sql<{ recipient: string; text: string }[]>`
    select recipient, text from sandbox_messages where merchant_id = ${till.merchantId} order by recipient`
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    ['accounts@shop.test', 'books@shop.test'],
  )
  const { items } = dataOf(await call('/v1/merchant/statements?kind=daily', {}, 'sandbox')) as {
    items: Shown[]
  }
  assert.equal(items.length, 1)
  const link = `/m/${till.merchantId}/sandbox/statements/${items[0]?.id}`
  for (const { text } of mails) {
    assert.ok(text.includes(link), text)
    assert.doesNotMatch(text, /5\.00/)
  }
  await work()
  const again = await service.world.sql`select from sandbox_messages where merchant_id = ${till.merchantId}`
  assert.equal(again.count, 2)
})

test('settlements add up what each provider collected, day by day', async () => {
  const { items } = dataOf(await call('/v1/merchant/settlements')) as { items: Record<string, string>[] }
  assert.deepEqual(
    items.map(({ provider, count, gross, net }) => ({ provider, count, gross, net })),
    [
      { provider: 'own', count: 1, gross: '1500.00', net: net(1) },
      { provider: 'own', count: 1, gross: '1500.00', net: net(1) },
      { provider: 'own', count: 2, gross: '3000.00', net: net(2) },
    ],
  )
  for (const { count, unreconciled } of items) assert.equal(unreconciled, count)
  const [newest] = items
  const one = dataOf(await call(`/v1/merchant/settlements?from=${newest?.day}&to=${newest?.day}`)) as {
    items: unknown[]
  }
  assert.equal(one.items.length, 1)
  await service.world.sql`
    insert into reconciliations (id, environment, provider, day, source, covers, night, status, created_at)
    values (${service.world.newId()}, 'live', 'own', ${newest?.day ?? ''}, 'list', '{collection}', ${newest?.day ?? ''}, 'done',
      ${clock.now()})`
  const later = dataOf(await call('/v1/merchant/settlements')) as { items: Record<string, number>[] }
  assert.deepEqual(
    later.items.map(({ unreconciled }) => unreconciled),
    [0, 1, 2],
  )

  function net(count: number): string {
    const fees = items.find((item) => Number(item.count) === count)?.fees ?? '0'
    return `${count * 1500 - Number(fees)}.00`
  }
})
