import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../primitives/start-refused.ts'
import type { Database, Transaction } from './connect-database.ts'
import { isDatabaseAway } from './database-away.ts'
import { isPassingFault } from './passing-fault.ts'

/** Whoever waits for the lock of a whole table holds up all who come after, so nobody waits for it longer than this. */
export const lockWaitMs = 1_000

// Between two turns those who were held up get through. The last one is repeated.
const pausesMs = [100, 200, 500, 1_000, 2_000]

export type Turns = {
  /** Of the migration. */
  name: string
  /** How long others may be in the way. */
  waitMs: number
}

/** Changes tables in a transaction, again and again while others hold what it needs. */
export async function applyInTurns(
  sql: Database,
  text: string,
  { name, waitMs }: Turns,
  afterwards: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  const deadline = performance.now() + waitMs
  for (let turn = 0; ; turn += 1) {
    try {
      return await sql.begin(async (tx) => {
        await holdParts(tx, text)
        await tx.unsafe(text)
        await afterwards(tx)
      })
    } catch (error) {
      const inTheWay = isPassingFault(error) && !isDatabaseAway(error)
      if (!inTheWay || performance.now() > deadline) throw refusalOf(name, error, inTheWay)
      await sleep(pausesMs[Math.min(turn, pausesMs.length - 1)])
    }
  }
}

export function refusalOf(name: string, error: unknown, inTheWay: boolean): StartRefused {
  const reason = error instanceof Error ? error.message : String(error)
  const advice = inTheWay ? '. Look in pg_stat_activity for a transaction that has been open for long' : ''
  return new StartRefused(`Migration ${name} failed and was rolled back: ${reason}${advice}`, {
    cause: error,
  })
}

/** Tables that are altered, or given a trigger. */
const changed =
  /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)|\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s[^;]*?\son\s+(\w+)/gi

/**
 * The limit of a lock is for each. Of a table by time all parts are locked, one after the other, and all who come wait for the sum: for these there is a
 * limit for all of them together.
 */
async function holdParts(tx: Transaction, text: string): Promise<void> {
  const named = [...new Set(Array.from(text.matchAll(changed), ([, table, other]) => table ?? other ?? ''))]
  if (named.length === 0) return
  const parted = await tx<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'p' and oid in (select to_regclass(name) from unnest(${named}::text[]) named (name))`
  if (parted.length === 0) return
  await tx.unsafe(`set local statement_timeout = ${lockWaitMs}`)
  await tx.unsafe(`lock table ${parted.map(({ name }) => name).join(', ')} in access exclusive mode`)
  await tx.unsafe('set local statement_timeout = 0')
}
