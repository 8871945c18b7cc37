import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopes as told } from '@malipo/contract'
import { openNotingService } from '../../test/noting-service.ts'
import { openStage, type Stage } from '../../test/stage.ts'
import { describeTree } from '../completion/describe-tree.ts'
import { createProgram } from '../program.ts'
import { scopes } from './api-keys.ts'
import { forPeople } from './leaf.ts'

const id = '01a1ddaa-0000-7000-8000-000000000000'

/** What each needs beside its name, so that it gets as far as asking. */
const words: Record<string, string[]> = {
  'collections list': [],
  'withdrawals quote': ['--amount', '1000', '--to', '255700000101', '--code', 'MPESA'],
  'withdrawals answer': [id, '--message', 'x'],
  'events replay': ['--from', '2h'],
  'logs tail': [],
  'logs get': [id],
  'api-keys create': [],
  'api-keys change': [id],
  'api-keys list': [],
  'api-keys rotate': [id],
  'api-keys revoke': [id],
  'webhook-endpoints add': ['https://shop.example/events'],
  'webhook-endpoints change': [id],
  'webhook-endpoints get': [id],
  'webhook-endpoints list': [],
  'webhook-endpoints test': [id],
  'webhook-endpoints rotate-secret': [id],
  'webhook-endpoints remove': [id],
  'privacy-requests export': ['--phone', '255712345678'],
  'privacy-requests correct': ['--phone', '255712345678', '--new-name', 'Asha'],
  'privacy-requests erase': ['--phone', '255712345678'],
  'privacy-requests get': [id],
  'privacy-requests list': [],
  'privacy-requests download': [id, '--to', 'x'],
  'exports request': [],
  'exports get': [id],
  'exports list': [],
  'exports download': [id, '--to', 'x'],
}

let stage: Stage
let service: Awaited<ReturnType<typeof openNotingService>>
before(async () => {
  stage = await openStage()
  service = await openNotingService(stage, {})
})
after(async () => {
  await service.close()
  await stage.close()
})

test('what only a person may do says so in its help, and a key is not even sent', async () => {
  const says: string[] = []
  for (const { path } of describeTree(createProgram(stage.surroundings))) {
    const { stdout } = await stage.run(...path.split(' ').filter(Boolean), '--help')
    if (stdout.replaceAll(/\s+/g, ' ').includes(forPeople)) says.push(path)
  }
  assert.deepEqual(says.sort(), Object.keys(words).sort())
  for (const path of says) {
    const tried = await service.askedBy(...path.split(' '), ...(words[path] ?? []))
    assert.deepEqual([tried.code, tried.asked], [1, []], path)
    assert.match(tried.stderr, /Only a signed-in person may do this; a key may not\./)
  }
})

test('whoever is erased for good is asked about, or --yes is said; nobody is no one', async () => {
  const login = { XDG_CONFIG_HOME: stage.folder, MALIPO_KEY: 'mlp_live_x', MALIPO_MERCHANT: 'm' }
  const live = await openStage({ env: login })
  const erased = await live.run('privacy-requests', 'erase', '--live', '--phone', '255712345678')
  assert.deepEqual([erased.code, erased.stdout], [2, ''])
  assert.match(erased.stderr, /This erases somebody for good\. Say --yes/)
  const nobody = await live.run('privacy-requests', 'export', '--live')
  assert.equal(nobody.code, 2)
  assert.match(nobody.stderr, /Say whom it is about/)
  await live.close()
})

test('the scopes are those of the interface, and another is misuse', async () => {
  assert.deepEqual(scopes, told)
  const { code, stderr } = await service.askedBy('api-keys', 'create', '--scopes', 'collections:writ')
  assert.equal(code, 2)
  assert.match(stderr, /There are: collections:read, /)
})
