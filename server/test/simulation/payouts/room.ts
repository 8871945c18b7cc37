import type { Room } from '../kernel/room.ts'
import { expected } from './coverage.ts'
import { finish } from './finish.ts'
import { look } from './look.ts'
import { plants } from './plants.ts'
import type { PayoutSeams } from './process.ts'
import { type Stage, setStage } from './stage.ts'
import { steps } from './steps.ts'
import { giveUpOnTheLate } from './steps-of-providers.ts'

export const room: Room<Stage, PayoutSeams> = {
  name: 'payouts',
  promise: 'whatever happens to withdrawals and refunds, each is paid at most once',
  size: {
    test: { seeds: 1, steps: 100 },
    proveShort: { seeds: 20, steps: 500 },
    prove: { seeds: 40, steps: 500 },
  },
  plantedSteps: 500,
  connections: 'own',
  setStage,
  steps,
  beforeStep: giveUpOnTheLate,
  look,
  finish,
  expected,
  plants,
}
