import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../../src/world/world.ts'

/** The turn of whoever changes parts of tables. */
const turn = 7_245_004

/** Begins something while another process changes parts, and answers once it waits for its turn: with what lets it go on, and its end. */
export async function waitForTurn<Result>(
  { sql }: World,
  begin: () => Promise<Result>,
): Promise<() => Promise<Result>> {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${turn})`
    held.resolve()
    await over.promise
  })
  await held.promise
  const work = begin()
  // Whoever asks for the result later hears of a failure then.
  work.catch(() => {})
  const waiting = () =>
    sql`select from pg_locks where locktype = 'advisory' and objid = ${turn} and not granted`
  while ((await waiting()).length === 0) await sleep(20)
  return async () => {
    over.resolve()
    await other
    return await work
  }
}
