import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { malipo, temporaryFolder } from '../run-service.ts'

test('whoever names a file as the place of backups is told so in one line', async () => {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'backups')
  await writeFile(file, 'what somebody else keeps there')
  // Nobody is asked for a copy before there is a place for it.
  const environment = { BACKUP_DIR: file, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
  for (const [words, said] of [
    [['backup'], 'EEXIST'],
    [['backup', 'wal'], 'ENOTDIR'],
  ] as const) {
    const { code, output } = await malipo([...words], environment)
    assert.match(
      output.trim(),
      new RegExp(`^\\S*backups\\S* takes no backup: ${said}[^\\n]+another place with BACKUP_DIR\\.$`),
    )
    assert.equal(code, 1)
  }
  await folder.remove()
})

test('whoever names a place in which the system makes nothing is told so at once', async () => {
  const environment = {
    BACKUP_DIR: '/proc/self/backups',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  }
  for (const words of [['backup'], ['backup', 'wal']]) {
    const { code, output } = await malipo(words, environment)
    assert.match(
      output,
      /^\/proc\/self\/backups\S* takes no backup: ENOENT[^\n]+another place with BACKUP_DIR\.$/,
    )
    assert.equal(code, 1)
  }
  const { code, output } = await malipo(['doctor'], { DATA_DIR: '/proc/self/data' })
  assert.match(output, /^PostgreSQL cannot use \/proc\/self\/data \(ENOENT[^\n]+\): set DATA_DIR to [^\n]+$/)
  assert.equal(code, 1)
})
