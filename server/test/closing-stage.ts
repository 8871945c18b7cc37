import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { checkBooks } from '../src/books/check-books.ts'
import { hold, moneyIn, type Posting, post, releaseHold, reserve } from '../src/ledger/ledger.ts'
import { idsFrom } from '../src/primitives/id.ts'
import { vaultFrom } from '../src/primitives/seal.ts'
import { closeBooks, planClosings, prepareStatements } from '../src/statements/statements.ts'
import type { World } from '../src/world/world.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export let database: TestDatabase
/** What the time is, for those whose clocks are right. */
export const time = { nowMs: 0 }
before(async () => {
  database = await createTestDatabase({ poolSize: 30 })
})
after(() => database.drop())

export const vault = vaultFrom('a secret for tests that is long enough to be one')

/** A process whose clock is so much ahead. */
export function processAhead(ms: number): World {
  const clock = { now: () => new Date(time.nowMs + ms) }
  return { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
}

export async function newMerchant(world: World): Promise<string> {
  const id = world.newId()
  const at = world.clock.now()
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${id}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${at}, ${at})`
  return id
}

type Change = Pick<Posting, 'type' | 'direction' | 'amount' | 'legs'>
export const comesIn: Change = {
  type: 'collection',
  direction: 'credit',
  amount: 100n,
  ...moneyIn('simulated', 100n),
}
export const isHeld: Change = {
  type: 'clearance_hold',
  direction: 'credit',
  amount: 70n,
  ...hold('simulated', 70n),
}
export const isReleased: Change = {
  type: 'clearance_release',
  direction: 'credit',
  amount: 70n,
  ...releaseHold(70n),
}
export const goesOut: Change = {
  type: 'withdrawal_reservation',
  direction: 'debit',
  amount: 30n,
  ...reserve(30n),
}

export function posting(world: World, merchantId: string, change: Change): Posting {
  const book = { merchantId, environment: 'live', currency: 'TZS' } as const
  return { ...book, cause: `test:${world.newId()}`, ...change }
}

export const add = (world: World, merchantId: string, ...changes: Change[]) =>
  world.sql.begin((tx) =>
    post(
      tx,
      world,
      changes.map((change) => posting(world, merchantId, change)),
    ),
  )

export const work = async (world: World) => {
  await planClosings(world)
  await closeBooks(world, { onError: assert.fail })
  await prepareStatements(world, { onError: assert.fail })
}

type Day = {
  day: string
  first_seq: bigint
  last_seq: bigint
  available: bigint
  reserved: bigint
  held: bigint
}
export const daysOf = (merchantId: string) => database.sql<Day[]>`
  select day::text as day, first_seq, last_seq, available, reserved, held from book_days
  where merchant_id = ${merchantId} order by day`

/** All that is wrong with days and statements. Payments that only the books know are not looked at. */
export async function wrongs(world: World): Promise<string[]> {
  const findings = await checkBooks(world)
  const own = findings.filter(({ check }) => /closed|one side|statement|settled/.test(check))
  assert.equal(own.length, 6)
  return own.filter(({ holds }) => !holds).map(({ check, details }) => `${check}: ${details}`)
}

/** Time never goes back, so that each has nights of its own. */
export const midnightAfter = (day: string) => Date.parse(`${day}T00:00:00+03:00`) + 24 * 3_600_000
