import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { locate } from '../debian-program.ts'
import { repository } from '../run-service.ts'
import {
  clusterRulesFile,
  queriesOfDashboard,
  queriesOfRules,
  rulesFile,
  textOf,
} from './figures-of-files.ts'

const run = promisify(execFile)
const folder = join(repository, 'deploy/prometheus')
const promtool = await locate('promtool')
const skip = promtool === undefined && 'promtool is not on the path: it comes with the package prometheus'

/** What it printed, whether it was content or not. */
async function judge(...words: string[]): Promise<{ isContent: boolean; said: string }> {
  return await run(promtool ?? 'promtool', words, { cwd: folder }).then(
    ({ stdout, stderr }) => ({ isContent: true, said: stdout + stderr }),
    ({ stdout, stderr }) => ({ isContent: false, said: `${stdout}${stderr}` }),
  )
}

describe('Prometheus', { skip }, () => {
  test('takes the rules and the settings', async () => {
    for (const words of [
      ['check', 'rules', 'alerts.yml', 'cluster.yml'],
      ['check', 'config', 'prometheus.yml'],
    ]) {
      const { isContent, said } = await judge(...words)
      assert.ok(isContent, said)
    }
  })

  test('fires each rule for what it is there for, and for nothing less', async () => {
    const { isContent, said } = await judge('test', 'rules', 'alerts.test.yml', 'cluster.test.yml')
    assert.ok(isContent, said)
  })

  test('understands every question of the dashboard', async () => {
    const questions = await queriesOfDashboard()
    assert.ok(questions.length > 40)
    const rules = questions.map(({ query }, place) => ({ record: `asked:${place}`, expr: query }))
    const place = await mkdtemp(join(tmpdir(), 'malipo-questions-'))
    try {
      const file = join(place, 'questions.yml')
      await writeFile(file, JSON.stringify({ groups: [{ name: 'questions', rules }] }))
      const { isContent, said } = await judge('check', 'rules', file)
      assert.ok(isContent, said)
      await writeFile(
        file,
        JSON.stringify({ groups: [{ name: 'no', rules: [{ record: 'no', expr: 'sum(' }] }] }),
      )
      assert.equal((await judge('check', 'rules', file)).isContent, false, 'it would say so if it did not')
    } finally {
      await rm(place, { recursive: true })
    }
  })
})

describe('every alert', () => {
  for (const file of [rulesFile, clusterRulesFile])
    test(`of ${file} is tried, and says how urgent it is and what to do`, async () => {
      const rules = await textOf(file)
      const tried = await textOf(file.replace('.yml', '.test.yml'))
      const alerts = (await queriesOfRules(file)).filter(({ kind }) => kind === 'alert')
      assert.equal(alerts.length, rules.match(/- alert: /g)?.length)
      assert.deepEqual(
        alerts.filter(({ name }) => !tried.includes(name)).map(({ name }) => name),
        [],
      )
      assert.equal(rules.match(/severity: (page|ticket)\n/g)?.length, alerts.length)
      assert.equal(rules.match(/description: >-\n/g)?.length, alerts.length)
    })
})
