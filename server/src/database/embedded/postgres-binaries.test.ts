import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { StartRefused } from '../../primitives/start-refused.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malipo-binaries-'))
  await mkdir(join(folder, 'native', 'bin'), { recursive: true })
  await mkdir(join(folder, 'native', 'lib'))
})
after(() => rm(folder, { recursive: true }))

test('links and permissions that a blocked install script did not make are made', async () => {
  const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify([link]))
  for (const name of ['initdb', 'postgres']) {
    await writeFile(join(folder, 'native', 'bin', name), '')
    await chmod(join(folder, 'native', 'bin', name), 0o644)
  }
  for (let round = 0; round < 2; round++) {
    const { postgres } = await findPostgresBinaries(folder)
    assert.equal((await stat(postgres)).mode & 0o777, 0o755)
    assert.equal(await readlink(join(folder, link.target)), 'libpq.so.5.18')
  }
})

test('a package without its programs is refused in one line', async () => {
  await rm(join(folder, 'native', 'bin', 'postgres'))
  await assert.rejects(findPostgresBinaries(folder), (error) => {
    assert.ok(error instanceof StartRefused)
    assert.match(error.message, /is incomplete .*: run npm ci again, or set DATABASE_URL\.$/)
    return true
  })
})
