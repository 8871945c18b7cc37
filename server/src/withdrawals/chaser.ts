import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

/** What whoever looks after withdrawals needs. */
export type Chaser = { world: World; registry: Registry }
