import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort, malipo, type RunningService, runService, temporaryFolder } from '../run-service.ts'
import { openTerminal, type Terminal } from '../terminal.ts'
import { type KeepingReceiver, openKeepingReceiver } from './parts/keeping-receiver.ts'
import { writeInvoices } from './parts/write-invoices.ts'

const email = 'owner@duka.test'
const password = 'correct horse'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: RunningService
let terminal: Terminal
let receiver: KeepingReceiver

before(async () => {
  folder = await temporaryFolder()
  const environment = {
    DATA_DIR: folder.path,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: 'node_modules/.cache/malipo',
  }
  service = await runService({ port: await freePort(), environment })
  const words = ['merchant', 'create', '--name', 'Duka', '--email', email, '--password', password]
  const made = await malipo(words, environment)
  assert.equal(made.code, 0, made.output)
  terminal = openTerminal({ XDG_CONFIG_HOME: join(folder.path, 'config'), MALIPO_URL: service.url })
  const login = await terminal.run(['login', '--email', email, '--password-stdin'], `${password}\n`)
  assert.equal(login.code, 0, login.stderr)
  receiver = await openKeepingReceiver()
})
after(async () => {
  receiver.close()
  service.child.kill('SIGTERM')
  await service.exit
  await folder.remove()
})

const run = (...words: string[]) => terminal.run(words)

async function answered(...words: string[]) {
  const { code, stdout, stderr } = await run(...words, '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

test('an invoice is written, changed, sent, credited and printed in the terminal', async () => {
  await writeInvoices({ run, answered, folder: folder.path })
})

test('a key is made for one thing, narrowed, replaced and revoked', async () => {
  const limits = ['--scopes', 'balance:read,invoices:read', '--each', '5000']
  const made = await answered('api-keys', 'create', '--name', 'The shop', ...limits)
  assert.deepEqual([made.environment, made.scopes], ['sandbox', ['balance:read', 'invoices:read']])
  assert.equal(made.payout_caps.each, '5000.00')
  const shown = await run('api-keys', 'current', '--api-key', made.api_key)
  assert.match(shown.stdout, /^scopes +balance:read invoices:read$/m)
  assert.equal((await run('invoices', 'list', '--api-key', made.api_key)).code, 0)
  const beyond = await run('control-numbers', 'list', '--api-key', made.api_key)
  assert.match(beyond.stderr, /insufficient_scope, HTTP 403/)

  assert.deepEqual((await answered('keys', 'change', made.id, '--from', '203.0.113.7')).allowed_ips, [
    '203.0.113.7',
  ])
  const elsewhere = await run('networks', 'list', '--api-key', made.api_key)
  assert.match(elsewhere.stderr, /ip_not_allowed, HTTP 403/)
  await answered('api-keys', 'change', made.id, '--from-anywhere')
  const wider = await run('api-keys', 'change', made.id, '--scopes', 'events:read')
  assert.equal(wider.code, 1)

  const next = await answered('api-keys', 'rotate', made.id)
  assert.equal((await run('networks', 'list', '--api-key', next.api_key)).code, 0)
  assert.match((await run('api-keys', 'list')).stdout, new RegExp(`${next.id} +…${next.last_four} +works`))
  assert.equal(
    (await run('api-keys', 'revoke', next.id)).stdout,
    `The shop (…${next.last_four}) is revoked.\n`,
  )
  assert.equal((await run('networks', 'list', '--api-key', next.api_key)).code, 1)
})

test('an endpoint is added, tried, narrowed, switched off and taken away', async () => {
  const made = await answered('webhook-endpoints', 'add', receiver.url, '--events', 'refund.*')
  assert.match(made.webhook_secret, /^whsec_[^*•]+$/)
  assert.deepEqual(made.events, ['refund.*'])
  const tried = await answered('webhook-endpoints', 'test', made.id, '--type', 'refund.success')
  assert.deepEqual([tried.delivered, tried.attempt.status], [true, 204])
  const unknown = await run('endpoints', 'change', made.id, '--events', 'refund.paid')
  assert.match(unknown.stderr, /\n {2}events\.0 |\n {2}events /)
  const narrowed = ['--methods', 'USSD_PUSH', '--metadata', 'shop=Kariakoo', '--off']
  const off = await answered('webhook-endpoints', 'change', made.id, ...narrowed)
  assert.deepEqual([off.is_enabled, off.methods, off.metadata], [false, ['USSD_PUSH'], { shop: 'Kariakoo' }])
  assert.equal((await answered('webhook-endpoints', 'change', made.id, '--on')).is_enabled, true)
  assert.equal((await run('webhook-endpoints', 'change', made.id, '--on', '--off')).code, 2)
  const rotated = await answered('webhook-endpoints', 'rotate-secret', made.id)
  assert.notEqual(rotated.webhook_secret, made.webhook_secret)
  assert.match((await run('webhook-endpoints', 'list')).stdout, new RegExp(`${made.id} +on +refund\\.\\*`))
  assert.match((await run('webhook-endpoints', 'get', made.id)).stdout, /^events +refund\.\*$/m)
  assert.equal((await run('webhook-endpoints', 'remove', made.id)).stdout, `${made.id} is removed.\n`)
  assert.equal((await run('webhook-endpoints', 'get', made.id)).code, 1)
})

test('a key or an endpoint of live money is touched by whoever says --live, and by nobody else', async () => {
  const live = await answered('api-keys', 'create', '--live', '--name', 'Real')
  for (const words of [['rotate'], ['revoke'], ['change', '--name', 'Other']]) {
    const [verb = '', ...flags] = words
    const refused = await run('api-keys', verb, live.id, ...flags)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /is no key of the sandbox/)
  }
  assert.match((await run('api-keys', 'list', '--live')).stdout, new RegExp(`${live.id} .* works .* Real`))
  const theirs = await answered('webhook-endpoints', 'add', receiver.url, '--live')
  for (const words of [['change', '--off'], ['test'], ['rotate-secret'], ['remove']]) {
    const [verb = '', ...flags] = words
    const refused = await run('webhook-endpoints', verb, theirs.id, ...flags)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /is no endpoint of the sandbox/)
  }
  const off = await answered('webhook-endpoints', 'change', theirs.id, '--off', '--live')
  assert.equal(off.is_enabled, false)
  assert.equal((await run('webhook-endpoints', 'remove', theirs.id, '--live')).code, 0)
  const test = await answered('api-keys', 'create', '--name', 'Play')
  assert.match((await run('api-keys', 'revoke', test.id, '--live')).stderr, /is no key of live money/)
  assert.equal((await run('api-keys', 'revoke', live.id, '--live')).code, 0)
})

