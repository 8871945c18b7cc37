import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Operation, openApi, operations, recordedExamples } from '@malipo/contract'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'

const baseUrl = 'https://pay.example.org'
const source = JSON.stringify(openApi({ version: '1.2.3', baseUrl, sandboxBaseUrl: `${baseUrl}/sandbox` }))

test('an independent linter finds nothing, with every rule that it recommends', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, config })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
  const broken = source.replace('"operationId":"readBalance"', '"operationId":"createHostedPage"')
  assert.notDeepEqual(await lintFromString({ source: broken, config }), [])
})

describe('a client that is generated', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'generated-'))
    await writeFile(join(folder, 'client.ts'), astToString(await openapiTS(source)))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('takes what was recorded', async () => {
    const told = await typeCheck(usesOf(recordedExamples()))
    assert.equal(told, '')
  })

  test('takes no other field, word or type', async () => {
    const examples = structuredClone(recordedExamples()) as Record<string, { reply: { data: object } }>
    Object.assign(examples.readCustomer?.reply.data ?? {}, { mood: 'good' })
    Object.assign(examples.readCollectionStatus?.reply.data ?? {}, { status: 'paid' })
    Object.assign(examples.readBalance?.reply.data ?? {}, { available: 5 })
    const told = await typeCheck(usesOf(examples))
    assert.match(told, /mood"' does not exist/)
    assert.match(told, /"paid"/)
    assert.match(told, /'number' is not assignable to type 'string'/)
  })

  function usesOf(examples: Record<string, { request?: unknown; reply: unknown }>): string {
    const uses = Object.values<Operation>(operations).flatMap(({ id, status }) => {
      const example = examples[id]
      if (example === undefined) return []
      const type = `operations['${id}']`
      const json = "['content']['application/json']"
      const request =
        example.request === undefined ? [] : [[`NonNullable<${type}['requestBody']>${json}`, example.request]]
      return [[`${type}['responses'][${status}]${json}`, example.reply], ...request]
    })
    const lines = uses.map(([type, value], at) => `export const use${at}: ${type} = ${JSON.stringify(value)}`)
    return ["import type { operations } from './client.ts'", ...lines].join('\n')
  }

  async function typeCheck(uses: string): Promise<string> {
    await writeFile(join(folder, 'uses.ts'), uses)
    // The compiler that the generator itself works with, and no setting of ours.
    const home = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
    const options = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--module', 'nodenext']
    return await new Promise((resolve) => {
      const args = [join(home, 'bin', 'tsc'), ...options, join(folder, 'uses.ts')]
      execFile(process.execPath, args, { maxBuffer: 1 << 24 }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      )
    })
  }
})
