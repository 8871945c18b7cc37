import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  freePort,
  malipo,
  type RunningService,
  repository,
  runService,
  temporaryFolder,
} from '../run-service.ts'
import { cookieOf, request } from '../service.ts'
import {
  completeInBash,
  type Finished,
  openTerminal,
  type RunningCommand,
  type Terminal,
} from '../terminal.ts'
import { giveBack } from './parts/give-back.ts'
import { giveOutNumbers } from './parts/give-out-numbers.ts'
import { type KeepingReceiver, openKeepingReceiver } from './parts/keeping-receiver.ts'
import { payMany } from './parts/pay-many.ts'
import { readTheLog } from './parts/read-the-log.ts'

const email = 'dev@duka.test'
const password = 'correct horse'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let environment: Record<string, string>
let port: number
let service: RunningService
let merchant: { merchant_id: string; sandbox_api_key: string }
let terminal: Terminal
let receiver: KeepingReceiver
const listeners: RunningCommand[] = []

before(async () => {
  folder = await temporaryFolder()
  environment = {
    DATA_DIR: folder.path,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: 'node_modules/.cache/malipo',
  }
  port = await freePort()
  service = await runService({ port, environment })
  const words = ['merchant', 'create', '--name', 'Duka', '--email', email, '--password', password, '--json']
  const made = await malipo(words, environment)
  assert.equal(made.code, 0, made.output)
  merchant = JSON.parse(made.output)
  terminal = openTerminal({ XDG_CONFIG_HOME: join(folder.path, 'config'), MALIPO_URL: service.url })
  receiver = await openKeepingReceiver()
})
after(async () => {
  for (const listener of listeners) listener.kill('SIGKILL')
  receiver.close()
  service.child.kill('SIGTERM')
  await service.exit
  await folder.remove()
})

async function run(...words: string[]): Promise<Finished> {
  const finished = await terminal.run(words)
  assert.ok(!`${finished.stdout}${finished.stderr}`.includes('\u001b'), 'what is piped has no escape codes')
  return finished
}

const typed = (line: string) => run(...line.split(' '))

