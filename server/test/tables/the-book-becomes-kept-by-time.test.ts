import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runChecks } from '../../src/books/books.ts'
import { ledgerChecks } from '../../src/books/checks/ledger-checks.ts'
import { isPassingFault, keepForEver } from '../../src/database/database.ts'
import { readPartitions } from '../../src/database/partitions/read-partitions.ts'
import { keptBook, moneyIn, type Posting, post, readBalance } from '../../src/ledger/ledger.ts'
import { idsFrom, lowestIdAt } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import type { World } from '../../src/world/world.ts'
import { until } from '../test-clusters.ts'
import { fileOf, saidOf } from './becomes-kept-by-time.ts'
import { olderDatabase } from './older-database.ts'

const title = 'the-book-by-time'
const vault = vaultFrom('a secret for tests that is long enough to be one')
const dayMs = 24 * 3_600_000
const yearMs = 365 * dayMs
/** When a part begins, and with it a year. */
const bound = 58 * yearMs

let database: Awaited<ReturnType<typeof olderDatabase>>
let merchantId = ''
before(async () => {
  database = await olderDatabase(title)
  const at = worldAt(bound - 400 * dayMs)
  merchantId = at.newId()
  await database.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${merchantId}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${at.clock.now()}, ${at.clock.now()})`
})
after(() => database.drop())

/** The service with a clock that stands there. */
function worldAt(ms: number): World {
  const clock = { now: () => new Date(ms) }
  return { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
}

let causes = 0
function posting(changes: Partial<Posting> = {}): Posting {
  causes += 1
  return {
    ...{ cause: `test ${causes}`, type: 'collection', direction: 'credit', amount: 100n },
    ...{ merchantId, environment: 'live', currency: 'TZS' },
    ...moneyIn('simulated', 100n),
    ...changes,
  }
}
const book = (ms: number, ...postings: Posting[]) => {
  const world = worldAt(ms)
  return database.sql.begin((tx) => post(tx, world, postings))
}

async function wrongs(): Promise<string[]> {
  const names = ledgerChecks.map(({ check }) => check)
  const findings = await database.sql.begin((tx) => runChecks(tx, vault))
  return findings.filter(({ check, holds }) => !holds && names.includes(check)).map(({ check }) => check)
}

test('no row of a full book is read for partitions', async () => {
  for (let batch = 0; batch < 6; batch += 1)
    await book(bound - 300 * dayMs, ...Array.from({ length: 500 }, () => posting()))
  const said = await saidOf(database.sql, title)
  assert.equal(
    said.match(/partition constraint for table "\w+_open" is implied by existing constraints/g)?.length,
    2,
  )
  assert.doesNotMatch(said, /verifying table|rewriting table|building index "ledger_\w+_open/)
})

test('a full book becomes its first part while whoever posts goes on, and no row is moved', async () => {
  const files = async (end: string) =>
    await Promise.all(keptBook.map(({ table }) => fileOf(database.sql, `${table}${end}`)))
  const before = await files('')
  let posted = 3_000
  let isOver = false
  const work = (async () => {
    while (!isOver) {
      const next = posting()
      // Whoever was in the way for a moment is asked again, as everybody in the service does.
      await book(bound - 200 * dayMs, next).catch(async (error) => {
        if (!isPassingFault(error)) throw error
        await book(bound - 200 * dayMs, next)
      })
      posted += 1
    }
  })()
  await until(() => posted > 3_010)
  await database.migrate()
  const soFar = posted
  await until(() => posted > soFar + 10)
  isOver = true
  await work
  assert.deepEqual(await files('_open'), before)
  const { available } = await readBalance(database.sql, { merchantId, environment: 'live', currency: 'TZS' })
  assert.equal(available, `${posted}.00`)
  assert.deepEqual(await wrongs(), [])
})

test('parts follow each other at the same bounds, and the book goes on from one to the next', async () => {
  for (const ms of [bound - 390 * dayMs, bound - 20 * dayMs, bound + 350 * dayMs])
    for (const kept of keptBook)
      assert.equal(await keepForEver({ sql: database.sql, clock: worldAt(ms).clock }, kept), true)
  const [ofRows, ofLegs] = await Promise.all(keptBook.map(({ table }) => readPartitions(database.sql, table)))
  const endsOf = (parts: typeof ofRows) => parts?.map(({ to }) => to)
  assert.deepEqual(
    endsOf(ofRows),
    [bound, bound + yearMs, bound + 2 * yearMs].map((ms) => lowestIdAt(ms)).concat(null as never),
  )
  assert.deepEqual(endsOf(ofLegs), endsOf(ofRows))
  for (const ms of [bound - 1, bound, bound + yearMs + 1, bound + 3 * yearMs])
    await book(ms, posting(), posting())
  assert.deepEqual(await wrongs(), [])
  const names = [...(ofRows ?? []), ...(ofLegs ?? [])].map(({ name }) => name)
  // What guards whole statements guards the table.
  for (const name of names)
    await assert.rejects(
      database.sql.unsafe(`insert into ${name} select * from ${name}`),
      /permission denied/,
    )
  // Nobody may, and whoever may is told no all the same.
  for (const name of [...keptBook.map(({ table }) => table), ...names]) {
    const changes = [
      `truncate ${name} cascade`,
      `update ${name} set amount = amount + 1`,
      `delete from ${name}`,
    ]
    const isEmpty = (await database.sql.unsafe(`select from ${name} limit 1`)).count === 0
    for (const change of changes) {
      await assert.rejects(database.sql.unsafe(change), /permission denied/, change)
      const granted = database.sql.begin(async (tx) => {
        await tx.unsafe(`grant update, delete, truncate on ${name} to current_user`)
        await tx.unsafe(change)
      })
      if (!isEmpty || change.startsWith('truncate')) await assert.rejects(granted, /append-only/, change)
      else await granted
    }
  }
})

const once = { code: '23505', constraint: /^ledger_transactions_(?:open_)?cause/ }
const made = (ms: number) => worldAt(ms).newId()

test('a cause is booked once, on whichever side of a bound it comes again', async () => {
  const minute = 60_000
  const cases: [of: string, first: number, again: number, about: Partial<Posting>][] = [
    ['nothing that has a time', bound - 100 * dayMs, bound + 100 * dayMs, {}],
    ['nothing that has a time, the later first', bound + 100 * dayMs, bound - 100 * dayMs, {}],
    [
      'a payment of the year before',
      bound - 90 * dayMs,
      bound + 90 * dayMs,
      { collectionId: made(bound - 91 * dayMs) },
    ],
    [
      'a payout of the year before',
      bound - 90 * dayMs,
      bound + 90 * dayMs,
      { withdrawalId: made(bound - 91 * dayMs) },
    ],
    [
      'a payment of two years ago',
      bound - 90 * dayMs,
      bound + 500 * dayMs,
      { collectionId: made(bound - 91 * dayMs) },
    ],
    [
      'a payment right before the bound',
      bound - minute,
      bound + minute,
      { collectionId: made(bound - 2 * minute) },
    ],
    [
      'a payment right before it, by a clock that is ahead first',
      bound + minute,
      bound - minute,
      { collectionId: made(bound - 2 * minute) },
    ],
    [
      'a payment right after it, by a clock that is behind first',
      bound - minute,
      bound + 2 * minute,
      { collectionId: made(bound + minute) },
    ],
    [
      'a payment right after it, by a clock that is behind',
      bound + 2 * minute,
      bound - minute,
      { collectionId: made(bound + minute) },
    ],
    [
      'a payment by a clock that is days ahead',
      bound - dayMs,
      bound + 2 * dayMs,
      { collectionId: made(bound + 2 * dayMs) },
    ],
    [
      'both, the payment of long ago',
      bound - minute,
      bound + 90 * dayMs,
      { collectionId: made(bound - 600 * dayMs), withdrawalId: made(bound - 2 * minute) },
    ],
  ]
  for (const [of, first, again, about] of cases) {
    const booked = posting(about)
    await book(first, booked)
    await assert.rejects(book(again, posting(about), booked), once, of)
    await assert.rejects(book(first, booked), once, of)
  }
  assert.deepEqual(await wrongs(), [])
})

test('in the middle of a year nobody looks into another for what is of that year', async () => {
  const at = bound + 100 * dayMs
  const booked = posting({ collectionId: made(at - 50 * dayMs) })
  const read = async (about: Posting) =>
    await database.sql.begin(async (tx) => {
      await post(tx, worldAt(at), [about])
      const [row] = await tx<{ scans: bigint }[]>`
        select coalesce(sum(idx_scan), 0)::bigint as scans from pg_stat_xact_user_tables
        where relname in (${lastYears()}, 'ledger_transactions_open')`
      return Number(row?.scans)
    })
  const lastYears = () =>
    `ledger_transactions_to_${new Date(bound).toISOString().slice(0, 10).replaceAll('-', '')}`
  await book(at, posting())
  const own = await read(booked)
  const everywhere = await read(posting())
  assert.ok(own < everywhere, `${own} and ${everywhere}`)
})

test('of two who book what has neither payment nor payout in different books one waits for the other, and is refused', async () => {
  const same = posting()
  const rounds = Array.from({ length: 10 }, (_, place) => ({ ...same, cause: `${same.cause} ${place}` }))
  for (const one of rounds) {
    const both = await Promise.allSettled([
      book(bound - 10 * dayMs, one),
      book(bound + 10 * dayMs, { ...one, environment: 'sandbox' }),
    ])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  }
  assert.deepEqual(await wrongs(), [])
})

test('of two who book the same at the same moment on both sides of a bound one waits for the other, and is refused', async () => {
  const same = posting({ collectionId: made(bound - 90 * dayMs) })
  const both = await Promise.allSettled([book(bound - dayMs, same), book(bound + dayMs, same)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.deepEqual(await wrongs(), [])
})

test('nobody books what is asked of all years by what was there when their transaction began', async () => {
  const world = worldAt(bound + 20 * dayMs)
  const loose = posting()
  const booked = database.sql.begin('isolation level repeatable read', (tx) => post(tx, world, [loose]))
  await assert.rejects(booked, { code: '0A000' })
  await book(bound + 20 * dayMs, loose)
})
