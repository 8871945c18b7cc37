import { createHash } from 'node:crypto'
import { connectDatabase, type Database } from '../../../src/database/database.ts'
import { createTestDatabase } from '../../test-database.ts'
import { readChanges } from './changes.ts'
import { finish } from './finish.ts'
import { judgeBooks } from './judge-books.ts'
import { judgeCollections } from './judge-collections.ts'
import { judgeWords } from './judge-words.ts'
import { applyChanges } from './mirror.ts'
import type { Plant } from './process.ts'
import { type Stage, setStage } from './stage.ts'
import { pickStep } from './steps/steps.ts'
import { countStep } from './tally.ts'
import { tellStep } from './tell-step.ts'

export type Run = { seed: string; steps: number; plant?: Plant; tell?: (lines: string[]) => void }
export type Ran = { hash: string; tally: Map<string, number>; collections: number }

/** Something that must always hold did not. */
export class SimulationFault extends Error {
  override name = 'SimulationFault'
}

const linesShown = 20

/** Plays one seed to its end on a database of its own; throws at the first step after which something is wrong. */
export async function runSeed({ seed, steps, plant = {}, tell = () => {} }: Run): Promise<Ran> {
  const database = await createTestDatabase({ poolSize: 5 })
  const trace = createHash('sha256')
  const lines: string[] = []
  try {
    await commitWithoutWaiting(database.adminUrl, database.url)
    const stage = await setStage(seed, database.sql, plant)
    const keep = (told: string[]) => {
      for (const line of told) trace.update(`${line}\n`)
      tell(told)
      lines.push(...told)
      if (lines.length > 1000) lines.splice(0, lines.length - linesShown)
    }
    const check = async (name: string) => keep(await checkStep(stage, name))
    await check('beginning')
    while (stage.step < steps) {
      stage.step += 1
      stage.network.maySlow = true
      stage.clock.pass(stage.chance.below(1_500))
      const step = pickStep(stage)
      await step.take(stage)
      await stage.settle()
      await check(step.name)
    }
    await finish(stage, check)
    return { hash: trace.digest('hex'), tally: stage.tally, collections: stage.mirror.collections.size }
  } catch (error) {
    if (!(error instanceof StepFault)) throw error
    const replay = `SIMULATION_SEED=${seed} SIMULATION_STEPS=${steps} npx node --test server/test/simulation/collections.test.ts`
    const last = [...lines, ...error.told].slice(-linesShown).join('\n')
    throw new SimulationFault(
      `seed ${seed}, step ${error.step}: ${error.message}\n${last}\nplay it again: ${replay}`,
    )
  } finally {
    await database.drop()
  }
}

class StepFault extends Error {
  readonly step: number
  readonly told: string[]
  constructor(faults: string[], step: number, told: string[]) {
    super(faults.join('\n  '))
    this.step = step
    this.told = told
  }
}

async function checkStep(stage: Stage, name: string): Promise<string[]> {
  stage.rebuildTheDead()
  const { mirror, faults } = stage
  const hasAsked = stage.asksSoFar() !== stage.asksChecked
  const changes = hasAsked ? await readChanges(stage.world.sql, mirror.last) : []
  stage.asksChecked = stage.asksSoFar()
  const touched = applyChanges(mirror, changes)
  if (stage.mustChangeNothing && changes.length > 0) faults.push(`${name} was refused, and changed something`)
  faults.push(
    ...touched.faults,
    ...judgeCollections(mirror, touched),
    ...judgeBooks(mirror, touched, stage.spent),
    ...judgeWords(stage, touched),
  )
  for (const id of touched.collections) {
    const row = mirror.collections.get(id)
    const isOver = row && row.status !== 'processing' && row.status !== 'created'
    if (isOver && !stage.overSince.has(row.description)) stage.overSince.set(row.description, stage.step)
  }
  countStep(stage, name, touched)
  const told = tellStep(stage, name, touched)
  stage.lines = []
  stage.mustChangeNothing = false
  if (faults.length > 0) throw new StepFault(faults, stage.step, told)
  return told
}

/** The simulation crashes processes, not machines: what it commits need not reach the disk. */
async function commitWithoutWaiting(adminUrl: string, url: string): Promise<void> {
  const admin: Database = connectDatabase({ url: adminUrl, poolSize: 1, applicationName: 'simulation' })
  try {
    await admin.unsafe(`alter database ${nameIn(url)} set synchronous_commit = off`)
  } finally {
    await admin.end()
  }
}

function nameIn(url: string): string {
  const name = /malipo_test_\w+/.exec(url)?.[0]
  if (name === undefined) throw new Error('The database of the simulation has no name.')
  return name
}
