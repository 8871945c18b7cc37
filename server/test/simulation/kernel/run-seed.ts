import { createHash } from 'node:crypto'
import { connectDatabase, type Database } from '../../../src/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test-database.ts'
import type { Playable, Room, Seams } from './room.ts'
import { count } from './stage.ts'
import { pickStep } from './steps.ts'

export type Run<Own extends Seams> = {
  seed: string
  steps: number
  seams?: Own
  tell?: (lines: string[]) => void
}
export type Ran = { hash: string; tally: Map<string, number> }

/** Something that must always hold did not. */
export class SimulationFault extends Error {
  override name = 'SimulationFault'
}

const linesShown = 25
const mostBetweenStepsMs = 1_500

/** Plays one seed to its end on a database of its own; throws at the first step after which something is wrong. */
export async function runSeed<Own extends Playable, OwnSeams extends Seams>(
  room: Room<Own, OwnSeams>,
  { seed, steps, seams = {} as OwnSeams, tell = () => {} }: Run<OwnSeams>,
): Promise<Ran> {
  const connections = await openConnections(room)
  const trace = createHash('sha256')
  const last: string[] = []
  try {
    const stage = await room.setStage(seed, connections.databaseOf, seams)
    const check = async (name: string) => {
      const told = await lookAt(room, stage, name)
      for (const line of told) trace.update(`${line}\n`)
      tell(told)
      last.push(...told)
      last.splice(0, last.length - linesShown)
      if (stage.faults.length > 0) throw faultOf(room.name, stage, steps, last)
    }
    await check('beginning')
    while (stage.step < steps) {
      stage.step += 1
      stage.network.maySlow = true
      stage.clock.pass(stage.chance.below(mostBetweenStepsMs))
      await room.beforeStep?.(stage)
      const step = pickStep(stage, room.steps)
      await step.take(stage)
      await stage.settle()
      await check(step.name)
    }
    await room.finish(stage, check)
    return { hash: trace.digest('hex'), tally: stage.tally }
  } finally {
    await connections.end()
  }
}

function faultOf(room: string, { seed, step, faults }: Playable, steps: number, last: string[]): Error {
  const replay = `SIMULATION_SEED=${seed} SIMULATION_STEPS=${steps} npm test -- simulation/${room}`
  const found = faults.join('\n  ')
  return new SimulationFault(
    `seed ${seed}, step ${step}: ${found}\n${last.join('\n')}\nplay it again: ${replay}`,
  )
}

async function lookAt<Own extends Playable>(
  room: Pick<Room<Own, never>, 'look'>,
  stage: Own,
  name: string,
): Promise<string[]> {
  stage.rebuildTheDead()
  const asked = stage.work.soFar()
  const mayHaveChanged = asked !== stage.lookedAfter
  stage.lookedAfter = asked
  const changed = await room.look(stage, mayHaveChanged, name)
  count(stage, `step ${name}`)
  for (const line of stage.lines) {
    if (/^. died /.test(line)) count(stage, line.replace(/^. died/, 'crash'))
    if (/ refused /.test(line)) count(stage, line.replace(/^(\w+).* refused/, '$1 refused'))
  }
  const told = [...stage.lines, ...changed].sort().map((line) => `  ${line}`)
  stage.lines = []
  return [`step ${stage.step} ${name} at ${stage.clock.now().toISOString()}`, ...told]
}

type Connections = { databaseOf(name: string): Database; end(): Promise<void> }

async function openConnections({
  name,
  connections,
}: Pick<Room, 'name' | 'connections'>): Promise<Connections> {
  const database = await createTestDatabase({ poolSize: connections === 'shared' ? 5 : 1 })
  await commitWithoutWaiting(database)
  const own = new Map<string, Database>()
  return {
    databaseOf(process) {
      if (connections === 'shared') return database.sql
      const known = own.get(process)
      const sql =
        known ?? connectDatabase({ url: database.url, poolSize: 1, applicationName: `${name} ${process}` })
      own.set(process, sql)
      return sql
    },
    async end() {
      await Promise.all([...own.values()].map((one) => one.end({ timeout: 1 })))
      await database.drop()
    },
  }
}

/** The simulation crashes processes, not machines: what it commits need not reach the disk. */
async function commitWithoutWaiting({ adminUrl, url }: TestDatabase): Promise<void> {
  const admin = connectDatabase({ url: adminUrl, poolSize: 1, applicationName: 'simulation' })
  try {
    await admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
  } finally {
    await admin.end()
  }
}
