import { setImmediate as turn } from 'node:timers/promises'
import type { Environment } from '@malipo/contract'
import { referencePrefix } from '../../../src/collections/collection-row.ts'
import type { Database } from '../../../src/database/database.ts'
import type { Actor } from '../../../src/http/http.ts'
import { makeAdmin, makeMerchant } from '../../../src/operator/operator.ts'
import { idsFrom } from '../../../src/primitives/id.ts'
import { idOfReference } from '../../../src/primitives/reference.ts'
import { Refusal } from '../../../src/primitives/refusal.ts'
import { vaultFrom } from '../../../src/primitives/seal.ts'
import type { World } from '../../../src/world/world.ts'
import { type Chance, chanceFrom } from '../kernel/chance.ts'
import { watchTables } from './changes.ts'
import { judgeSending } from './judge-sending.ts'
import { emptyMirror, type Mirror } from './mirror.ts'
import { type Plant, type Process, startProcess } from './process.ts'
import { type Network, scriptedNetwork } from './scripted-provider.ts'

export type Shop = {
  name: string
  id: string
  secret: string
  phone: string
  actors: Record<Environment, Actor>
}

/** A request that was made, to be made again. */
export type Asked = {
  label: string
  isCode: boolean
  /** Whether it was answered without the code that it was for. */
  lacksCode: boolean
  id: string | null
  again(process: Process, isOther: boolean): Promise<string>
}

export type InFlight = { what: string; process: Process; step: number; atMs: number }

/** Everything of one seed. */
export type Stage = {
  seed: string
  step: number
  chance: Chance
  clock: { now(): Date; pass(ms: number): void }
  world: World
  network: Network
  mirror: Mirror
  processes: Record<'a' | 'b' | 'c', Process>
  shops: Shop[]
  adminId: string
  spent: Map<string, number>
  asked: Asked[]
  /** Labels of callbacks that somebody stored and did not live to handle, and when. */
  stranded: Map<string, number>
  /** When a collection was first seen to be over: the step. */
  overSince: Map<string, number>
  inFlight: Set<InFlight>
  /** What this step tells, sorted before it is kept. */
  lines: string[]
  faults: string[]
  /** Set by a step that must change nothing. */
  mustChangeNothing: boolean
  tally: Map<string, number>
  asksChecked: number
  launch(process: Process, what: string, work: () => Promise<string>, mayRefuse?: readonly string[]): void
  /** Waits until all that was begun is done, or waits for the provider. */
  settle(): Promise<void>
  /** How much was ever asked of the database: if it did not grow, nothing can have changed there. */
  asksSoFar(): number
  rebuildTheDead(): void
}

const firstMs = Date.UTC(2026, 0, 5, 6)
export const holdThreshold = 40_000n

