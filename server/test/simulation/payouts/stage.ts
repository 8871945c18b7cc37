import type { Environment } from '@malipo/contract'
import type { Database } from '../../../src/database/database.ts'
import type { Actor } from '../../../src/http/http.ts'
import { makeAdmin, makeMerchant } from '../../../src/operator/operator.ts'
import { setRule } from '../../../src/pricing/pricing.ts'
import { idsFrom } from '../../../src/primitives/id.ts'
import { Refusal } from '../../../src/primitives/refusal.ts'
import { vaultFrom } from '../../../src/primitives/seal.ts'
import type { World } from '../../../src/world/world.ts'
import { actorOf } from '../kernel/actor-of.ts'
import { type Chance, chanceFrom } from '../kernel/chance.ts'
import { quietWork } from '../kernel/quiet-work.ts'
import { type Plant, type Process, startProcess } from './process.ts'
import { type PayoutNetwork, payoutNetwork } from './scripted-provider.ts'
import type { Seen } from './see.ts'

export type Shop = { name: string; id: string; secret: string; actors: Record<Environment, Actor> }

/** Everything of one seed. */
export type Stage = {
  step: number
  chance: Chance
  clock: { now(): Date; pass(ms: number): void }
  /** Of whoever looks on; the processes have their own. */
  world: World
  network: PayoutNetwork
  processes: Record<'a' | 'b', Process>
  shops: Shop[]
  /** The last of them owns the last shop. */
  admins: string[]
  /** What came in and went out besides withdrawals, by book. */
  given: Map<string, bigint>
  /** As the database was after the last step, by label. */
  seen: Map<string, Seen>
  submitted: number
  events: number
  lines: string[]
  faults: string[]
  tally: Map<string, number>
  launch(process: Process, what: string, work: () => Promise<string>, mayRefuse?: readonly string[]): void
  settle(): Promise<void>
  /** How much the processes have ever asked of the database. */
  asksSoFar(): number
  /** How far the onlooker has seen: what was asked, and the transaction that comes next. */
  looked: { asks: number; next: bigint }
  rebuildTheDead(): void
}

export type Databases = { a: Database; b: Database; onlooker: Database }

const firstMs = Date.UTC(2026, 0, 5, 6)
export const secondApprovalFrom = 60_000n

export async function setStage(seed: string, databases: Databases, plant: Plant): Promise<Stage> {
  let nowMs = firstMs
  const clock = {
    now: () => new Date(nowMs),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
  const newId = idsFrom(clock, chanceFrom(`ids ${seed}`).bytes)
  const vault = vaultFrom('a secret for a simulation that is long enough')
  const worldOf = (sql: Database): World => ({ sql, clock, newId, vault, baseUrl: 'http://localhost' })
  const world = worldOf(databases.onlooker)
  const { shops, admins } = await openShops(world)
  const work = quietWork()
  const network = payoutNetwork({
    seed,
    // Every third seed has a provider that takes a repeat for another payout.
    knowsRepeats: Number(seed) % 3 !== 0,
    nowMs: () => nowMs,
    labelOf: (reference) => labelOf(stage, reference),
    note: (line) => void stage.lines.push(line),
  })
  const birth = (name: 'a' | 'b') =>
    startProcess({ name, world: worldOf(databases[name]), network, work, plant })
  const stage: Stage = {
    step: 0,
    chance: chanceFrom(`payouts ${seed}`),
    clock,
    world,
    network,
    processes: { a: birth('a'), b: birth('b') },
    shops,
    admins,
    given: new Map(),
    seen: new Map(),
    submitted: 0,
    events: 0,
    lines: [],
    faults: [],
    tally: new Map(),
    launch(process, what, act, mayRefuse = []) {
      const told = (line: string) => stage.lines.push(`${what}: ${line}`)
      Promise.try(act).then(
        (line) => process.isDead() || told(line),
        (error: unknown) => {
          // The dead tell nothing, and nobody waits for their answer any more.
          if (process.isDead()) return
          if (error instanceof Refusal && mayRefuse.includes(error.code)) told(`refused ${error.code}`)
          else stage.faults.push(`${what} threw ${describe(error)}`)
        },
      )
    },
    settle: work.settled,
    asksSoFar: work.soFar,
    looked: { asks: -1, next: 0n },
    rebuildTheDead() {
      for (const name of ['a', 'b'] as const) {
        const process = stage.processes[name]
        process.crash(null)
        if (!process.isDead()) continue
        network.deferred = network.deferred.filter(({ owner }) => !owner.isDead())
        stage.processes[name] = birth(name)
        stage.lines.push(`${name} died ${process.endedAt()}`)
      }
    },
  }
  return stage
}

function labelOf({ seen }: Stage, reference: string): string {
  for (const [label, { provider_reference: ours }] of seen) if (ours === reference) return label
  return 'one that nobody has seen'
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return `${error.message}: ${error.errors.map(describe).join('; ')}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

async function openShops(world: World): Promise<{ shops: Shop[]; admins: string[] }> {
  return await world.sql.begin(async (tx) => {
    const shops: Shop[] = []
    const admins: string[] = []
    for (const email of ['one@malipo.test', 'two@malipo.test', 'three@malipo.test']) {
      const { user_id: id } = await makeAdmin(tx, world, { email, password: 'correct horse battery' })
      admins.push(id)
    }
    for (const name of ['m1', 'm2', 'm3']) {
      const email = name === 'm3' ? 'three@malipo.test' : `${name}@shop.test`
      const wish = { name, email, password: 'correct horse battery', isVerified: true }
      const { merchant_id: id, webhook_secret: secret } = await makeMerchant(tx, world, wish)
      const actor = (environment: Environment) => actorOf(id, name, environment, world.clock.now())
      shops.push({ name, id, secret, actors: { live: actor('live'), sandbox: actor('sandbox') } })
    }
    // A charge that is dearer than the fee, and absorbed; the others have the standard rule.
    await setRule(tx, world, { adminId: admins[0] ?? '' }, shops[1]?.id ?? '', 'MOBILE_MONEY', {
      label: 'Absorbed',
      percentage: '0.5',
      flat_fee: '0.10',
      processor_charge: '3.00',
      processor_fee_pass_through: false,
    })
    return { shops, admins }
  })
}
