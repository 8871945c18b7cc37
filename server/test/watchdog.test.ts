import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'

let home: string
before(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'malipo-watchdog-')))
})
after(() => rm(home, { recursive: true }))

const script = join(import.meta.dirname, 'run-files.ts')
const quietSeconds = 3

/** Runs planted test files as `npm test` would, with a watchdog that has less patience. */
async function runPlanted(files: Record<string, string>): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(home, 'planted-'))
  const paths = Object.keys(files).map((name) => join(folder, `${name}.test.mjs`))
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, `${name}.test.mjs`), `import { test } from 'node:test'\n${text}`)
  }
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env
  const child = spawn(process.execPath, [script, ...paths], {
    env: { ...env, TEST_QUIET_SECONDS: String(quietSeconds) },
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'exit')
  try {
    process.kill(-Number(child.pid), 'SIGKILL')
  } catch {
    // Nothing was left behind.
  }
  return { code: Number(code), output }
}

const quick = "test('one that is quick', () => {})"

describe('what hangs is ended, and what is slow is not', { concurrency: true }, () => {
  test('a test that never ends is named, and the run ends', async () => {
    const { code, output } = await runPlanted({
      quick,
      hanging: `${quick}
      test('one that never ends', () => new Promise(() => setInterval(() => {}, 1000)))`,
    })
    assert.equal(code, 1)
    assert.match(output, /Nothing has finished for 3 seconds/)
    assert.match(output, /hanging\.test\.mjs: one that never ends/)
    assert.doesNotMatch(output, /one that is quick$/m)
    assert.doesNotMatch(output, /quick\.test\.mjs/)
  })

  const unable = {
    'blocks, and can tell nothing': `test('one that blocks', () => { for (;;); })`,
    'does not end when its tests have': 'setInterval(() => {}, 1000)',
  }
  for (const [what, text] of Object.entries(unable)) {
    test(`a file that ${what} is named`, async () => {
      const { code, output } = await runPlanted({ quick, stuck: `${quick}\n${text}` })
      assert.equal(code, 1)
      assert.match(output, /stuck\.test\.mjs, though no test of it is known to run/)
      assert.doesNotMatch(output, /quick\.test\.mjs/)
    })
  }

  test('a run that takes longer, and gets on, is left alone', async () => {
    const { code, output } = await runPlanted({
      slow: `for (let at = 0; at < 7; at += 1) test('one that waits ' + at, () => new Promise((done) => setTimeout(done, 700)))`,
    })
    assert.equal(code, 0, output)
    assert.match(output, /pass 7/)
  })

  test('a failure is a failure', async () => {
    const { code, output } = await runPlanted({
      broken: "test('broken', () => { throw new Error('so it is') })",
    })
    assert.equal(code, 1)
    assert.match(output, /so it is/)
  })
})
