import { type CallbackTaker, callbackTaker } from '../../../src/callbacks/callbacks.ts'
import {
  type Collect,
  collectionCallbacks,
  collectionResolver,
  createCollect,
  nothingToAttach,
  type Resolve,
} from '../../../src/collections/collections.ts'
import type { Database } from '../../../src/database/database.ts'
import type { Registry } from '../../../src/providers/providers.ts'
import type { CrashPoint, World } from '../../../src/world/world.ts'
import { registryOf } from '../../registry-of.ts'
import { Crash, guardDatabase, type Sent } from '../kernel/guarded-database.ts'
import type { Network } from './scripted-provider.ts'

/** Where a process ends: at a named place, or before or after one of its statements. */
export type CrashPlan = { at: CrashPoint } | { statement: number; when: 'before' | 'after' }

export type Process = {
  name: string
  world: World
  registry: Registry
  resolve: Resolve
  callbacks: CallbackTaker
  collect: Collect
  isDead(): boolean
  /** Where it ended, if it did. */
  endedAt(): string
  crash(plan: CrashPlan | null): void
}

/** What a planted bug puts in place of the product's own. */
export type Plant = {
  alter?(sent: Sent): Sent
  resolver?(world: World, resolve: Resolve): Resolve
}

export type Work = { enter(): void; leave(): void }

export type Birth = {
  name: string
  world: World
  network: Network
  sendsItself: boolean
  work: Work
  plant: Plant
  report(error: unknown): void
}

/** One process of the service: what it has in memory ends with it, and so does its way to the database. */
export function startProcess({
  name,
  world: outer,
  network,
  sendsItself,
  work,
  plant,
  report,
}: Birth): Process {
  let dead = false
  let plan: CrashPlan | null = null
  let statements = 0

  let endedAt = ''

  function die(where: string): never {
    endedAt = where
    dead = true
    throw new Crash(`${name} ended`)
  }

  async function pass<Result>(statement: () => PromiseLike<Result>): Promise<Result> {
    if (dead) throw new Crash(`${name} is no more`)
    statements += 1
    const here = plan !== null && 'statement' in plan && plan.statement === statements ? plan.when : null
    if (here === 'before') die('before a statement')
    work.enter()
    try {
      const result = await statement()
      if (dead) throw new Crash(`${name} is no more`)
      if (here === 'after') die('after a statement')
      return result
    } finally {
      work.leave()
    }
  }

  async function hold<Result>(transaction: () => Promise<Result>): Promise<Result> {
    if (dead) throw new Crash(`${name} is no more`)
    work.enter()
    try {
      return await transaction()
    } finally {
      work.leave()
    }
  }

  const isDead = () => dead
  const sql: Database = guardDatabase(outer.sql, { pass, hold, alter: plant.alter ?? ((sent) => sent) })
  const world: World = {
    ...outer,
    sql,
    crashPoint(point) {
      if (dead) throw new Crash(`${name} is no more`)
      if (plan !== null && 'at' in plan && plan.at === point) die(point)
    },
  }
  const registry = registryOf({
    live: network.providerFor('live', { isDead }),
    sandbox: network.providerFor('sandbox', { isDead }),
  })
  const resolver = collectionResolver(world, registry)
  const resolve = plant.resolver?.(world, resolver) ?? resolver
  const told = (error: unknown) => {
    if (!dead) report(error)
  }
  const { collect } = createCollect({
    world,
    registry,
    resolve,
    checks: nothingToAttach,
    sendsItself,
    onError: told,
  })
  return {
    name,
    world,
    registry,
    resolve,
    callbacks: callbackTaker(world, registry, [collectionCallbacks(world, registry, resolve)]),
    collect,
    isDead,
    endedAt: () => endedAt,
    crash(next) {
      plan = next
      statements = 0
    },
  }
}
