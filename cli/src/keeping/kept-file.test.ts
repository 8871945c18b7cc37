import assert from 'node:assert/strict'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { openStage, type Stage } from '../../test/stage.ts'
import { keptFolder, readKept, writeKept } from './kept-file.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

test('what is kept is for its owner only, replaced whole, and leaves nothing beside it', async () => {
  const path = join(stage.folder, 'kept', 'login.json')
  await writeKept(path, { a: 1 })
  await Promise.all([1, 2, 3, 4].map((b) => writeKept(path, { b })))
  assert.match(JSON.stringify(await readKept(path)), /^\{"b":[1-4]\}$/)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.equal((await stat(dirname(path))).mode & 0o777, 0o700)
  assert.deepEqual(await readdir(dirname(path)), ['login.json'])
})

test('what is not there is nothing, and what is damaged is said with its path', async () => {
  assert.equal(await readKept(join(stage.folder, 'nowhere.json')), undefined)
  const path = join(stage.folder, 'damaged.json')
  await writeFile(path, '{"a":')
  await assert.rejects(readKept(path), { name: 'Trouble', message: `${path} is damaged.` })
  await mkdir(join(stage.folder, 'folder.json'))
  await assert.rejects(readKept(join(stage.folder, 'folder.json')), { name: 'Trouble' })
})

test('it lies where the desktop keeps settings, and an address that is not absolute is left out', () => {
  assert.equal(keptFolder({ env: { XDG_CONFIG_HOME: '/kept' }, homeFolder: '/me' }), '/kept/malipo')
  assert.equal(keptFolder({ env: { XDG_CONFIG_HOME: 'kept' }, homeFolder: '/me' }), '/me/.config/malipo')
  assert.equal(keptFolder({ env: {}, homeFolder: '/me' }), '/me/.config/malipo')
})
