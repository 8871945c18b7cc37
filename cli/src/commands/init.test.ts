import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openStage, type Stage } from '../../test/stage.ts'
import { clientForProject } from '../init/client-for-project.ts'
import { keepLogin } from '../keeping/login.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

test('a project is begun, and what it needs is filled in from the login, where only its owner reads it', async () => {
  const before = await stage.run('init', 'First Shop')
  assert.equal(before.code, 0, before.stderr)
  assert.match(before.stdout, /not logged in, so fill in \.env/)
  const first = JSON.parse(await readFile(join(stage.folder, 'First Shop', 'package.json'), 'utf8'))
  assert.deepEqual(
    [first.name, first.dependencies],
    ['first-shop', { '@malipo/sdk': clientForProject().dependency }],
  )

  const login = {
    url: 'http://pay.test',
    email: 'a@b.test',
    merchant_id: 'merchant-1',
    merchant_name: 'Duka',
    role: 'owner',
    session: 'cookie',
    api_key: 'mlp_sandbox_x',
    api_key_id: 'key-1',
  }
  await keepLogin(stage.surroundings, login)
  const { code, stdout } = await stage.run('init', 'second', '--sdk', './sdk.tgz', '--json')
  assert.equal(code, 0)
  assert.ok(!stdout.includes('mlp_sandbox_x'), 'the key is not printed')
  const folder = join(stage.folder, 'second')
  assert.deepEqual(JSON.parse(stdout), {
    folder,
    files: ['package.json', '.env', '.gitignore', 'pay.js', 'webhooks.js', 'README.md'],
    has_key: true,
  })
  assert.equal((await stat(join(folder, '.env'))).mode & 0o777, 0o600)
  const env = await readFile(join(folder, '.env'), 'utf8')
  assert.match(env, /MALIPO_URL=http:\/\/pay\.test\nMALIPO_MERCHANT=merchant-1\nMALIPO_KEY=mlp_sandbox_x\n/)
  assert.match(env, /MALIPO_WEBHOOK_SECRET=whsec_[A-Za-z0-9+/]{32}\n/)
  const second = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  assert.equal(second.dependencies['@malipo/sdk'], `file:${join(stage.folder, 'sdk.tgz')}`)
})

test('a folder with anything in it is left as it is', async () => {
  const folder = join(stage.folder, 'mine')
  await mkdir(folder)
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const { code, stderr } = await stage.run('init', 'mine')
  assert.equal(code, 1)
  assert.match(stderr, /mine is not empty \(notes\.txt\)\.\nName a new folder; nothing was written\./)
  assert.deepEqual(await readdir(folder), ['notes.txt'])
  const nameless = await stage.run('init', '...')
  assert.equal(nameless.code, 2)
})
