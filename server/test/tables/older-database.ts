import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { migrate, migrationsFolder } from '../../src/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

/** A database as it was before the migration of that title, to be filled and then migrated. */
export async function olderDatabase(title: string): Promise<TestDatabase & { migrate(): Promise<unknown> }> {
  const database = await createTestDatabase({ empty: true })
  const older = await mkdtemp(join(tmpdir(), 'malipo-older-'))
  const first = (await readdir(migrationsFolder)).find((name) => name.endsWith(`-${title}.sql`)) ?? ''
  const isOlder = (path: string) => path === migrationsFolder || basename(path) < first
  await cp(migrationsFolder, older, { recursive: true, filter: isOlder })
  await migrate({ url: database.url, folder: older })
  await rm(older, { recursive: true })
  return { ...database, migrate: () => migrate({ url: database.url }) }
}
