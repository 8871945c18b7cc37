import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayAt } from '../../src/primitives/instant.ts'
import type { Listed, LookedUp, Outcome } from '../../src/providers/providers.ts'
import { planNights, prefixes, runReconciliations } from '../../src/reconciliation/reconciliation.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { type OwnProvider, ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { openTill, type Till } from './payouts/till.ts'
import { differences, unclear } from './reconciliation/differences.ts'
import { type Finding, head, type Run, testDoubts } from './reconciliation/doubts.ts'

const clock = ownClock()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
let own: OwnProvider
let service: Service
let desk: Desk
let till: Till
/** What the provider lists, as the test wants it. */
let listed: Listed[] = []
let listing: () => AsyncIterable<Listed> = async function* () {
  yield* listed
}
/** What it answers when it is asked about something. */
let said: LookedUp = unclear()

before(async () => {
  const pays = () => succeeded()
  own = ownProvider({ collect: pays, payOut: pays, lookUp: () => said, lookUpPayOut: () => said })
  const live = Object.assign(own, { list: () => listing(), balance: async () => balance })
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live } })
  desk = await openDesk(service)
  till = await openTill(service, 100_000_000n)
})
after(() => endStory(service))

const balance = { kind: 'known', amount: 500n, currency: 'TZS' } as const
const reconcile = () => runReconciliations({ ...service.parts, prefixes })

/** Ten in the morning of the next day in Dar es Salaam. */
function nextMorning(): string {
  const midnight = Date.parse(`${dayAt(clock.now())}T00:00:00+03:00`)
  clock.pass(midnight + dayMs + 10 * hourMs - clock.now().getTime())
  listed = []
  said = unclear()
  return dayAt(clock.now())
}

async function work(): Promise<void> {
  await workOnce(service)
  await chaseWithdrawals(service.parts)
}

/** A push that is over at once, as the provider says; its line says the same until a test says otherwise. */
async function push(outcome: Outcome): Promise<{ id: string; line: Listed }> {
  own.script.collect = () => outcome
  const { id } = await till.push({}, { key: till.liveKey })
  await work()
  return { id: String(id), line: lineOf('MLP', id, outcome) }
}

async function payOut(outcome: Outcome): Promise<{ id: string; line: Listed }> {
  own.script.payOut = () => outcome
  const { id } = await till.submit()
  assert.equal(inShort(await desk.decide(id, 'approve')), '200')
  await work()
  return { id: String(id), line: lineOf('MLW', id, outcome) }
}

function lineOf(prefix: 'MLP' | 'MLW', id: unknown, outcome: Outcome): Listed {
  const about = prefix === 'MLP' ? 'collection' : 'disbursement'
  return {
    reference: `${prefix}${String(id).replaceAll('-', '').toUpperCase()}`,
    about,
    outcome,
    at: clock.now(),
  }
}

const request = (body: Fields): Promise<Reply> => desk.call('/v1/admin/reconciliations', 'live', { body })

/** Has a day reconciled, and reads what came of it. */
async function reconciled(day: string, body: Fields = {}): Promise<Run & { findings: Finding[] }> {
  const asked = await request({ provider: 'own', day, ...body })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  await reconcile()
  return await read(asked.body.data.id)
}

async function read(id: unknown): Promise<Run & { findings: Finding[] }> {
  const run = dataOf(await desk.call(`/v1/admin/reconciliations/${id}`)) as Run
  const { items } = dataOf(await desk.call(`/v1/admin/reconciliations/${id}/findings`))
  return { ...run, findings: items as Finding[] }
}

for (const [about, ours, theirs, answer, found, proposed, accepted] of differences) {
  const name = `${about} ${ours.kind} here, ${theirs?.kind ?? 'nothing'} there, ${answer.kind} when asked`
  test(`${name}: ${found}, ${proposed}; accepted: ${accepted}`, async () => {
    const day = nextMorning()
    const { id, line } = await (about === 'push' ? push(ours) : payOut(ours))
    listed = theirs === null ? [] : [{ ...line, outcome: theirs }]
    clock.pass(dayMs)
    said = answer
    const { counts, findings } = await reconciled(day)
    assert.deepEqual([counts[found], findings.length, findings[0]?.kind], [1, 1, found])
    const shown = await desk.call('/v1/admin/discrepancies?status=open')
    const [open] = dataOf(shown).items as { id: string; kind: string; proposal: { action: string } }[]
    assert.deepEqual(
      [open?.id, open?.kind, open?.proposal.action],
      [findings[0]?.discrepancy_id, found, proposed],
    )
    const settled = await desk.settle(open?.id, { action: 'accept_provider', note: 'They are right.' })
    if (settled.status !== 200) {
      assert.equal(inShort(settled), accepted)
      assert.equal((await desk.settle(open?.id, { action: 'keep_ours', note: 'We are.' })).status, 200)
    } else {
      const { status } = about === 'push' ? await till.state(id, till.liveKey) : await till.read(id)
      assert.equal(status, accepted)
    }
    const again = await reconciled(day)
    assert.deepEqual([again.counts[found], again.counts.settled], [0, settled.status === 200 ? 0 : 1])
  })
}

