import { connectDatabase, type Database } from '../../src/database/database.ts'
import type { Actor } from '../../src/http/http.ts'
import { checkBooks, makeAdmin, makeMerchant } from '../../src/operator/operator.ts'
import { Refusal } from '../../src/primitives/refusal.ts'
import { actorOf } from '../simulation/kernel/actor-of.ts'
import type { Mortal } from '../simulation/kernel/mortal.ts'
import { type Ground, layGround } from '../simulation/kernel/stage.ts'
import { createTestDatabase } from '../test-database.ts'

/** What all cells of a run share: a database, a clock, a merchant with money, and who decides about it. */
export type CellStage = {
  ground: Ground
  sql: Database
  url: string
  actor: Actor
  adminId: string
  /** Nobody looks any more at what stays open for ever, or the next cell would. */
  putAside(): Promise<void>
  /** What `check-books` finds wrong, in all that it looks at or in some of it. */
  bookFaults(about?: RegExp): Promise<string[]>
  close(): Promise<void>
}

const password = 'correct horse battery'

export async function openCellStage(seed: string): Promise<CellStage> {
  const database = await createTestDatabase({ poolSize: 5 })
  const { sql } = database
  // Processes die here, not machines: what is committed need not reach the disk.
  const admin = connectDatabase({ url: database.adminUrl, poolSize: 1, applicationName: 'crash-points' })
  await admin.unsafe(`alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = off`)
  await admin.end()
  const ground = layGround('crash-points', seed, sql)
  const { world } = ground
  const made = await sql.begin(async (tx) => {
    const { user_id: adminId } = await makeAdmin(tx, world, { email: 'admin@malipo.test', password })
    const wish = { name: 'Duka', email: 'owner@duka.test', password, isVerified: true }
    const { merchant_id: id } = await makeMerchant(tx, world, { ...wish, balance: 100_000_000_000n })
    return { adminId, id }
  })
  return {
    ground,
    sql,
    url: database.url,
    adminId: made.adminId,
    actor: actorOf({ id: made.id, name: 'Duka' }, 'live', ground.clock.now()),
    async putAside() {
      await sql`update collections set due_at = '2200-01-01' where due_at is not null`
      await sql`update withdrawals set due_at = '2200-01-01' where due_at is not null`
      await sql`delete from due_look_ups`
    },
    async bookFaults(about = /./) {
      const findings = (await checkBooks(world)).filter(({ check }) => about.test(check))
      return findings.filter(({ holds }) => !holds).map(({ check, details }) => `${check}: ${details}`)
    },
    close: () => database.drop(),
  }
}

export type Act = { process: Mortal; what: () => Promise<unknown> }

/** Lets processes do something at once, and waits for all that follows. Whoever dies tells nothing; who lives must not fail. */
export async function act(
  { work }: Pick<Ground, 'work'>,
  acts: readonly Act[],
  mayRefuse: readonly string[],
): Promise<string[]> {
  const done = await Promise.allSettled(acts.map(({ what }) => Promise.try(what)))
  await work.settled()
  return done.flatMap((one, place) => {
    if (one.status === 'fulfilled' || acts[place]?.process.isDead()) return []
    if (one.reason instanceof Refusal && mayRefuse.includes(one.reason.code)) return []
    return [`a process that lives threw ${describe(one.reason)}`]
  })
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return `${error.message}: ${error.errors.map(describe).join('; ')}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
