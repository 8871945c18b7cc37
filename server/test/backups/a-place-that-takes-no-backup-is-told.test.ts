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
