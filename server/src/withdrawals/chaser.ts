import type { Transaction } from '../database/database.ts'
import type { Providers } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Step } from './move-withdrawals.ts'

/** What whoever looks after withdrawals needs. */
export type Chaser = {
  world: World
  providers: Providers
  /** Told of every move, in its transaction. */
  onMoved: (tx: Transaction, steps: Step[]) => Promise<void>
}
