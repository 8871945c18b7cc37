import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { crashPoints } from '../../src/world/world.ts'
import { deaths } from './deaths.ts'
import { proofs } from './proofs.ts'
import { readRequest } from './read-request.ts'
import { type Outcome, runProof } from './run-proof.ts'
import { tellOutcomes } from './tell-outcomes.ts'

/** A proof that prints what a run of tests would. */
function run(text: string, mostMs = 20_000): Promise<Outcome> {
  return runProof({ word: 'planted', command: ['-e', text], environment: {}, mostMs, show: () => {} })
}

function print(passed: number, failed: number, code: number): string {
  const lines = [`ℹ proof: seed 7, 3 steps`, `ℹ pass ${passed}`, `ℹ fail ${failed}`, 'ℹ cancelled 0']
  return `console.log(${JSON.stringify(lines.join('\n'))}); process.exitCode = ${code}`
}

describe('a proof', { concurrency: true }, () => {
  test('holds when its tests pass, and tells its seed and counts', async () => {
    const { holds, passed, failed, seen } = await run(print(3, 0, 0))
    assert.deepEqual(
      { holds, passed, failed, seen },
      { holds: true, passed: 3, failed: 0, seen: ['seed 7, 3 steps'] },
    )
  })

  test('fails with one of its tests, with what ran it, or when nothing ran at all', async () => {
    const all = await Promise.all([run(print(2, 1, 1)), run(print(3, 0, 1)), run(print(0, 0, 0))])
    assert.deepEqual(
      all.map(({ holds }) => holds),
      [false, false, false],
    )
  })

  test('is ended when its time is up, and fails', async () => {
    const { holds, seconds } = await run(`${print(3, 0, 0)}; setInterval(() => {}, 1000)`, 1_000)
    assert.equal(holds, false)
    assert.ok(seconds < 15, String(seconds))
  })
})

describe('a command', () => {
  const asked = (...args: string[]) => readRequest(args, proofs)

  test('names the proofs, or means all of them', () => {
    assert.deepEqual(asked('--short', '--at-once=2', 'chaos'), {
      chosen: proofs.filter(({ word }) => word === 'chaos'),
      size: 'short',
      again: false,
      withinMinutes: Number.POSITIVE_INFINITY,
      atOnce: 2,
    })
    const all = asked()
    assert.equal('chosen' in all && all.chosen, proofs)
  })

  test('begins nothing if it is a question, or has a word that nobody knows', () => {
    const answers = [['--help'], ['--shrot'], ['chaso'], ['--within=0'], ['--at-once', 'many']].map((args) =>
      asked(...args),
    )
    assert.deepEqual(
      answers.map((answer) => 'said' in answer && answer.refused),
      [false, true, true, true, true],
    )
    for (const answer of answers) assert.match('said' in answer ? answer.said : '', /\n {2}chaos {2,}\w/)
  })
})

test('the last line counts the proofs that hold and those that do not', () => {
  const outcome = { word: 'kills', holds: true, passed: 4, failed: 0, seconds: 9, seen: ['20 kills'] }
  const lines = tellOutcomes([
    outcome,
    { ...outcome, word: 'storm', holds: false, passed: 3, failed: 1 },
  ]).split('\n')
  assert.deepEqual(lines, [
    'holds   kills  4 of 4 tests  9 s  20 kills',
    'FAILED  storm  3 of 4 tests  9 s  20 kills',
    '',
    '1 passed, 1 failed',
  ])
})

test('each name of a file leads to one', async () => {
  const server = join(import.meta.dirname, '..', '..')
  const all = await Array.fromAsync(glob('{src,test}/**/*.test.ts', { cwd: server }))
  const named = proofs.flatMap(({ files = [], onlyHere = [] }) => [...files, ...onlyHere])
  const found = (part: string) => all.filter((file) => `server/${file}`.includes(part)).length
  // A whole folder is named by its path, and holds as many as there are.
  const missing = named.filter((part) => (part.endsWith('/') ? found(part) === 0 : found(part) !== 1))
  assert.deepEqual(missing, [])
})

test('each proof has a word of its own', () => {
  assert.equal(new Set(proofs.map(({ word }) => word)).size, proofs.length)
})

test('wherever the code names a point to die at, a process of a proof dies there', async () => {
  const named: string[] = Object.values(deaths).flat()
  assert.deepEqual(
    crashPoints.filter((point) => !named.includes(point)),
    [],
  )
  const server = join(import.meta.dirname, '..', '..')
  for (const story of Object.keys(deaths)) {
    assert.ok(
      proofs.some(({ onlyHere = [] }) => onlyHere.includes(story)),
      `${story} is in no proof`,
    )
    const text = await readFile(join(server, 'test', 'stories', `${story}.test.ts`), 'utf8')
    assert.ok(text.includes(`deaths['${story}']`), `${story} dies where it likes`)
  }
})
