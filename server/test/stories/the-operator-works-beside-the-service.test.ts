import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { openInstallation } from '../../src/installation.ts'
import { freePort, malipo, type RunningService, runService, temporaryFolder } from '../run-service.ts'
import { cookieOf, request } from '../service.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: RunningService
let environment: Record<string, string>
before(async () => {
  folder = await temporaryFolder()
  environment = { DATA_DIR: folder.path, DEMO: 'off' }
  service = await runService({ port: await freePort(), environment })
})
after(async () => {
  service.child.kill('SIGKILL')
  await folder.remove()
})

const run = async (...words: string[]) => {
  const { code, output } = await malipo([...words, '--json'], environment)
  assert.equal(code, 0, output)
  return JSON.parse(output)
}

test('a merchant made by the operator works with the running service at once', async () => {
  const person = ['--email', 'Owner@Shop.test', '--password', 'long enough']
  const made = await run('merchant', 'create', '--name', 'Duka', ...person, '--verified')
  assert.deepEqual(Object.keys(made), [
    'merchant_id',
    'owner_email',
    'live_api_key',
    'sandbox_api_key',
    'webhook_secret',
  ])
  assert.match(made.webhook_secret, /^whsec_/)
  const read = await request(`${service.url}/v1/merchants/${made.merchant_id}`, { key: made.live_api_key })
  assert.equal(read.body.data.verification_status, 'verified')

  const second = await run('merchant', 'create', '--name', 'Duka la pili', '--email', 'owner@shop.test')
  const signedIn = await request(`${service.url}/v1/auth/sign-in/email`, {
    body: { email: 'owner@shop.test', password: 'long enough' },
  })
  const me = await request(`${service.url}/v1/me`, { cookie: cookieOf(signedIn) })
  assert.deepEqual(
    (me.body.data.merchants as { merchant_id: string }[]).map((merchant) => merchant.merchant_id),
    [made.merchant_id, second.merchant_id],
  )

  const merchant = ['--merchant-id', made.merchant_id]
  const member = ['--email', 'fin@shop.test', '--password', 'long enough', '--role', 'finance']
  assert.equal((await run('member', 'create', ...merchant, ...member)).role, 'finance')
})

test('a Super Admin made by the operator reaches the admin plane', async () => {
  const body = { email: 'admin@malipo.test', password: 'long enough' }
  await run('admin', 'create', '--email', body.email, '--password', body.password)
  const signedIn = await request(`${service.url}/v1/auth/sign-in/email`, { body })
  const listed = await request(`${service.url}/v1/admin/merchants`, { cookie: cookieOf(signedIn) })
  assert.equal(listed.status, 200)
  const again = await malipo(['admin', 'create', '--email', body.email], environment)
  assert.deepEqual([again.code, again.output], [1, 'admin@malipo.test is a Super Admin already.'])
})

test('check-books holds, and fails when an audit entry is taken away', async () => {
  const before = await run('check-books')
  assert.equal(before.holds, true)
  const installation = await openInstallation(readConfig(environment), {
    applicationName: 'test',
    log: () => {},
  })
  const { sql } = installation.world
  await sql.unsafe('alter table audit_log disable trigger user')
  await sql`delete from audit_log where seq = 2`
  await sql.unsafe('alter table audit_log enable trigger user')
  await installation.close()
  const broken = await malipo(['check-books'], environment)
  assert.equal(broken.code, 1)
  assert.match(broken.output, /^BROKEN {2}the audit log is an unbroken chain: entry 2 is missing$/m)
})

test('doctor finds a healthy installation healthy', async () => {
  const found = await run('doctor')
  assert.equal(found.healthy, true)
  assert.ok(found.checks.some(({ check }: { check: string }) => check === 'super admins'))
})

test('a provider is tried by its name, and who is not set up is told apart from who is not there', async () => {
  const { providers } = await run('provider', 'list')
  const live = providers.filter((one: { is_live: boolean }) => one.is_live)
  assert.deepEqual(live, [{ name: 'simulated', is_set_up: true, is_live: true, has_open_payments: false }])
  assert.equal((await run('provider', 'try', 'simulated')).verdict, 'ok')
  const [unset, nobody] = await Promise.all([
    malipo(['provider', 'try', 'selcom'], environment),
    malipo(['provider', 'try', 'nobody'], environment),
  ])
  assert.deepEqual([unset.code, nobody.code], [1, 1])
  assert.match(unset.output, /selcom is not set up here\. docs.providers.selcom\.md says what to set/)
  assert.match(nobody.output, /Nobody is called nobody/)
})

test('a misused command says how it is used and changes nothing', async () => {
  const misuses = [
    [[], 'Unknown command'],
    [['merchant', 'create', '--nmae', 'x'], "Unknown option '--nmae'"],
    [['provider', 'try'], 'One name is needed.'],
    [['admin', 'create', '--email', 'a@b.test', '--password', 'short'], '8 to 128 characters'],
  ] as const
  const tried = misuses.map(async ([words, expected]) => {
    const { code, output } = await malipo([...words], environment)
    assert.equal(code, 2, output)
    assert.ok(output.includes(expected), output)
  })
  const create = ['merchant', 'create', '--name', 'x', '--email', 'new@shop.test']
  const [unknown] = await Promise.all([malipo(create, environment), ...tried])
  assert.equal(unknown.code, 1)
})

test('help is told of what was named: a command, all that begin with a word, or everything', async () => {
  const named = async (...words: string[]) => {
    const { code, output } = await malipo([...words, '--help'], environment)
    assert.equal(code, 0, output)
    return [...output.matchAll(/^ *malipo ([a-z-]+(?: [a-z-]+)?)/gm)].map(([, name]) => name)
  }
  const [one, some, all] = await Promise.all([named('archive', 'clear'), named('archive'), named()])
  assert.deepEqual(one, ['archive clear'])
  assert.deepEqual(some, ['archive list', 'archive clear', 'archive put-aside', 'archive bring-back'])
  assert.ok(all.includes('check-books') && all.includes('backup drill'), all.join())
})

test('with the service stopped the command starts the database itself and stops it again', async () => {
  service.child.kill('SIGTERM')
  await service.exit
  const { code, output } = await malipo(['doctor'], environment)
  assert.equal(code, 0, output)
})
