import type { Database } from '../connect-database.ts'
import { findOffences, type Offence } from './find-offences.ts'
import { planDistributing, planSpreading } from './plan-spreading.ts'
import { comparesMerchants, readFunctions, readTables } from './read-tables.ts'

export type Spreading = {
  /** What makes the tables fit, as statements of one transaction. */
  changes: string[]
  /** What is said to Citus after that. */
  distribution: string[]
  /** What is in the way as the tables are, or left unguarded. */
  offences: Offence[]
}

/** What it would take to spread this database by merchant. Nothing is changed, and nobody waits. */
export async function planSpread(sql: Database): Promise<Spreading> {
  const tables = await readTables(sql)
  return {
    changes: planSpreading(tables, await comparesMerchants(sql)),
    distribution: planDistributing(tables, await readFunctions(sql)),
    offences: findOffences(tables),
  }
}

/** Makes the tables fit: all of them, or none. It takes them for itself, and builds keys of every row anew. */
export async function prepareSpread(sql: Database): Promise<Spreading> {
  return await sql.unhurried((patient) =>
    patient.begin(async (tx) => {
      const changes = planSpreading(await readTables(tx), await comparesMerchants(tx))
      for (const statement of changes) await tx.unsafe(statement)
      const tables = await readTables(tx)
      return {
        changes,
        distribution: planDistributing(tables, await readFunctions(tx)),
        offences: findOffences(tables),
      }
    }),
  )
}
