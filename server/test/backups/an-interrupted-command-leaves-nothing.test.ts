import assert from 'node:assert/strict'
import { access, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { findPostmaster } from '../../src/database/database.ts'
import { startProcess } from '../run-service.ts'
import { until } from '../test-clusters.ts'
import { type BackupStage, openBackupStage } from './backup-stage.ts'

let stage: BackupStage
before(async () => {
  stage = await openBackupStage()
  await stage.server()
  await stage.operate('backup')
})
after(() => stage.close())

/** What a command has made beside what it is to make, by the beginning of its name. */
async function left(prefix: string): Promise<string[]> {
  const folder = dirname(prefix)
  const names = (await readdir(folder)).map((name) => join(folder, name))
  return names.filter((path) => path.startsWith(prefix))
}

/** Starts a command and waits until a server of its own runs in its scratch folder. */
async function untilItServes(words: string[], prefix: string) {
  const running = startProcess({
    command: ['server/src/malipo.ts', ...words],
    environment: stage.environment,
  })
  let cluster = ''
  await until(async () => {
    const [scratch] = await left(prefix)
    if (scratch === undefined) return false
    cluster = join(scratch, 'postgres')
    return (await findPostmaster(cluster)) !== undefined
  })
  return { ...running, cluster }
}

const drills = () => join(stage.place('backups'), '.unfinished-')

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  test(`a drill that gets ${signal} stops its server and leaves nothing`, async () => {
    const { child, exit, cluster } = await untilItServes(['backup', 'drill'], drills())
    child.kill(signal)
    assert.deepEqual(await exit, { code, signal: null })
    assert.deepEqual([await left(drills()), await findPostmaster(cluster)], [[], undefined])
  })

test('what a killed drill left, its server too, is taken away by the next one', async () => {
  const { child, exit, cluster } = await untilItServes(['backup', 'drill'], drills())
  child.kill('SIGKILL')
  await exit
  assert.notEqual(await findPostmaster(cluster), undefined, 'its server goes on')
  const drilled = await stage.run(['backup', 'drill'])
  assert.equal(drilled.code, 0, drilled.output)
  assert.deepEqual([await left(drills()), await findPostmaster(cluster)], [[], undefined])
})

test('a restore that is interrupted leaves nothing, and one that was killed is cleared up by the next', async () => {
  const into = stage.place('restored')
  const words = ['restore', '--into', into]
  const interrupted = await untilItServes(words, `${into}.restoring-`)
  interrupted.child.kill('SIGTERM')
  assert.deepEqual(await interrupted.exit, { code: 143, signal: null })
  assert.deepEqual(await left(into), [])
  const killed = await untilItServes(words, `${into}.restoring-`)
  killed.child.kill('SIGKILL')
  await killed.exit
  assert.equal((await left(into)).length, 1)
  const restored = await stage.run(words)
  assert.equal(restored.code, 0, restored.output)
  assert.deepEqual(await left(into), [into])
  await access(join(into, 'postgres', 'PG_VERSION'))
  assert.equal(await findPostmaster(killed.cluster), undefined)
})
