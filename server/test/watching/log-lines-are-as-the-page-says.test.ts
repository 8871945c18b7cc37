import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startChores } from '../../src/chores.ts'
import { type Service, startService } from '../service.ts'
import { ownProvider } from '../stories/money/own-provider.ts'
import { until } from '../test-clusters.ts'
import { textOf } from './figures-of-files.ts'

type Line = Record<string, unknown>

let service: Service
let fields: Set<string>
let examples: Line[]
before(async () => {
  service = await startService({ providers: { live: ownProvider() } })
  const page = await textOf('docs/observability.md')
  const rows = page.slice(0, page.indexOf('## Figures')).matchAll(/^\| (`[^|]+) \|/gm)
  fields = new Set(Array.from(rows, ([, names = '']) => names.match(/\w+/g) ?? []).flat())
  const json = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  examples = json
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
})
after(() => service.stop())

const lines = () => service.logLines.map((line): Line => JSON.parse(line))
const undocumented = (all: Line[]) => [
  ...new Set(all.flatMap((line) => Object.keys(line)).filter((name) => !fields.has(name))),
]

test('a request is told with the fields of the page, in the shape of its example', async () => {
  await service.call('/v1/me')
  await service.call('/healthz')
  const asked = lines().filter(({ method }) => method !== undefined)
  assert.equal(asked.length, 2)
  const [example] = examples
  for (const line of asked) assert.deepEqual(Object.keys(line), Object.keys(example ?? {}))
})

test('a provider that falls silent and a chore that fails are told as the page says', async () => {
  const lane = { provider: 'own', environment: 'live', provider_reference: null } as const
  for (let silence = 1; silence <= 10; silence += 1)
    await service.parts.registry.ask(lane, 'collect', async () => ({ kind: 'unknown', because: 'silence' }))
  const silent = lines().find(({ silences }) => silences === 10)
  assert.deepEqual(Object.keys(silent ?? {}), Object.keys(examples[2] ?? {}))
  assert.equal(silent?.msg, examples[2]?.msg)

  const broken = {
    ...service.parts.pools,
    work: Object.assign(async () => {}, { begin: fail, unsafe: fail }),
  }
  const chores = startChores({ ...service.parts, pools: broken as never })
  await until(() => lines().some(({ chore }) => chore !== undefined))
  await Promise.allSettled(chores.map((chore) => chore.stop()))
  const failed = lines().find(({ chore }) => chore !== undefined)
  assert.deepEqual(Object.keys(failed ?? {}).sort(), Object.keys(examples[3] ?? {}).sort())
  assert.equal(failed?.msg, examples[3]?.msg)
})

test('no line has a field that the page does not know', () => {
  assert.deepEqual(undocumented(lines()), [])
  assert.deepEqual(undocumented(examples), [])
  assert.deepEqual(undocumented([{ surprise: 1 }]), ['surprise'], 'and it would be noticed')
})

async function fail(): Promise<never> {
  throw new Error('the test has taken the database away')
}
