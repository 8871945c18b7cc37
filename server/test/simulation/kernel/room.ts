import type { Database } from '../../../src/database/database.ts'
import type { HowMuch } from '../../how-thorough.ts'
import type { Sent } from './guarded-database.ts'
import type { Ground } from './stage.ts'
import type { Step } from './steps.ts'
import type { Wire } from './wire.ts'

/** Where a bug can be put in place of what the product does: in its statements, or in functions that a room names. */
export type Seams = { sql?: (sent: Sent) => Sent }

/** A bug that the simulation must find, or it proves nothing; which judges may find it, and how they tell of it. */
export type Plant<Own extends Seams = Seams> = {
  broken: string
  judges: readonly string[]
  told: RegExp
  seams: Own
}

export type Size = { seeds: number; steps: number }

/** As much of a stage as the kernel needs to play on it. */
export type Playable = Ground & { network: Wire; settle(): Promise<void>; rebuildTheDead(): void }

/** What a room brings to be simulated: its actors, its provider, its judges. */
export type Room<Own extends Playable = Playable, OwnSeams extends Seams = Seams> = {
  name: string
  promise: string
  size: HowMuch<Size>
  /** Long enough that each planted bug has had many occasions to show. */
  plantedSteps: number
  /** Processes share connections, or have one each: what one does then has an order that only the seed decides. */
  connections: 'shared' | 'own'
  setStage(seed: string, databaseOf: (name: string) => Database, seams: OwnSeams): Promise<Own>
  steps: readonly Step<Own>[]
  beforeStep?(stage: Own): Promise<void>
  /** Judges what has changed since the last look, if anything can have, and tells of it in words that hold no id. */
  look(stage: Own, mayHaveChanged: boolean, step: string): Promise<string[]>
  finish(stage: Own, check: (name: string) => Promise<void>): Promise<void>
  /** What all seeds together must have seen at least once: what never happens is not tested. */
  expected(): string[]
  plants: readonly Plant<OwnSeams>[]
}
