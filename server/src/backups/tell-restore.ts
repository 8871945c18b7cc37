import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredBackup } from './stored-backup.ts'

/** Patroni keeps its settings in the data folder, so that they come with every copy. */
const fileOfPatroni = 'patroni.dynamic.json'

/** What comes after a restore depends on who starts what was restored. */
export async function tellNext({ is_embedded, postgres }: StoredBackup, into: string): Promise<string> {
  if (is_embedded)
    return `Next: DATA_DIR=${into} npm run --silent malipo -- check-books, then start the service with that DATA_DIR`
  const give = `give ${into} to the account of PostgreSQL (chown -R)`
  const isOfPatroni = await access(join(into, fileOfPatroni)).then(
    () => true,
    () => false,
  )
  if (isOfPatroni)
    return (
      `Next: ${give}. It comes from a cluster under Patroni, which would take the point in time away from it: let it start nothing yet. ` +
      `Start PostgreSQL ${postgres} on it by hand with -c synchronous_standby_names='' until it takes writes, stop it, and only then let Patroni take it over, ` +
      'step by step in docs/backups.md under "Everything is lost, and the cluster runs under Patroni"; then malipo check-books'
    )
  return `Next: ${give}, start PostgreSQL ${postgres} on it, with -c hot_standby=off or no fewer locks and connections than the original had; it follows the log and then takes writes; then malipo check-books`
}