test('what is open here and paid there is asked about, and is no difference while nobody answers', async () => {
  const day = nextMorning()
  const { id, line } = await push({ kind: 'unknown', because: 'silence' })
  listed = [{ ...line, outcome: succeeded(150_000n) }]
  clock.pass(dayMs)
  const open = await reconciled(day)
  assert.deepEqual([open.counts.still_open, open.counts.missing_here], [1, 0])
  said = succeeded(150_000n)
  const paid = await reconciled(day)
  assert.deepEqual([paid.counts.still_open, paid.counts.matched], [0, 1])
  assert.equal((await till.state(id, till.liveKey)).status, 'successful')
  assert.deepEqual([paid.float.told, paid.float.booked !== null], ['5.00', true])
})

const local = (at: Date) => new Date(at.getTime() + 3 * hourMs).toISOString().slice(0, 19).replace('T', ' ')
const written = ({ reference }: Listed, at: Date) =>
  `${local(at)},${reference},collection,1500.00,TZS,paid\r\n`

test('what is paid near midnight is looked for in the statement of the neighbouring day', async () => {
  const day = nextMorning()
  clock.pass(13.9 * hourMs)
  const [there, nowhere] = [await push(succeeded()), await push(succeeded())]
  clock.pass(dayMs)
  const next = dayAt(clock.now())
  clock.pass(dayMs)
  said = succeeded()
  const format = 'gateway'
  const first = await reconciled(day, { format, statement: head })
  assert.deepEqual(
    [first.counts.still_open, first.counts.missing_there],
    [2, 0],
    'the next day is still to come',
  )
  const afterMidnight = new Date(Date.parse(`${next}T00:01:00+03:00`))
  const second = await reconciled(next, { format, statement: head + written(there.line, afterMidnight) })
  assert.deepEqual([second.counts.matched, second.counts.missing_there], [1, 1], 'found there, and nowhere')
  assert.equal(second.findings.find(({ kind }) => kind === 'missing_there')?.theirs, 'nothing')
  const again = await reconciled(day, { format, statement: head })
  assert.deepEqual([again.counts.still_open, again.counts.missing_there], [0, 1])
  const open = dataOf(await desk.call('/v1/admin/discrepancies?status=open')).items as {
    id: string
    collection_id: string
  }[]
  assert.deepEqual(
    open.map((one) => one.collection_id),
    [nowhere.id],
    'told once, whichever day tells it',
  )
  await desk.settle(open[0]?.id, { action: 'keep_ours', note: 'They confirmed it.' })
})

const list = (lines: Listed[]) => {
  listed = lines
}
testDoubts(() => ({ service, desk, till, clock, nextMorning, push, written, list, reconcile, reconciled }))

test('every night the days before are reconciled, once for all processes; missed ones are made up for, a week at most', async () => {
  const today = nextMorning()
  clock.pass(-8.5 * hourMs)
  assert.equal(await planNights(service.parts), 0, 'half past one is too early')
  clock.pass(hourMs)
  const { sql, newId } = service.world
  await sql`insert into installation (id, secret_probe, created_at) values (${newId()}, '', ${clock.now()})`
  assert.equal(await planNights(service.parts), 0, 'there was nobody here yesterday')
  await sql`delete from installation`
  const planned = await Promise.all([planNights(service.parts), planNights(service.parts)])
  assert.ok(planned.includes(0) || planned[0] !== planned[1], 'whoever comes second plans nothing')
  const nights = await sql<{ day: string }[]>`
    select day::text as day from reconciliations where night = ${today} order by day`
  const week = Array.from({ length: 7 }, (_, back) =>
    dayAt(new Date(clock.now().getTime() - (7 - back) * dayMs)),
  )
  assert.ok(nights.every(({ day }) => week.includes(day)) && nights.at(-1)?.day === week.at(-1))
  await reconcile()
  assert.equal(await planNights(service.parts), 0, 'what is done is done')
  clock.pass(dayMs)
  assert.equal(await planNights(service.parts), 1, 'the next night has one day more')
  await reconcile()
})

