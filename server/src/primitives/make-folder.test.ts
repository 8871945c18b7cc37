import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeFolder } from './make-folder.ts'

let place: string
before(async () => {
  place = await mkdtemp(join(tmpdir(), 'make-folder-'))
})
after(() => rm(place, { recursive: true }))

test('a folder is made with those above it, once', async () => {
  const path = join(place, 'one', 'two', 'three')
  assert.equal(await makeFolder(path, 0o700), true)
  for (const folder of [path, join(place, 'one')]) assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal(await makeFolder(path, 0o700), false)
  assert.equal(await makeFolder(`${join(place, 'four', 'five')}/`), true)
  assert.equal(await makeFolder('/'), false)
  const many = Array.from({ length: 8 }, () => makeFolder(join(place, 'six', 'seven', 'eight')))
  assert.equal((await Promise.all(many)).filter(Boolean).length, 1)
})

test('a file in its place, or above it, is told', async () => {
  const file = join(place, 'file')
  await writeFile(file, '')
  await assert.rejects(makeFolder(file), { code: 'EEXIST' })
  await assert.rejects(makeFolder(join(file, 'below')), { code: 'ENOTDIR' })
  await assert.rejects(makeFolder(join(file, 'below', 'it')), { code: 'ENOTDIR' })
})

test('where nothing can be made, that is told at once', async () => {
  for (const path of ['/proc/self/x', '/proc/x/y/z'])
    await assert.rejects(makeFolder(path), { code: 'ENOENT' })
})
