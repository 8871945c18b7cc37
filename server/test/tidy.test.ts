import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { codeOf } from './tidy/lex.ts'
import { innocentImports, plantsInImports } from './tidy/plants-in-imports.ts'
import { innocentMigrations, plantsInMigrations } from './tidy/plants-in-migrations.ts'
import { innocentPages, plantsInPages } from './tidy/plants-in-pages.ts'
import { innocentTexts, plantsInText } from './tidy/plants-in-text.ts'
import { innocentTrust, plantsInTrust } from './tidy/plants-in-trust.ts'
import { innocentWorkspaces, plantsInWorkspaces } from './tidy/plants-in-workspaces.ts'
import { allProblems, describeProblems, problemsOf, rules } from './tidy/rules.ts'
import { type Problem, readSourceFiles, type SourceFile } from './tidy/source-files.ts'

const root = join(import.meta.dirname, '../..')
const plants = [
  ...plantsInWorkspaces,
  ...plantsInImports,
  ...plantsInText,
  ...plantsInMigrations,
  ...plantsInTrust,
  ...plantsInPages,
]
const innocents = [
  ...innocentWorkspaces,
  ...innocentImports,
  ...innocentTexts,
  ...innocentMigrations,
  ...innocentTrust,
  ...innocentPages,
]

describe('the tree is tidy', () => {
  const files = readSourceFiles(root)

  test('the rules see the tree', () => {
    const paths = files.map(({ path }) => path)
    assert.ok(paths.includes('package.json') && paths.includes('server/test/tidy.test.ts'))
    assert.deepEqual(
      paths.filter((path) => path.includes('node_modules')),
      [],
    )
  })

  // A scanner that takes a quote for the start of a string goes blind, and a blind rule finds nothing.
  test('the rules can read the tree: what they take for code has its brackets in pairs', () => {
    const misread = files.filter((file) => file.path.endsWith('.ts') && !hasBracketsInPairs(codeOf(file)))
    assert.deepEqual(
      misread.map(({ path }) => path),
      [],
    )
  })

  for (const rule of rules) {
    test(rule.promise, () => {
      const problems = problemsOf(rule, files)
      if (problems.length > 0) assert.fail(`\n${describeProblems(problems)}`)
    })
  }
})

describe('every rule finds what is planted', () => {
  for (const { title, rule, files, found } of plants) {
    test(`${rule}: ${title}`, () => {
      assert.deepEqual(places(allProblems(files)), found.map((place) => `${rule}: ${place}`).sort())
    })
  }

  test('no rule is without a plant', () => {
    const planted = new Set(plants.map(({ rule }) => rule))
    assert.deepEqual(
      rules.map(({ name }) => name).filter((name) => !planted.has(name)),
      [],
    )
  })
})

describe('no rule cries wolf', () => {
  for (const { title, files } of innocents) {
    test(title, () => assert.equal(describeProblems(allProblems(files)), ''))
  }
})

test('a planted tree on disk is found out, file by file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'malipo-tidy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const planted = plants.flatMap(({ files }) => files)
  assert.equal(
    new Set(planted.map(({ path }) => path)).size,
    planted.length,
    'plants must not overwrite each other',
  )
  const stray = 'const at = Date.now()\n'
  write(folder, [
    ...planted,
    { path: '.gitignore', text: '# ours\ncoverage/\n*.log.ts\n/server/src/made\n' },
    { path: 'server/src/coverage/a.ts', text: stray },
    { path: 'server/src/ledger/run.log.ts', text: stray },
    { path: 'server/src/made/a.ts', text: stray },
    { path: 'server/src/node_modules/a.ts', text: stray },
    { path: 'server/src/.malipo/a.ts', text: stray },
    { path: '.git/server/src/a.ts', text: stray },
    { path: 'server/src/ledger/picture.ts', text: `\0${stray}` },
  ])
  const expected = plants.flatMap(({ rule, found }) => found.map((place) => `${rule}: ${place}`))
  assert.deepEqual(places(allProblems(readSourceFiles(folder))), expected.sort())
})

function hasBracketsInPairs(code: string): boolean {
  const open: string[] = []
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    const partner = { ')': '(', ']': '[', '}': '{' }[bracket]
    if (partner === undefined) open.push(bracket)
    else if (open.pop() !== partner) return false
  }
  return open.length === 0
}

function write(folder: string, files: SourceFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function places(problems: Problem[]): string[] {
  return problems
    .map(({ rule, path, line }) => `${rule}: ${path}${line === undefined ? '' : `:${line}`}`)
    .sort()
}
