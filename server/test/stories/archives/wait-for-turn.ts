import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../../src/world/world.ts'

/** The turn of whoever changes parts of tables. */
const turn = 7_245_004

/** Begins something while another process changes parts, and answers once it waits for its turn: with what lets it go on, and its end. */
export async function waitForTurn<Result>(
  world: World,
  begin: (watched: World) => Promise<Result>,
): Promise<() => Promise<Result>> {
  const { sql } = world
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${turn})`
    held.resolve()
    await over.promise
  })
  await held.promise
  let begun = 0
  const counting = new Proxy(sql, {
    get(target, name) {
      if (name === 'begin') begun += 1
      return Reflect.get(target, name)
    },
  })
  const work = begin({ ...world, sql: counting })
  // Whoever asks for the result later hears of a failure then.
  work.catch(() => {})
  const stands = async () => {
    const found = await sql`
      select from pg_locks where locktype = 'advisory' and objid = ${turn} and not granted
        and database = (select oid from pg_database where datname = current_database())`
    return found.length > 0
  }
  // Whoever has something to keep stands in line with it; whoever has nothing tries again and again.
  while (begun < 2 && !(await stands())) await sleep(20)
  return async () => {
    over.resolve()
    await other
    return await work
  }
}
