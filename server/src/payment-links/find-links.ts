import type { Database, Fragment, Transaction } from '../database/database.ts'
import { createdWithin, type ListQuery, readPage } from '../http/http.ts'
import { type MetadataFilter, withMetadata } from '../metadata/metadata.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { LinkOwner } from './create-link.ts'
import { type LinkRow, type LinkStatus, linkColumns } from './link-row.ts'

/** Somebody else's id is no id. */
export async function findLink(
  sql: Database | Transaction,
  id: string,
  { merchantId, environment }: LinkOwner,
  lock: Fragment = sql``,
): Promise<LinkRow> {
  const [found] = isId(id)
    ? await sql<LinkRow[]>`
      select ${linkColumns} from payment_links
      where id = ${id} and merchant_id = ${merchantId} and environment = ${environment} ${lock}`
    : []
  if (!found) throw new Refusal('not_found')
  return found
}

type Query = ListQuery & MetadataFilter & { status?: LinkStatus; from?: string; to?: string }

export async function listLinks<Item>(
  sql: Database,
  owner: LinkOwner,
  query: Query,
  now: Date,
  show: (row: LinkRow) => Item,
) {
  const { merchantId, environment } = owner
  const { having } = await withMetadata(sql, 'payment_links', owner, query)
  return await readPage(sql, query, {
    rows: rangesOf(sql, query.status, now).map(
      (range) => sql`
        select ${linkColumns} from payment_links ${having}
        where merchant_id = ${merchantId} and environment = ${environment} ${range} ${createdWithin(sql, query)}`,
    ),
    show,
  })
}

/** Of those that are over, few are not written down as such yet; these are found by their end. */
function rangesOf(sql: Database, status: LinkStatus | undefined, now: Date): Fragment[] {
  if (status === undefined) return [sql``]
  if (status === 'ACTIVE') {
    return [sql`and status = 'ACTIVE' and (expires_at is null or expires_at > ${now})`]
  }
  const written = sql`and status = ${status}`
  return status === 'EXPIRED' ? [written, sql`and status = 'ACTIVE' and expires_at <= ${now}`] : [written]
}

/** Writes down whose time is over, so that lists need not look for them. Whoever reads one knows it before. */
export async function expireLinks(sql: Database, now: Date): Promise<number> {
  const expired = await sql`
    update payment_links set is_over = true
    where id in (
      select id from payment_links where status = 'ACTIVE' and expires_at <= ${now}
      order by expires_at limit 1000 for update skip locked)`
  return expired.count
}
