import { accuse } from '../kernel/stage.ts'
import { readChanges } from './changes.ts'
import { judgeBooks } from './judge-books.ts'
import { judgeCollections } from './judge-collections.ts'
import { judgeTries } from './judge-tries.ts'
import { judgeWords } from './judge-words.ts'
import { applyChanges } from './mirror.ts'
import type { Stage } from './stage.ts'
import { countStep } from './tally.ts'
import { tellStep } from './tell-step.ts'

/** Judges a step by what it changed. */
export async function look(stage: Stage, mayHaveChanged: boolean, step: string): Promise<string[]> {
  const { mirror } = stage
  const changes = mayHaveChanged ? await readChanges(stage.world.sql, mirror.last) : []
  const touched = applyChanges(mirror, changes)
  if (stage.mustChangeNothing && changes.length > 0)
    accuse(stage, 'doors', [`${step} was refused, and changed something`])
  stage.mustChangeNothing = false
  accuse(stage, 'rows', touched.faults)
  accuse(stage, 'collections', judgeCollections(mirror, touched))
  accuse(stage, 'tries', judgeTries(mirror, touched))
  accuse(stage, 'books', judgeBooks(mirror, touched, stage.spent))
  accuse(stage, 'words', judgeWords(stage, touched))
  for (const id of touched.collections) {
    const row = mirror.collections.get(id)
    const isOver = row && row.status !== 'processing' && row.status !== 'created'
    if (isOver && !stage.overSince.has(row.description)) stage.overSince.set(row.description, stage.step)
  }
  countStep(stage, touched)
  return tellStep(stage, touched)
}