async function answered(...words: string[]) {
  const { code, stdout, stderr } = await run(...words, '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

async function startListening(): Promise<RunningCommand> {
  const listener = terminal.start(['listen', '--forward-to', receiver.url, '--json'])
  listeners.push(listener)
  await listener.until(() => /whsec_/.test(listener.stderr()), 'the secret')
  return listener
}

async function restartService(): Promise<void> {
  service.child.kill('SIGKILL')
  await service.exit
  service = await runService({ port, environment })
}

test('a developer logs in, and what is kept is for nobody else and shown to nobody', async () => {
  const wrong = await terminal.run(['login', '--email', email, '--password-stdin'], 'wrong horse\n')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /E-mail and password do not fit\.\nNothing was kept\./)
  const nobody = await run('whoami')
  assert.deepEqual([nobody.code, nobody.stdout], [1, ''])
  const login = await terminal.run(['login', '--email', email, '--password-stdin', '--json'], `${password}\n`)
  assert.equal(login.code, 0, login.stderr)
  assert.ok(!/mlp_|session_token/.test(login.stdout), login.stdout)
  const kept = join(folder.path, 'config', 'malipo', 'login.json')
  assert.equal((await stat(kept)).mode & 0o777, 0o600)
  const shown = await answered('whoami')
  assert.deepEqual([shown.merchant_id, shown.role, shown.url], [merchant.merchant_id, 'owner', service.url])
})

test('listen hands over every event, though it is killed, and so is the service', async () => {
  // The merchant has had no event yet, which is the hardest place to go on from.
  const first = await startListening()
  first.kill('SIGKILL')
  await first.exit
  const made: string[] = [(await answered('trigger', 'collection.success')).id]
  const second = await startListening()
  await second.until(() => receiver.ids().includes(made[0] ?? ''), 'the event of while it was dead')
  made.push((await answered('trigger', 'disbursement.failed', '--override', 'amount=5000')).id)
  second.kill('SIGKILL')
  await second.exit
  made.push((await answered('trigger', 'collection.failed')).id)
  await restartService()
  const third = await startListening()
  await restartService()
  made.push((await answered('trigger', 'collection.reversed', '--override', 'reference=order-7')).id)
  await third.until(() => made.every((id) => receiver.ids().includes(id)), 'everything')
  third.kill('SIGINT')
  assert.equal((await third.exit).code, 0)

  const { items } = await answered('events', 'list', '--limit', '100')
  const all: string[] = items.map(({ id }: { id: string }) => id).reverse()
  assert.deepEqual([...new Set(receiver.ids())].sort(), all, 'none was left out')
  // Whoever is killed between the answer and writing it down asks once more: at most once for each kill.
  assert.ok(
    receiver.ids().length - all.length <= 2,
    `${receiver.ids().length} deliveries of ${all.length} events`,
  )
  const lines = third.stdout().trim().split('\n')
  assert.ok(lines.every((line) => JSON.parse(line).delivery.status === 204))
})

test('what it hands over is accepted by the library of Standard Webhooks, with the one secret of all runs', async () => {
  const secrets = new Set(listeners.map((listener) => /whsec_\S+/.exec(listener.stderr())?.[0] ?? ''))
  assert.equal(secrets.size, 1)
  const verifier = new Webhook([...secrets][0] ?? '')
  for (const { headers, body } of receiver.received) assert.ok(verifier.verify(body, headers))
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
  assert.throws(() => verifier.verify(body.replace('TZS', 'KES'), headers))
})

test('a receiver that is down for a while is waited for, and one that stays down is said', async () => {
  const gone = await freePort()
  const words = ['listen', '--forward-to', String(gone), '--patience', '1', '--since', '1h']
  const { code, stderr } = await run(...words)
  assert.equal(code, 1)
  assert.match(stderr, /Nobody is there at http:\/\/localhost:\d+\/ \(ECONNREFUSED\)\. Trying again for 1 s/)
  assert.match(stderr, /Start your receiver, then listen again: it goes on with event /)
})

test('a collection is asked for and watched: paid is 0, declined is 1, and JSON is what the service says', async () => {
  const paid = await typed('collections create --amount 1000.50 --phone 255700000001 --watch --json')
  assert.equal(paid.code, 0, paid.stderr)
  const states = paid.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(states.at(-1).status, 'successful')
  const { collection_id } = states[0]
  const read = await request(`${service.url}/v1/collections/${collection_id}`, {
    key: merchant.sandbox_api_key,
  })
  assert.deepEqual(await answered('collections', 'get', collection_id), read.body.data)
  assert.deepEqual(states.at(-1), read.body.data)
  const declined = await typed('collections create --amount 1000 --phone 255700000002 --watch')
  assert.equal(declined.code, 1)
  assert.match(declined.stderr, /is not paid: failed\.\nThe customer declined\./)
  const silent = await answered('collections', 'create', '--amount', '1000', '--phone', '255700000005')
  const waited = await run('collections', 'watch', silent.collection_id, '--timeout', '1')
  assert.equal(waited.code, 1)
  assert.match(waited.stderr, /is not known after 1 s\. It may still be paid\./)
})

test('who stops reading is not told that it is paid', async () => {
  const words = 'collections create --amount 1000 --phone 255700000002 --watch'
  const line = `set -o pipefail; ${process.execPath} cli/src/malipo-dev.ts ${words} | head -1`
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder.path, 'config'), MALIPO_URL: service.url }
  const { status } = spawnSync('bash', ['-c', line], { cwd: repository, env, encoding: 'utf8' })
  assert.equal(status, 141)
})

test('a code is advanced to its end, without the wait', async () => {
  const made = await answered('collections', 'create', '--method', 'dynamic-qr', '--amount', '2500')
  const advanced = await answered('sandbox', 'advance', made.id)
  assert.deepEqual([advanced.what, advanced.was_due_at], ['qr_expires', made.qr_expires_at])
  const ended = await run('collections', 'watch', made.id, '--timeout', '30')
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /is not paid: failed\./)
  const again = await run('sandbox', 'advance', made.id)
  assert.deepEqual([again.code, again.stdout], [1, ''])
  const live = await run('sandbox', 'advance', made.id, '--live')
  assert.equal(live.code, 2)
})

