import type { Room } from '../kernel/room.ts'
import { expected } from './coverage.ts'
import { finish } from './finish.ts'
import { look } from './look.ts'
import { plants } from './plants.ts'
import type { BillSeams } from './process.ts'
import { type Stage, setStage } from './stage.ts'
import { steps } from './steps.ts'

export const room: Room<Stage, BillSeams> = {
  name: 'bills',
  promise: 'whatever happens to what is paid for control numbers, each receipt is somebody’s once',
  size: {
    test: { seeds: 1, steps: 100 },
    proveShort: { seeds: 8, steps: 400 },
    prove: { seeds: 20, steps: 800 },
  },
  plantedSteps: 400,
  connections: 'own',
  setStage,
  steps,
  look,
  finish,
  expected,
  plants,
}
