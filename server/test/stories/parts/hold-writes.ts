import type { Database } from '../../../src/database/database.ts'

export type HeldWrites = Awaited<ReturnType<typeof holdWrites>>

/** Keeps everybody from writing to a table, or from reading it too, so that whoever comes that far stays inside until `release`. */
export async function holdWrites(sql: Database, table: string, mode: 'share' | 'access exclusive' = 'share') {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in ${mode} mode`)
    held.resolve()
    await released.promise
  })
  await Promise.race([held.promise, holding])
  return {
    /** Whether so many wait for whoever is inside, or for the table itself. */
    async isWaitedFor(many = 1): Promise<boolean> {
      const waiting = await sql`
        select from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`
      return waiting.count >= many
    },
    async release(): Promise<void> {
      released.resolve()
      await holding
    },
  }
}
