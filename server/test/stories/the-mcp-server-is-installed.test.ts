import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { makePackage } from '../../../mcp/pack/make-package.ts'
import { makePackage as makeClient } from '../../../sdk/pack/make-package.ts'
import { newMerchant, type Service, startService } from '../service.ts'
import { refused, use } from './agents/agent.ts'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules')

let folder: string
let command: string
let service: Service
let keys: Awaited<ReturnType<typeof newMerchant>>
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'malipo-mcp-'))
  const installed = join(folder, 'node_modules', '@malipo')
  mkdirSync(join(installed, 'mcp'), { recursive: true })
  makeClient(join(installed, 'sdk'))
  makePackage(join(folder, 'package'))
  await run('npm', ['pack', './package', '--silent'], { cwd: folder })
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  await run('tar', ['-xzf', join(folder, archive), '-C', join(installed, 'mcp'), '--strip-components', '1'])
  // What a registry would bring is here already; nothing else of the repository is.
  for (const name of ['@modelcontextprotocol', 'zod']) {
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  command = join(installed, 'mcp', 'esm', 'malipo-mcp.js')
  service = await startService()
  keys = await newMerchant(service)
})
after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function startAgent(key: string, args: string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, ...args],
    env: { MALIPO_URL: service.url, MALIPO_KEY: key },
    stderr: 'pipe',
  })
  const client = new Client({ name: 'a test', version: '1' })
  let said = ''
  transport.stderr?.on('data', (piece) => {
    said += piece
  })
  await client.connect(transport).catch((error) => {
    throw new Error(said, { cause: error })
  })
  return { client }
}

test('what is packed speaks over stdio: it lists, reads, makes and asks', async () => {
  const agent = await startAgent(keys.sandboxKey)
  const { tools } = await agent.client.listTools()
  assert.ok(tools.length > 15, String(tools.length))
  assert.equal((await use(agent, 'who_am_i')).merchant_id, keys.merchantId)
  const link = await use(agent, 'create_payment_link', { request_id: 'one', amount: '1000' })
  assert.match(String(link.public_url), /\/l\//)
  const order = { destination_code: 'MPESA', destination_name: 'Asha', destination_identifier: '0712345678' }
  const payout = { ...order, request_id: 'two', method: 'MOBILE_MONEY', amount: '1' }
  assert.equal((await refused(agent, 'request_payout', payout)).code, 'insufficient_balance')
  await agent.client.close()
})

test('a live key is refused with what to do, and only reads where it was allowed', async () => {
  await assert.rejects(startAgent(keys.liveKey), /This is a live key[\s\S]*--live/)
  const agent = await startAgent(keys.liveKey, ['--live'])
  const names = (await agent.client.listTools()).tools.map(({ name }) => name)
  assert.ok(names.includes('get_balance') && !names.includes('request_payout'), names.join(' '))
  await agent.client.close()
})

test('what cannot begin says why in a line, and never shows the key', async () => {
  const begin = (key: string, args: string[] = []) =>
    run(process.execPath, [command, ...args], { env: { MALIPO_URL: service.url, MALIPO_KEY: key } }).catch(
      (error: { code: number; stderr: string }) => error,
    )
  const revoked = await begin(`mlp_sandbox_${'x'.repeat(36)}`)
  assert.match(revoked.stderr, /^malipo-mcp: The service did not take the key \(invalid_api_key\)/)
  assert.ok(!revoked.stderr.includes('xxxx'))
  assert.match((await begin('', [])).stderr, /Set MALIPO_KEY/)
  const { stdout } = await run(command, ['--help'])
  assert.match(stdout, /--allow-money-requests/)
})

test('in a clone it is started without being installed, as its page says', async () => {
  const clone = join(modules, '..')
  const readme = readFileSync(join(clone, 'mcp', 'README.md'), 'utf8')
  const [, list = '[]'] = /`"command": "npm"` with\s+`"args": (\[[^\]]*\])`/.exec(readme) ?? []
  const args = (JSON.parse(list) as string[]).map((word) => (word === '/path/to/malipo' ? clone : word))
  const { stdout } = await run('npm', [...args, '--version'], { cwd: folder })
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
})
