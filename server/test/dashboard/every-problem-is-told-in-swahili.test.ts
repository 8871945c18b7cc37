import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Operation, operations } from '@malipo/contract'
import type { TObject } from 'typebox'
import { validator } from '../../src/http/validate.ts'

// Imported by its path: the dashboard's files are typed for browsers, and the service's are not.
const words = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'src', 'words')
const { tellProblem } = await import(join(words, 'tell-problem.ts'))
const isUntold = (problem: string) => tellProblem(problem, 'sw') === problem

test('whatever the contract says of a field that does not fit, forms say in Swahili', () => {
  const said = new Set<string>()
  for (const { body, query } of Object.values<Operation>(operations)) {
    for (const schema of [body, query]) for (const problem of problemsWith(schema)) said.add(problem)
  }
  assert.ok(said.size > 150, `only ${said.size} problems were found`)
  assert.deepEqual([...said].filter(isUntold), [])
})

test('whatever the service says of a field by itself, forms say in Swahili', async () => {
  const said = await writtenProblems()
  assert.ok(said.length > 100, `only ${said.length} problems were found`)
  assert.deepEqual(said.filter(isUntold), [])
})

type Node = {
  anyOf?: Node[]
  items?: Node
  properties?: Record<string, Node>
}

/** What hardly any field takes. */
const misfits = [
  ...[null, true, -1, 0.5, 1e15, '', 'x', 'x'.repeat(3000), {}, { strange: 1 }],
  ...[[], ['x', 'x'], Array.from({ length: 300 }, () => 'x')],
]

/** The same inside of what a field is made of. */
function misfitsOf(node: Node, depth = 0): unknown[] {
  if (depth > 3) return misfits
  const inside = (of: Node) => misfitsOf(of, depth + 1)
  return [
    ...misfits,
    ...(node.anyOf ?? []).flatMap(inside),
    ...(node.items ? inside(node.items).map((value) => [value]) : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, of]) =>
      inside(of).map((value) => ({ [name]: value })),
    ),
  ]
}

/** All that is said of bodies or queries of that kind, whichever of their fields is wrong. */
function problemsWith(schema: unknown): string[] {
  const { properties = {} } = (schema ?? {}) as Node
  if (Object.keys(properties).length === 0) return []
  const values = Object.entries(properties).flatMap(([name, of]) =>
    misfitsOf(of).map((value) => ({ [name]: value })),
  )
  const checks = [validator(schema as TObject), validator(schema as TObject, () => 'POST /v1/invoices')]
  return checks.flatMap((check) =>
    [[], { strange: 1 }, ...values].flatMap((value) => check(value).map(({ problem }) => problem)),
  )
}

const sources = join(import.meta.dirname, '..', '..', 'src')

/** No form of the dashboard is answered by these: other pages, other machines, settings; and the validator, which is asked itself. */
const ofOthers =
  /^(gateways|operator|pages|docs|handsets|callbacks|providers\/selcom)\/|validate\.ts$|\.test\.ts$/

/** Where what is wrong is put together, which another file then says of a field. */
const ofHands = /^(courier\/address-(guard|ranges)|reconciliation\/read-(csv|cells))\.ts$/

const verbs = 'must|is|has|does|cannot|goes|says|holds|only|each|line'
const literal = (begin: string) => `(['\`])((?=${begin})(?:\\\\.|(?!\\1)[^\\\\])*)\\1`
const named = new RegExp(`\\bproblem(?::|\\s=)\\s*(?:[^,;\\n]*\\? null : )?${literal('')}`, 'g')
const worded = new RegExp(`(?<![\\w.])${literal(`(?:${verbs}) `)}`, 'g')
const ofKind = new RegExp(
  `(?<![\\w.])${literal('(?:a|an|this|the local|where|many|reserved|not|something) ')}`,
  'g',
)

/** Every problem that is written in the sources of the service, with something in the place of what is put in. */
async function writtenProblems(): Promise<string[]> {
  const found = new Set<string>()
  for await (const file of glob('**/*.ts', { cwd: sources })) {
    if (ofOthers.test(file)) continue
    const text = (await readFile(join(sources, file), 'utf8')).replaceAll(
      /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
      '',
    )
    const refuses =
      /import \{[^}]*\b(invalid|FieldProblem)\b[^}]*\} from '[./]+primitives\/refusal\.ts'/.test(text)
    const isOfHands = ofHands.test(file)
    const texts = [
      ...text.matchAll(named),
      ...(refuses || isOfHands ? text.matchAll(worded) : []),
      ...(isOfHands ? text.matchAll(ofKind) : []),
    ]
    for (const [, , problem = ''] of texts) found.add(filledIn(problem))
  }
  return [...found]
}

function filledIn(template: string): string {
  let put = 0
  return template.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, () => `put-in-${++put}`)
}
