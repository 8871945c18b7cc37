import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import type { NewId } from '../primitives/id.ts'
import type { Vault } from '../primitives/seal.ts'

/** What is passed in rather than imported, so that a test or a simulation can put its own in place. */
export type World = {
  sql: Database
  clock: Clock
  newId: NewId
  vault: Vault
  baseUrl: string
}