test('who dies or is stopped in the middle is followed by somebody else, and writes nothing any more', async () => {
  const day = nextMorning()
  const { line } = await push(succeeded())
  clock.pass(dayMs)
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const usual = listing
  listing = async function* () {
    yield line
    begin()
    await woken
    yield { ...line, reference: 'OF-THE-DEAD' }
  }
  const asked = dataOf(await request({ provider: 'own', day }))
  const first = reconcile()
  await begun
  listed = [line]
  listing = usual
  assert.equal(await reconcile(), 0, 'it is held by the first')
  clock.pass(11 * 60_000)
  assert.equal(await reconcile(), 1)
  const done = await read(asked.id)
  assert.deepEqual([done.status, done.counts.matched, done.counts.lines, done.findings], ['done', 1, 1, []])
  wake()
  await first
  assert.deepEqual(await read(asked.id), done, 'whoever wakes up late has lost it')
  const { count } = await service.world.sql`select from reconciliation_lines where reference = 'OF-THE-DEAD'`
  assert.equal(count, 0)
})

test('a list that breaks off is asked for again after growing waits, and told as failed in the end', async () => {
  const day = nextMorning()
  clock.pass(dayMs)
  const usual = listing
  listing = async function* () {
    yield* []
    throw new Error('The gateway said 999.')
  }
  const { id } = dataOf(await request({ provider: 'own', day }))
  for (const minutes of [0, 1, 5, 15, 60]) {
    clock.pass(minutes * 60_000)
    assert.equal(await reconcile(), 1)
  }
  const { status, problem } = await read(id)
  assert.deepEqual([status, problem], ['failed', 'The gateway said 999.'])
  listing = usual
})

test('what cannot be reconciled is refused with what to do, and the report is safe in a spreadsheet', async () => {
  const day = nextMorning()
  const [today, statement, paid] = [dayAt(clock.now()), head, await payOut(succeeded())]
  clock.pass(dayMs)
  const refused: [Fields, RegExp][] = [
    [{ provider: 'nobody' }, /must be one of own, simulated|must be one of/],
    [{ provider: 'own', day: dayAt(clock.now()) }, /a day that is over/],
    [{ provider: 'simulated' }, /simulated has no list/],
    [{ provider: 'simulated', statement }, /nobody has said how a statement of simulated is read/],
    [{ provider: 'own', format: 'gateway' }, /send the statement with it/],
    [{ provider: 'own', statement, format: 'nobodys' }, /must be one of clickpesa, gateway, selcom/],
    [
      { provider: 'own', statement: `${head}x,y,z,1,TZS,paid`, format: 'gateway' },
      /^line 2 says "z" in kind/,
    ],
  ]
  for (const [body, problem] of refused) {
    const answer = await request({ day: today, ...body })
    assert.equal(inShort(answer), '422 validation_error')
    assert.match((answer.body.error.details as { problem: string }[])[0]?.problem ?? '', problem)
  }
  const formula = `=HYPERLINK("https://evil.example")`
  const line = `${day} 12:00:00,"${formula.replaceAll('"', '""')}",collection,500.00,TZS,paid\r\n`
  const { id } = await reconciled(day, { statement: head + line, format: 'gateway' })
  const report = await desk.call(`/v1/admin/reconciliations/${id}/report.csv`)
  assert.match(String(report.headers.get('content-type')), /^text\/csv/)
  assert.match(
    String(report.body),
    /missing_here,collection,"'=HYPERLINK\(""https:\/\/evil.example""\)",nothing of that reference/,
  )
  const own = { reference: 'Ref', amount: 'Sum', time: 'When', covers: ['collection'] }
  const set = await desk.call('/v1/admin/statement-mappings/own', 'live', { method: 'PUT', body: own })
  assert.equal(set.status, 200, JSON.stringify(set.body))
  const byOwn = await reconciled(day, {
    statement: `Ref;Sum;When\nR1;TZS 1,000.00;${day}\n${paid.line.reference};10000;${day}\n`,
  })
  assert.deepEqual([byOwn.counts.missing_here, byOwn.counts.matched], [1, 1], 'also of what it need not have')
})
