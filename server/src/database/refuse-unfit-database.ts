import { systemClock } from '../primitives/clock.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { Database } from './connect-database.ts'

type Fitness = {
  version: number
  recovering: boolean
  read_only: string
  encoding: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  data_checksums: string
  /** How far its clock is ahead of ours. */
  ahead_seconds: number
}

/** What is kept by its time would be kept at another's: a month that nobody has reached, say, which then never ends. */
const mostApartSeconds = 300

/** Money is kept only where an acknowledged commit survives a power cut, and never in somebody else's database. */
export async function refuseUnfitDatabase(sql: Database): Promise<void> {
  const [found] = await sql<Fitness[]>`
    select current_setting('server_version_num')::int as version,
      pg_is_in_recovery() as recovering,
      current_setting('transaction_read_only') as read_only,
      current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('data_checksums') as data_checksums,
      extract(epoch from clock_timestamp() - ${systemClock.now()}::timestamptz)::float8 as ahead_seconds`
  if (found === undefined) throw new Error('The database said nothing of itself')
  const complaint = complaintAbout(found)
  if (complaint !== undefined) throw new StartRefused(complaint)
  await refuseForeignDatabase(sql)
}

export function complaintAbout(found: Fitness): string | undefined {
  if (found.version < 150_000) {
    return `PostgreSQL ${Math.floor(found.version / 10_000)} is too old: use PostgreSQL 15 or later.`
  }
  if (found.recovering) return 'The database is a standby: point DATABASE_URL to the primary.'
  if (found.read_only === 'on') {
    return 'The database is read-only: set default_transaction_read_only = off, or point DATABASE_URL to the primary.'
  }
  if (found.encoding !== 'UTF8') {
    return `The database has the encoding ${found.encoding}: create it again with encoding 'UTF8' template template0.`
  }
  if (found.synchronous_commit === 'off') {
    return `synchronous_commit is off, so confirmed payments could be lost: set it to on for the server, the database and the role.`
  }
  if (found.fsync === 'off') {
    return 'fsync is off, so a power cut could destroy the books: set fsync = on in postgresql.conf and reload.'
  }
  if (found.full_page_writes === 'off') {
    return 'full_page_writes is off, so a power cut could destroy pages: set full_page_writes = on in postgresql.conf and reload.'
  }
  if (found.data_checksums !== 'on') {
    return 'data_checksums is off, so decay on the disk would go unseen: stop the server and run pg_checksums --enable.'
  }
  if (Math.abs(found.ahead_seconds) > mostApartSeconds) {
    return `The database's clock and ours are ${Math.round(Math.abs(found.ahead_seconds) / 60)} minutes apart: let both follow a time server.`
  }
  return undefined
}

async function refuseForeignDatabase(sql: Database): Promise<void> {
  // Other tools keep a table of this name too, but not with these columns.
  const ours = await sql`
    select 1 from pg_attribute
    where attrelid = to_regclass('schema_migrations') and attname in ('version', 'title', 'checksum', 'applied_at')
      and not attisdropped`
  if (ours.length === 4) return
  const [foreign] = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'f', 'm', 'v')
      and n.nspname not like 'pg\_%' and n.nspname <> 'information_schema'
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 1`
  if (foreign === undefined) return
  throw new StartRefused(
    `The database is not empty and not ours (it has ${foreign.name}): point DATABASE_URL to a database of its own.`,
  )
}