test('networks tell what they take; in the sandbox one is down because somebody said so', async () => {
  assert.equal((await answered('networks', 'predict', '0754000000')).destination_code, 'MPESA')
  const down = await run('sandbox', 'network', 'MPESA', '--payouts', 'down', '--note', 'Maintenance.')
  assert.match(down.stdout, /^MPESA +payouts +down/m)
  const listed = await run('networks', 'list', '--method', 'mobile-money', '--direction', 'payouts')
  assert.match(listed.stdout, /^MPESA +payouts +down +\S/m)
  assert.doesNotMatch(listed.stdout, /collections|CRDB/)
  const up = await run('sandbox', 'network', 'MPESA', '--payouts', 'as-usual')
  assert.match(up.stdout, /^MPESA +collections, payouts, refunds +up/m)
  const { stdout: all } = await run('networks', 'list')
  const lines = all.trim().split('\n')
  assert.match(lines[0] ?? '', /^code +for +status +name$/, 'the sandbox bounds nothing')
  const codes = lines.slice(1).map((line) => line.split(' ')[0])
  assert.deepEqual(codes, [...new Set(codes)], 'what is alike is told once')
  const mpesa = (await answered('networks', 'list')).items.find(
    ({ destination_code: code }: { destination_code: string }) => code === 'MPESA',
  )
  assert.equal(mpesa.refunds.min_amount, '0.01')
  assert.equal((await run('sandbox', 'network', 'MPESA')).code, 2)
  assert.equal((await run('sandbox', 'network', 'MPESA', '--payouts', 'down', '--live')).code, 2)
})

test('what is kept of somebody is saved, and they are erased; everything is exported', async () => {
  const asked = await answered('privacy-requests', 'export', '--phone', '0712345678')
  await until(async () => (await answered('privacy-requests', 'get', asked.id)).status === 'DONE')
  const { file } = await answered(
    'privacy-requests',
    'download',
    asked.id,
    '--to',
    join(folder.path, 'asha.ndjson'),
  )
  assert.match(await readFile(file, 'utf8'), /Asha Juma/)
  assert.equal((await stat(file)).mode & 0o077, 0, 'nobody else on this machine reads it')
  const erased = await answered('privacy-requests', 'erase', '--phone', '0712345678')
  await until(async () => !/OPEN/.test((await answered('privacy-requests', 'get', erased.id)).status))
  const listed = await run('privacy-requests', 'list')
  assert.match(listed.stdout, new RegExp(`${erased.id} +erase `))

  const ready = await answered('exports', 'request')
  assert.equal(ready.status, 'READY')
  assert.match((await run('exports', 'list')).stdout, new RegExp(`${ready.id} +READY`))
  const saved = await answered('exports', 'download', ready.id, '--to', join(folder.path, 'all.ndjson'))
  assert.equal(saved.bytes, ready.bytes)
  assert.equal((await run('exports', 'download', ready.id, '--to', saved.file)).code, 1)
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) if (await isSo()) return
  assert.fail('it never came')
}
