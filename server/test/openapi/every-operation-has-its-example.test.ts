import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isList, type Operation, type OperationId, operations, recordedExamples } from '@malipo/contract'
import { assembleCast, type Cast, type Principal } from '../permissions/cast.ts'
import { expectedAnswers } from '../permissions/expected-answers.ts'
import { samples, spendsPeople } from '../permissions/samples.ts'
import { sendSample } from '../permissions/send-sample.ts'
import { spareProvider } from '../permissions/stage.ts'
import { type Service, startService } from '../service.ts'
import { richerBodies, richerSamples, wantsFewWithdrawals } from './richer-samples.ts'
import { steady } from './steady.ts'

/** `npm run record-examples` writes what is said down; without it, what was written is held against what is said. */
const records = process.env.RECORD_EXAMPLES === 'on'
const folder = join(import.meta.dirname, '..', '..', '..', 'contract', 'examples')

type Example = { request?: unknown; reply: unknown }
const recorded: Record<string, Record<string, Example>> = {}

// What is read has something to show once everything else was done.
const every = Object.values<Operation>(operations)
  .filter(({ stream, file }) => !stream && !file)
  .sort((a, b) => Number(a.method === 'GET') - Number(b.method === 'GET'))

let service: Service
let standingCast: Cast
before(async () => {
  service = await startService({ environment: { ROLE: 'api', ...spareProvider } })
  standingCast = await assembleCast(service)
})
after(() => service.stop())

const inOrderOfWish: Principal[] = [
  'live_key',
  'sandbox_key',
  'owner',
  'super_admin',
  'no_merchants',
  'nobody',
]

async function play(operation: Operation): Promise<Example> {
  const id = operation.id as OperationId
  const cast =
    spendsPeople.has(id) || wantsFewWithdrawals.has(id) ? await assembleCast(service) : standingCast
  const principal = inOrderOfWish.find((one) => typeof expectedAnswers[id]?.[one] === 'number')
  const sample = richerSamples[id] ?? samples[id]
  assert.ok(principal && sample, `${id} has no sample for anybody who may`)
  const parts = await sample({ service, cast }, principal)
  if (operation.body) parts.body = { ...(parts.body as object), ...richerBodies[id] }
  if (isList(operation)) parts.query = { ...parts.query, page_size: '2' }
  // A timeline begins with the request that made it, which is noted after its answer.
  await service.parts.requests.written()
  const answer = await sendSample(service, operation, parts, cast.credentials[principal])
  assert.equal(answer.status, operation.status, JSON.stringify(answer.body))
  const met = {
    merchantId: cast.merchantId,
    url: service.url,
    baseUrl: service.world.baseUrl,
    now: new Date(),
  }
  const said = { ...(operation.body && { request: parts.body }), reply: answer.body }
  return steady(said, met) as Example
}

describe('what the document shows of an operation is what it says', () => {
  const known = recordedExamples()
  for (const operation of every) {
    test(operation.id, async () => {
      const example = await play(operation)
      const ofTag = recorded[operation.tag] ?? {}
      recorded[operation.tag] = { ...ofTag, [operation.id]: example }
      if (!records)
        assert.deepEqual(shapeOf(known[operation.id]), shapeOf(example), 'npm run record-examples')
    })
  }
})

/** The names of all fields: values differ from walk to walk, names only when the interface does. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? 'list' : [shapeOf(value[0])]
  if (value === null || typeof value !== 'object') return 'value'
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]))
}

after(async () => {
  if (!records) return
  await mkdir(folder, { recursive: true })
  for (const [tag, examples] of Object.entries(recorded)) {
    const sorted = Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)))
    const file = `${tag.toLowerCase().replaceAll(' ', '-')}.json`
    await writeFile(join(folder, file), `${JSON.stringify(sorted, null, 2)}\n`)
  }
})
