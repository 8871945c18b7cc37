import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { openStage, type Stage } from '../test/stage.ts'
import { describeTree } from './completion/describe-tree.ts'
import { createProgram } from './program.ts'
import { sdkVersion, version } from './version.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

test('versions are those of the packages', async () => {
  const read = async (path: string) =>
    JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')).version
  assert.equal(version, await read('../package.json'))
  assert.equal(sdkVersion, await read('../../sdk/package.json'))
  assert.deepEqual(await stage.run('--version'), { code: 0, stdout: `${version}\n`, stderr: '' })
})

test('every command says how it is used, with an example that begins like it', async () => {
  const stops = describeTree(createProgram(stage.surroundings))
  const parents = new Set(stops.map(({ path }) => path.split(' ').slice(0, -1).join(' ')))
  const leaves = stops.filter(({ path }) => !parents.has(path))
  assert.ok(leaves.length >= 2)
  for (const { path } of leaves) {
    const { code, stdout } = await stage.run(...path.split(' '), '--help')
    assert.equal(code, 0)
    assert.ok(stdout.includes(`\n  $ malipo-dev ${path}`), `${path} shows no example:\n${stdout}`)
  }
})

test('what is misspelt exits with 2, says so on stderr, and leaves stdout alone', async () => {
  for (const [words, said] of [
    [['inti'], /unknown command 'inti'\n\(Did you mean init\?\)/],
    [['init', '--skd', 'x'], /unknown option '--skd'\n\(Did you mean --sdk\?\)/],
    [['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
    [['init', 'x', '--url', 'ftp://x'], /"ftp:\/\/x" is no address of a service/],
  ] as const) {
    const { code, stdout, stderr } = await stage.run(...words)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, said)
  }
})
