import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { makePackage as makeCommand } from '../../../cli/pack/make-package.ts'
import { makePackage as makeClient } from '../../../sdk/pack/make-package.ts'
import { freePort } from '../run-service.ts'
import { newMerchant, password, type Service, startService } from '../service.ts'
import { openTerminal, type RunningCommand, type Terminal } from '../terminal.ts'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules')
const quietly = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--install-links']

let folder: string
let service: Service
let ownerEmail: string
let terminal: Terminal
const running: RunningCommand[] = []
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'malipo-command-'))
  makeClient(join(folder, 'client'))
  makeCommand(join(folder, 'command'))
  for (const name of ['client', 'command'])
    await run('npm', ['pack', `./${name}`, '--silent'], { cwd: folder })
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true }')
  const archives = [archive('sdk'), archive('cli')]
  await run('npm', ['install', ...quietly, ...archives, ...neededBy('commander', '@clack/prompts')], {
    cwd: project,
  })
  service = await startService()
  ownerEmail = (await newMerchant(service)).ownerEmail
  const command = [plainNode(), join(project, 'node_modules', '.bin', 'malipo-dev')]
  terminal = openTerminal({ XDG_CONFIG_HOME: join(folder, 'config'), MALIPO_URL: service.url }, command)
})
after(async () => {
  for (const one of running) {
    one.kill('SIGKILL')
    await one.exit
  }
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

function archive(name: string): string {
  return join(folder, readdirSync(folder).find((file) => file.startsWith(`malipo-${name}-`)) ?? '')
}

/** Packages with all that they need in turn, from our own copies: a proof needs no registry. */
function neededBy(...names: string[]): string[] {
  const found = new Set<string>()
  for (const name of names) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
    for (const path of [join(modules, name), ...neededBy(...Object.keys(dependencies))]) found.add(path)
  }
  return [...found]
}

/** The Node of whoever's machine this is, if it is one that the package is for; else the one that we come with. */
function plainNode(): string {
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  const theirs = places.map((place) => join(place, 'node')).find((path) => existsSync(path))
  if (theirs === undefined) return process.execPath
  const [major = 0] = execFileSync(theirs, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    .split('.')
    .map(Number)
  return major >= 20 ? theirs : process.execPath
}

test('what is installed logs in and begins a project, which is paid by its own program', async () => {
  const login = await terminal.run(['login', '--email', ownerEmail, '--password-stdin'], password)
  assert.equal(login.code, 0, login.stderr)
  const shop = join(folder, 'shop')
  const begun = await terminal.run(['init', shop, '--sdk', archive('sdk')])
  assert.equal(begun.code, 0, begun.stderr)
  await run('npm', ['install', ...quietly], { cwd: shop })
  const paid = await run('npm', ['run', '--silent', 'pay'], { cwd: shop })
  assert.match(paid.stdout, /^order-\w+ is processing: .*\norder-\w+ is paid: TZS 1000\n$/)
  const declined = await run('npm', ['run', '--silent', 'pay', '255700000002'], { cwd: shop }).catch(
    (error) => error,
  )
  assert.equal(declined.code, 1)
  assert.match(declined.stdout, /is not paid: failed\n$/)
})

test('the receiver of that project accepts what listen hands over, and nothing that is forged', async () => {
  const port = await freePort()
  const shop = join(folder, 'shop')
  // As `npm run webhooks` starts it, without npm between us: what is killed must be the receiver.
  const program = [plainNode(), `--env-file=${join(shop, '.env')}`, join(shop, 'webhooks.js')]
  const receiving = openTerminal({ PORT: String(port) }, program).start([])
  running.push(receiving)
  await receiving.until(() => receiving.stdout().includes('Waiting for events'), 'the receiver')
  const listener = terminal.start(['listen', '--forward-to', String(port)])
  running.push(listener)
  await listener.until(() => listener.stderr().includes('whsec_'), 'the listener')
  const told = await terminal.run(['trigger', 'collection.success', '--override', 'reference=order-9'])
  assert.equal(told.code, 0, told.stderr)
  await receiving.until(() => receiving.stdout().includes('Order order-9 is paid.\n'), 'the order')
  const forged = await fetch(`http://localhost:${port}`, {
    method: 'POST',
    body: '{"type":"collection.success","data":{"status":"successful","reference":"order-10"}}',
    headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
  })
  assert.equal(forged.status, 401)
  assert.ok(!receiving.stdout().includes('order-10'))
})

test('what is wrong with an installation shows in its first words', async () => {
  const { code, stdout } = await terminal.run(['--version'])
  assert.deepEqual([code, stdout], [0, '0.1.0\n'])
})