test('what is refused tells its code, the field and the request; what is misused changes nothing', async () => {
  const refused = await run('collections', 'create', '--amount', '10', '--phone', '12')
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(
    refused.stderr,
    /\n {2}phone must be 9 to 15 digits.*\n {2}validation_error, HTTP 422, request \S+\n$/s,
  )
  const misused = await run('trigger', 'collection.paid')
  assert.deepEqual([misused.code, misused.stdout], [2, ''])
  assert.match(misused.stderr, /Allowed choices are collection\.success, /)
  const live = await typed(
    'withdrawals submit --live --amount 1000 --code MPESA --to 255712345678 --name Asha',
  )
  assert.deepEqual([live.code, live.stdout], [2, ''])
})

test('money out is quoted, asked for and watched', async () => {
  await answered('sandbox', 'top-up', '50000')
  const to = ['--amount', '10000', '--code', 'MPESA', '--to', '255700000101']
  assert.equal((await answered('withdrawals', 'quote', ...to)).withdrawal_amount, '10000.00')
  const paid = await run('withdrawals', 'submit', ...to, '--name', 'Asha', '--watch')
  assert.equal(paid.code, 0, paid.stderr)
  assert.match(paid.stdout, / {2}SUCCESS\n$/)
  const { items } = await answered('withdrawals', 'list', '--api-key', merchant.sandbox_api_key)
  assert.equal(items[0].status, 'SUCCESS')
})

test('a payment with words of its own is found by them and goes back; the statement of a day is saved', async () => {
  await giveBack({ run, answered, folder: folder.path })
})

test('control numbers are made one by one and of a file, found and cancelled', async () => {
  await giveOutNumbers({ run, answered, folder: folder.path })
})

test('many are paid from a file in the terminal, and what is wrong with it is told first', async () => {
  await payMany({ run, answered, folder: folder.path })
})

test('the log of requests is followed: what was refused is found, and each request is shown once', async () => {
  await readTheLog({ run, start: terminal.start, listeners })
})

test('bash completes commands, flags and values', async () => {
  const { stdout: script } = await run('completion', 'bash')
  const complete = (line: string) => completeInBash(script, line)
  assert.equal(complete('malipo-dev coll'), 'collections')
  assert.equal(complete('malipo-dev collections c'), 'create')
  assert.equal(complete('malipo-dev --url http://x collections create --meth'), '--method')
  assert.equal(complete('malipo-dev collections create --method pro'), 'provider-pesa provider-pesa-push')
  assert.equal(complete('malipo-dev trigger disbursement.f'), 'disbursement.failed')
  assert.equal(complete('malipo-dev listen --forward-to '), '')
})

test('a session that is over says to log in again; logging out revokes the key and forgets', async () => {
  const body = { email, password }
  const signedIn = await request(`${service.url}/v1/auth/sign-in/email`, { body })
  const change = { current_password: password, new_password: 'another horse' }
  await request(`${service.url}/v1/auth/change-password`, { cookie: cookieOf(signedIn), body: change })
  const over = await run('collections', 'list')
  assert.equal(over.code, 1)
  assert.match(over.stderr, /unauthenticated, HTTP 401.*\nYour session is over\. Run malipo-dev login\./)
  assert.equal((await run('events', 'list')).code, 0, 'the key still works')
  const again = await terminal.run(['login', '--email', email, '--password-stdin'], 'another horse')
  assert.equal(again.code, 0, again.stderr)
  assert.deepEqual(await answered('logout'), { logged_out: true, key_revoked: true })
  assert.equal((await run('events', 'list')).code, 1)
  const back = await request(`${service.url}/v1/auth/sign-in/email`, {
    body: { email, password: 'another horse' },
  })
  const path = `${service.url}/v1/merchants/${merchant.merchant_id}/api-keys`
  const keys = await request(path, { cookie: cookieOf(back) })
  const items = keys.body.data.items as { name: string; revoked_at: string | null }[]
  const ours = items.filter(({ name }) => name.startsWith('malipo-dev on '))
  assert.equal(ours.length, 2)
  assert.ok(
    ours.every(({ revoked_at }) => revoked_at !== null),
    'also the earlier one',
  )
})

test('the books hold after all of it', async () => {
  const { code, output } = await malipo(['check-books'], environment)
  assert.equal(code, 0, output)
})