export async function setStage(seed: string, sql: Database, plant: Plant): Promise<Stage> {
  const chance = chanceFrom(`simulation ${seed}`)
  let nowMs = firstMs
  const clock = {
    now: () => new Date(nowMs),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
  const world: World = {
    sql,
    clock,
    newId: idsFrom(clock, chanceFrom(`ids ${seed}`).bytes),
    vault: vaultFrom('a secret for a simulation that is long enough'),
    baseUrl: 'http://localhost',
  }
  const { shops, adminId } = await openShops(world)
  await watchTables(sql)
  const network = scriptedNetwork({
    seed,
    // Every third seed has a provider that takes a repeat for another payment.
    knowsRepeats: Number(seed) % 3 !== 0,
    onSend: (order) => judgeSending(stage, order),
    labelOf: (reference) =>
      stage.mirror.collections.get(idOfReference(referencePrefix, reference) ?? '')?.description,
    note: (line) => void stage.lines.push(line),
  })
  const activity = quietWork()
  const birth = (name: 'a' | 'b' | 'c') =>
    startProcess({
      name,
      world,
      network,
      sendsItself: name !== 'c',
      work: activity,
      plant,
      report: (error) => void stage.faults.push(`a sending threw ${error}`),
    })
  const stage: Stage = {
    seed,
    step: 0,
    chance,
    clock,
    world,
    network,
    mirror: emptyMirror(),
    processes: { a: birth('a'), b: birth('b'), c: birth('c') },
    shops,
    adminId,
    spent: new Map(),
    asked: [],
    stranded: new Map(),
    overSince: new Map(),
    inFlight: new Set(),
    lines: [],
    faults: [],
    mustChangeNothing: false,
    tally: new Map(),
    asksChecked: -1,
    launch(process, what, work, mayRefuse = []) {
      const flight = { what, process, step: stage.step, atMs: nowMs }
      stage.inFlight.add(flight)
      const told = (line: string) => stage.lines.push(`${what}: ${line}`)
      Promise.try(work)
        .then(
          (line) => process.isDead() || told(line),
          (error: unknown) => {
            // The dead tell nothing, and nobody waits for their answer any more.
            if (process.isDead()) return
            if (error instanceof Refusal && mayRefuse.includes(error.code)) told(`refused ${error.code}`)
            else stage.faults.push(`${what} threw ${describe(error)}`)
          },
        )
        .finally(() => stage.inFlight.delete(flight))
    },
    settle: activity.settled,
    asksSoFar: activity.soFar,
    rebuildTheDead() {
      for (const name of ['a', 'b', 'c'] as const) {
        const process = stage.processes[name]
        process.crash(null)
        if (!process.isDead()) continue
        network.deferred = network.deferred.filter(({ owner }) => !owner.isDead())
        for (const flight of stage.inFlight) if (flight.process === process) stage.inFlight.delete(flight)
        stage.processes[name] = birth(name)
        stage.lines.push(`${name} died ${process.endedAt()}`)
      }
    },
  }
  return stage
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return `${error.message}: ${error.errors.map(describe).join('; ')}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** A batch begins in the next turn of the loop, so one turn without work is not yet the end of it. */
const quietTurns = 3

function quietWork() {
  let under = 0
  let all = 0
  let wake: (() => void) | undefined
  return {
    soFar: () => all,
    enter() {
      under += 1
      all += 1
    },
    leave() {
      under -= 1
      if (under === 0) wake?.()
    },
    async settled() {
      for (let quiet = 0; quiet < quietTurns; quiet += 1) {
        await turn()
        if (under === 0) continue
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = undefined
        quiet = -1
      }
    },
  }
}

async function openShops(world: World): Promise<{ shops: Shop[]; adminId: string }> {
  const shops: Shop[] = []
  return await world.sql.begin(async (tx) => {
    const { user_id: adminId } = await makeAdmin(tx, world, {
      email: 'admin@malipo.test',
      password: 'correct horse battery',
    })
    for (const name of ['m1', 'm2', 'm3']) {
      const made = await makeMerchant(tx, world, { name, email: 'admin@malipo.test', isVerified: true })
      const phone = `25571200000${name.slice(1)}`
      await tx`
        update merchants set phone = ${phone}, hold_threshold = ${holdThreshold} where id = ${made.merchant_id}`
      shops.push(shopOf(name, made.merchant_id, made.webhook_secret, phone, world.clock.now()))
    }
    return { shops, adminId }
  })
}

function shopOf(name: string, id: string, secret: string, phone: string, at: Date): Shop {
  const merchant = {
    id,
    name,
    phone,
    verification_status: 'verified',
    is_active: true,
    created_at: at,
    updated_at: at,
  } as const
  const actor = (environment: Environment): Actor => ({
    kind: 'actor',
    merchantId: id,
    merchant,
    environment,
    role: null,
    by: { kind: 'key', keyId: id, merchant, environment, scopes: new Set() },
  })
  return { name, id, secret, phone, actors: { live: actor('live'), sandbox: actor('sandbox') } }
}
