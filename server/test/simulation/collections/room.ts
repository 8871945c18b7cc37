import type { Room } from '../kernel/room.ts'
import { expected } from './coverage.ts'
import { finish } from './finish.ts'
import { look } from './look.ts'
import { plants } from './plants.ts'
import type { CollectionSeams } from './process.ts'
import { type Stage, setStage } from './stage.ts'
import { steps } from './steps/steps.ts'

export const room: Room<Stage, CollectionSeams> = {
  name: 'collections',
  promise: 'whatever happens to collections, the books hold',
  size: {
    test: { seeds: 1, steps: 100 },
    proveShort: { seeds: 20, steps: 500 },
    prove: { seeds: 20, steps: 2_000 },
  },
  plantedSteps: 2_000,
  connections: 'shared',
  setStage,
  steps,
  look,
  finish,
  expected,
  plants,
}
