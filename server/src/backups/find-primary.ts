import { DatabaseAway, describeUrl, isHopeless, urlsOfHosts } from '../database/database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { openReplicationLine } from './replication-line.ts'

// A host that is there answers at once, and another may be the one.
const hostLimitMs = 2_500

/**
 * Of several hosts the one that takes writes: a standby may be behind. Asked in the way in which it is copied, so that the role needs no
 * other right: it may be let into no database at all.
 */
export async function findPrimary(url: string): Promise<string> {
  const urls = urlsOfHosts(url)
  if (urls.length === 1) return url
  const failures: Error[] = []
  let mayComeBack = false
  for (const one of urls) {
    try {
      if (await takesWrites(one)) return one
      failures.push(new DatabaseAway(`the ${describeUrl(one)} takes no writes`))
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)))
      mayComeBack ||= !isHopeless(error)
    }
  }
  // Whoever is away may be the one, and let us in; only where all are there is what one of them says of our rights the reason.
  const refused = mayComeBack ? undefined : failures.find(isHopeless)
  throw refused ?? new DatabaseAway(failures.map(({ message }) => message).join('; '))
}

async function takesWrites(url: string): Promise<boolean> {
  const line = await openReplicationLine(url, 'malipo looking', hostLimitMs)
  try {
    const [row] = await line.ask('SHOW in_hot_standby')
    return row?.in_hot_standby === 'off'
  } finally {
    await line.close()
  }
}

/** Why nothing is copied, in one line, and what to do. */
export function copyRefused(error: unknown): StartRefused {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartRefused(
    isHopeless(error)
      ? `The database lets us copy nothing: ${reason}. The role needs REPLICATION and a line for replication in pg_hba.conf, and its password ` +
          'must be right; DATABASE_BACKUP_URL may name another role (docs/backups.md).'
      : `The database that is to be copied is not there: ${reason}. Start it, or see where DATABASE_BACKUP_URL leads, or without it DATABASE_URL.`,
    { cause: error },
  )
}
