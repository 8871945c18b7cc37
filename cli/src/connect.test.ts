import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openStage, type Stage } from '../test/stage.ts'
import { keepLogin } from './keeping/login.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

const list = ['collections', 'list']

test('a live key needs --live to be said, and a sandbox key may not have it', async () => {
  const live = await stage.run(...list, '--api-key', 'mlp_live_x')
  assert.deepEqual([live.code, live.stdout], [2, ''])
  assert.match(live.stderr, /This is a live key\. Say --live if you mean real money\./)
  const sandbox = await stage.run(...list, '--live', '--api-key', 'mlp_sandbox_x')
  assert.equal(sandbox.code, 2)
  assert.match(sandbox.stderr, /^Live: this is about real money\.\nerror: This is a sandbox key/)
})

test('nobody is logged in, and a key cannot do what people do: it says to log in', async () => {
  const nobody = await stage.run(...list)
  assert.deepEqual([nobody.code, nobody.stdout], [1, ''])
  assert.match(nobody.stderr, /^error: You are not logged in\.\nRun malipo-dev login/)
  const key = await stage.run(...list, '--api-key', 'mlp_sandbox_x', '--json')
  assert.equal(key.code, 1)
  const { error } = JSON.parse(key.stderr)
  assert.match(error.message, /Only a signed-in person may do this/)
  assert.match(error.advice, /malipo-dev login/)
})

test('what a login keeps is sent to its own address only, and live payouts are never asked for by accident', async () => {
  await keepLogin(stage.surroundings, {
    url: 'http://127.0.0.1:1',
    email: 'a@b.test',
    merchant_id: 'm',
    merchant_name: 'Duka',
    role: 'owner',
    session: 'cookie',
    api_key: 'mlp_sandbox_x',
    api_key_id: 'k',
  })
  const elsewhere = await stage.run(...list, '--url', 'http://127.0.0.1:2')
  assert.equal(elsewhere.code, 1)
  assert.match(
    elsewhere.stderr,
    /You are logged in at http:\/\/127\.0\.0\.1:1, not at http:\/\/127\.0\.0\.1:2\./,
  )
  const payout = [
    'withdrawals',
    'submit',
    '--amount',
    '1',
    '--code',
    'MPESA',
    '--to',
    '255712345678',
    '--name',
    'A',
  ]
  const unasked = await stage.run(...payout, '--live')
  assert.equal(unasked.code, 2)
  assert.match(unasked.stderr, /pays out live money\. Say --yes/)
  const sandboxOnly = await stage.run('sandbox', 'top-up', '1', '--live')
  assert.equal(sandboxOnly.code, 2)
  const triggered = await stage.run('trigger', 'collection.success', '--live')
  assert.equal(triggered.code, 2)
})
