import { type Chore, runEvery } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import type { LookUpWorker } from './look-again.ts'
import { forgetLookUps } from './look-ups.ts'

export { findCalledGone, findTurns } from './find-turns.ts'
export { keepWords, type Said } from './keep-words.ts'
export { type Ask, type Askers, type LookUpWorker, lookUpWorker } from './look-again.ts'
export { type About, hint, hintTaker, type LookUp, type Watched, watch } from './look-ups.ts'
export {
  evidenceColumn,
  type Kept,
  lookFresh,
  readEvidence,
  refuseUnseen,
  type Seen,
  showEvidence,
} from './read-evidence.ts'
export { type ToldWord, tellWord } from './tell-words.ts'
export { triesOf } from './tries-of.ts'

export function chores({ world: { sql, clock }, lookUps }: { world: World; lookUps: LookUpWorker }): Chore[] {
  return [
    {
      name: 'evidence.look-again',
      start(onError) {
        const rounds = runEvery(250, lookUps.round, onError)
        return {
          async stop() {
            await rounds.stop()
            await lookUps.settled()
          },
        }
      },
    },
    { name: 'evidence.forget-look-ups', everyMs: 60_000, work: () => forgetLookUps(sql, clock.now()) },
  ]
}
