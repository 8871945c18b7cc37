import type { Database } from '../database/database.ts'
import { compileRules, type RiskPlan } from './compile-rules.ts'
import { readPlan } from './read-rules.ts'

/** The rules as one process knows them. */
export type RiskRules = {
  /** As they were read last. What is older than a second is renewed meanwhile. */
  known(): RiskPlan
  /** Ends when they are known well enough to judge by: at once, unless nobody has asked for a while. */
  ready(): Promise<void>
  /** Reads them again, for whoever has just changed one. */
  renew(): Promise<void>
}

/** A change acts within about this long in every process that takes payments in. */
const freshMs = 1_000

/** Nobody judges by what is older than this, if anything newer can be read. */
const mostUsableMs = 5_000

type Known = { plan: RiskPlan; version: string; atMs: number }

/** Reads once a second at most, for everybody together, and only while somebody asks: where no rule is on, a payment costs nothing more. */
export function keepRiskRules(sql: Database, onError: (error: unknown) => void): RiskRules {
  let known: Known | null = null
  let reading: Promise<void> | undefined
  const ageMs = () => (known === null ? Number.POSITIVE_INFINITY : performance.now() - known.atMs)

  function renew(): Promise<void> {
    reading ??= read(sql, known)
      .then((found) => {
        known = found
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  return {
    known() {
      if (ageMs() >= freshMs && reading === undefined) renew().catch(onError)
      return known?.plan ?? compileRules([])
    },
    async ready() {
      if (ageMs() < mostUsableMs) return
      // What was known goes on to count where nothing newer can be read: then hardly anything can be written either.
      await renew().catch((error: unknown) => {
        if (known === null) throw error
        onError(error)
      })
    },
    async renew() {
      // What is being read may have begun before the change.
      await reading?.catch(() => {})
      await renew()
    },
  }
}

async function read(sql: Database, before: Known | null): Promise<Known> {
  const atMs = performance.now()
  const [state] = await sql<{ version: string }[]>`select version::text as version from risk_state`
  if (!state) throw new Error('Nothing is known of rules: the migrations are incomplete.')
  const { version } = state
  return { plan: before?.version === version ? before.plan : await readPlan(sql), version, atMs }
}
