import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/run-service.ts'
import type { StoredBackup } from './stored-backup.ts'
import { tellNext } from './tell-restore.ts'

test('whoever restores what was under Patroni is told to start it by hand first, and nobody else is', async () => {
  const folder = await temporaryFolder()
  const backup = { is_embedded: false, postgres: '15.20' } as StoredBackup
  assert.match(await tellNext({ ...backup, is_embedded: true }, folder.path), /^Next: DATA_DIR=/)
  assert.match(await tellNext(backup, folder.path), /chown -R\), start PostgreSQL 15\.20 on it/)
  await writeFile(join(folder.path, 'patroni.dynamic.json'), '{}')
  const told = await tellNext(backup, folder.path)
  assert.match(
    told,
    /by hand with -c synchronous_standby_names='' until it takes writes, stop it, and only then let Patroni/,
  )
  assert.doesNotMatch(told, /\n/)
  await folder.remove()
})
