import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { Environment } from '@malipo/contract'
import type {
  Authorities,
  Authority,
  CloseAnswer,
  DayReport,
  IssueAnswer,
  Sale,
} from '../src/authorities/authorities.ts'
import { simulatedAuthority } from '../src/authorities/authorities.ts'
import { fiscalChecks } from '../src/books/checks/fiscal-checks.ts'
import { issueReceipts, queueReceipts } from '../src/fiscal/fiscal.ts'
import { idsFrom } from '../src/primitives/id.ts'
import { vaultFrom } from '../src/primitives/seal.ts'
import type { World } from '../src/world/world.ts'
import { switchReceiptsOn } from './switch-receipts-on.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const vault = vaultFrom('a secret for tests that is long enough to be one')

/** A database and a time for the tests of the file that calls this. */
export function fiscalStage() {
  let database: TestDatabase
  /** What the time is, for those whose clocks are right. */
  const time = { nowMs: Date.parse('2026-11-15T12:00:00+03:00') }
  before(async () => {
    database = await createTestDatabase({ poolSize: 20 })
  })
  // Nobody of a test before has anything due.
  beforeEach(() => database.sql`delete from fiscal_lanes`)
  after(() => database.drop())
  /** A process whose clock is so much ahead. */
  function processAhead(ms = 0): World {
    const clock = { now: () => new Date(time.nowMs + ms) }
    return { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
  }
  return {
    time,
    processAhead,
    /** A process, an authority that it asks, and a merchant that sells. */
    async openShop(settings: Parameters<typeof openSeller>[1] = {}) {
      const world = processAhead()
      return { world, authority: ownAuthority(world), seller: await openSeller(world, settings) }
    },
    /** Works for half an hour, so that whatever waits is asked for again. */
    async work(world: World, { authorities }: Pick<OwnAuthority, 'authorities'>, patienceMs = 200) {
      for (let round = 0; round < 20; round += 1) {
        await issueReceipts({ world, authorities, patienceMs })
        time.nowMs += 1_800_000 / 20
      }
    },
  }
}

/** The simulated authority, with a hand on what is heard of it. */
export function ownAuthority(world: World) {
  const asked: Sale[] = []
  const reports: DayReport[] = []
  const behind = simulatedAuthority(world)
  const own = {
    asked,
    reports,
    /** Told before the authority is asked; an answer in its place is all that is heard. */
    onIssue: async (_sale: Sale): Promise<IssueAnswer | undefined> => undefined,
    /** Changes what is heard of what was said. */
    hear: async (_sale: Sale, answer: IssueAnswer): Promise<IssueAnswer> => answer,
    hearReport: async (_report: DayReport, answer: CloseAnswer): Promise<CloseAnswer> => answer,
  }
  const authority: Authority = {
    name: 'simulated',
    register: (device, signal) => behind.register(device, signal),
    async issue(sale, signal) {
      asked.push(sale)
      return (await own.onIssue(sale)) ?? (await own.hear(sale, await behind.issue(sale, signal)))
    },
    async closeDay(report, signal) {
      reports.push(report)
      return await own.hearReport(report, await behind.closeDay(report, signal))
    },
  }
  const authorities: Authorities = { of: () => authority, named: () => authority }
  return Object.assign(own, { authorities })
}
export type OwnAuthority = ReturnType<typeof ownAuthority>

type Row = {
  number: bigint | null
  status: string
  amount: bigint
  verification_code: string | null
  day: string
}

/** A merchant with fiscal receipts on, in the sandbox unless told otherwise. */
export async function openSeller(
  world: World,
  settings: Parameters<typeof switchReceiptsOn>[2] = {},
  environment: Environment = 'sandbox',
) {
  const merchantId = world.newId()
  const at = world.clock.now()
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${merchantId}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${at}, ${at})`
  const owner = { merchantId, environment }
  await switchReceiptsOn(world, owner, settings)
  return {
    ...owner,
    /** As many payments as amounts, in minor units, that owe receipts now. */
    async sells(...amounts: bigint[]): Promise<void> {
      await world.sql.begin((tx) =>
        queueReceipts(
          tx,
          world,
          amounts.map((amount, place) => ({
            ...{ collectionId: world.newId(), ...owner, amount, currency: 'TZS' },
            at: new Date(world.clock.now().getTime() + place),
          })),
        ),
      )
    },
    async receipts(): Promise<Row[]> {
      return [
        ...(await world.sql<Row[]>`
          select number, status, amount, verification_code, day::text as day from fiscal_receipts
          where merchant_id = ${merchantId} order by number nulls last, id`),
      ]
    },
    /** What the authority has, by its own book. */
    async taken(): Promise<{ number: bigint; amount: bigint }[]> {
      return [
        ...(await world.sql<{ number: bigint; amount: bigint }[]>`
          select r.number, r.amount from simulated_fiscal_receipts r join simulated_fiscal_devices d using (registration_id)
          where d.serial = ${`${merchantId}:${environment}`} and r.is_taken order by r.number`),
      ]
    },
    async days() {
      return [
        ...(await world.sql<{ day: string; status: string; receipts: bigint; amount: bigint }[]>`
          select day::text as day, status, receipts, amount from fiscal_days where merchant_id = ${merchantId} order by day`),
      ]
    },
    async events(): Promise<string[]> {
      const rows = await world.sql<{ type: string }[]>`
        select type from events where merchant_id = ${merchantId} order by created_at, id`
      return rows.map(({ type }) => type)
    },
  }
}

/** What the checks of the books say, save those about payments: there are none here. */
export async function wrongs(world: World): Promise<string[]> {
  const found = await world.sql.begin(async (tx) => {
    const looks: (string | null)[] = []
    for (const { check, look } of fiscalChecks) {
      if (!check.includes('payment')) looks.push(await look(tx, vault))
    }
    return looks
  })
  return found.flatMap((one) => one ?? [])
}

export const issuedOnce = async (seller: Awaited<ReturnType<typeof openSeller>>, count: number) => {
  const receipts = await seller.receipts()
  const numbers = Array.from({ length: count }, (_, place) => BigInt(place + 1))
  assert.deepEqual(
    receipts.map(({ number, status }) => [number, status]),
    numbers.map((number) => [number, 'ISSUED']),
  )
  assert.deepEqual(
    await seller.taken(),
    receipts.map(({ number, amount }) => ({ number, amount })),
  )
}
