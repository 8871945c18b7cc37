import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { makePackage } from '../../../sdk/pack/make-package.ts'
import { newMerchant, type Service, startService } from '../service.ts'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules')
/** Compressed, all of its scripts together: what a page may spend on speaking to the service. Each operation is a line of it, and a dozen bytes. */
const mostBytes = 14 * 1024

let folder: string
let project: string
let service: Service
let environment: NodeJS.ProcessEnv
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'malipo-sdk-'))
  project = join(folder, 'project')
  makePackage(join(folder, 'package'))
  await run('npm', ['pack', './package', '--silent'], { cwd: folder })
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "private": true }')
  const quietly = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...quietly, join(folder, archive)], { cwd: project })
  service = await startService()
  const { sandboxKey } = await newMerchant(service)
  environment = { ...process.env, MALIPO_URL: service.url, MALIPO_KEY: sandboxKey }
})
after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const pay = `
  const malipo = new Malipo({ baseUrl: process.env.MALIPO_URL ?? '', apiKey: process.env.MALIPO_KEY })
  const order = { amount: '1000.50', phone: '0712345678', simulate_status: 'successful' } as const
  const { collection_id } = await malipo.collections.walletPush(order)
  console.log(isPaid(await malipo.collections.waitForOutcome(collection_id)))`

/** Runs a program of the project, which says whether it was paid. */
async function isPaidBy(name: string, text: string): Promise<void> {
  writeFileSync(join(project, name), text)
  const { stdout } = await run(process.execPath, [name], { cwd: project, env: environment })
  assert.equal(stdout.trim(), 'true', name)
}

test('nothing but what was promised is in the archive, and nothing comes with it', () => {
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))
  assert.deepEqual(installed, ['@malipo'])
  const files = readdirSync(join(project, 'node_modules/@malipo/sdk'), { recursive: true, encoding: 'utf8' })
  const kinds = new Set(files.filter((name) => /\./.test(name)).map((name) => name.replace(/^.*?\./, '.')))
  assert.deepEqual([...kinds].toSorted(), ['.d.ts', '.js', '.json', '.md'])
  for (const name of ['LICENSE', 'README.md', 'package.json']) assert(files.includes(name), name)
})

test(`what a browser loads has at most ${mostBytes} bytes`, () => {
  const root = join(project, 'node_modules/@malipo/sdk/esm')
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  const { length } = gzipSync(Buffer.concat(names.toSorted().map((name) => readFileSync(join(root, name)))))
  assert(length <= mostBytes, `${length} bytes`)
})

test('modules, CommonJS and TypeScript pay with it', async () => {
  const plain = pay.replace(' as const', '')
  const imported = `import { isPaid, Malipo } from '@malipo/sdk'\n`
  await isPaidBy('shop.mjs', imported + plain)
  await isPaidBy(
    'shop.cjs',
    `const { isPaid, Malipo } = require('@malipo/sdk')\nvoid (async () => {${plain}\n})()`,
  )
  await isPaidBy('shop.mts', imported + pay)
})

test('its types hold in both kinds of module, for servers and for browsers', async () => {
  const typed = `import { type CollectionState, isPaid, Malipo, verifyWebhook } from '@malipo/sdk'
export async function read(malipo: Malipo, text: string): Promise<CollectionState | string> {
  for await (const { id, amount } of malipo.collections.list({ status: 'successful' })) console.log(id, amount)
  const event = await verifyWebhook(text, new Headers(), 'whsec_')
  if (event.type === 'disbursement.failed') return event.data.withdrawal_id
  // @ts-expect-error There is no such status.
  malipo.collections.list({ status: 'paid' })
  const collection = await malipo.collections.get('id')
  if (isPaid(collection)) collection.status satisfies 'successful'
  return collection
}
`
  writeFileSync(join(project, 'typed.mts'), typed)
  writeFileSync(join(project, 'typed.cts'), typed)
  const samples = [...writeSamples(), ...writeReceivers()]
  assert(samples.length > 3)
  const compiler = join(modules, 'typescript/bin/tsc')
  const strict = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--exactOptionalPropertyTypes',
  ]
  const server = ['--types', 'node', '--typeRoots', join(modules, '@types'), '--lib', 'es2023']
  const browser = ['--types', '', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable']
  for (const where of [[...server, ...samples], browser]) {
    const args = [compiler, '--ignoreConfig', ...strict, ...where, 'typed.mts', 'typed.cts']
    const { stdout } = await run(process.execPath, args, { cwd: project }).catch((error) => error)
    assert.equal(stdout, '')
  }
})

/** What the samples of its page take for granted. */
const granted = `
declare global {
  const malipo: import('@malipo/sdk').Malipo
  const rawBody: string
  const secret: string
  const request: Request
  const fulfil: (reference: string | null) => Promise<void>
}
`

/** Each sample of the page that comes with it, as a program of its own. */
function writeSamples(): string[] {
  const page = readFileSync(join(project, 'node_modules/@malipo/sdk/README.md'), 'utf8')
  return [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, text = ''], at) => {
    const name = `sample-${at}.mts`
    writeFileSync(join(project, name), `${text}\nexport {}\n${at === 0 ? granted : ''}`)
    return name
  })
}

/** What of other pages takes events: whoever copies it has a compiler that is as strict as ours. */
function writeReceivers(): string[] {
  const repository = join(modules, '..')
  const imports = `import { isPaid, verifyWebhook } from '@malipo/sdk'`
  const [inReadme = ''] =
    /^async function receive.*?^}$/ms.exec(readFileSync(join(repository, 'README.md'), 'utf8')) ?? []
  const guide = readFileSync(join(repository, 'docs/guides/webhooks.md'), 'utf8')
  const [, inGuide = ''] = /```ts receive\.ts\n(.*?)```/s.exec(guide) ?? []
  assert(inReadme !== '' && inGuide !== '')
  writeFileSync(join(project, 'readme.mts'), `${imports}\n${inReadme}\nexport { receive }\n`)
  writeFileSync(join(project, 'guide.mts'), inGuide)
  return ['readme.mts', 'guide.mts']
}
