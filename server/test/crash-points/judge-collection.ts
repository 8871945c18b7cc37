import type { Database } from '../../src/database/database.ts'
import type { Variant } from './cells.ts'
import type { Gateway } from './gateway.ts'
import type { Verdict } from './play-cell.ts'

type Seen = {
  id: string
  status: string
  isPage: boolean
  openTries: number
  credited: string[]
  told: string[]
  contradictions: number
}

/** What ends is told once, in the words of its family. */
const spellings: Record<'page' | 'order', Record<string, string[]>> = {
  page: { successful: ['collection.successful'], failed: ['collection.failed'] },
  order: { successful: ['collection.success'], failed: ['collection.failed'] },
}

type Judged = { label: string; answered: Set<string>; gateways: readonly Gateway[]; variant: Variant }

/** Holds what the gateways have in their books against what is in ours. */
export async function judgeCollection(
  sql: Database,
  { label, answered, gateways, variant }: Judged,
): Promise<Verdict> {
  const rows = await sql<Seen[]>`
    select c.id, c.status, c.page_token is not null as "isPage",
      (select count(*)::int from collection_tries t where t.collection_id = c.id and coalesce(t.state, 'open') = 'open') as "openTries",
      array(select amount::text from ledger_transactions t where t.collection_id = c.id and type = 'collection') as credited,
      array(select type from events where resource_id = c.id order by sequence) as told,
      (select count(*)::int from discrepancies where collection_id = c.id) as contradictions
    from collections c where c.description = ${label}`
  const [row] = rows
  const book = gateways.flatMap((gateway) => gateway.book)
  const paid = book.filter(({ state }) => state === 'paid')
  const problems: string[] = []
  const isDoubled = rows.length > 1 || paid.length > 1 || (row?.credited.length ?? 0) > 1
  if (rows.length > 1) problems.push(`one request made ${rows.length} collections`)
  if ([...answered].some((id) => id !== row?.id)) problems.push('it was answered with something else')
  if (!row) return { problems, end: 'nothing', isLost: answered.size > 0, isDoubled, isUnknown: false }
  if (paid.length > 1) problems.push(`it was paid ${paid.length} times there`)
  // On a page a payer may try again; anything else is asked for once.
  if (!row.isPage && book.length > 1) problems.push(`it was taken in ${book.length} times there`)
  const owed = paid.map(({ amount }) => String(amount))
  if (String(owed) !== String(row.credited))
    problems.push(`${owed} was paid there, and ${row.credited} credited here`)
  if (row.contradictions > 0) problems.push(`${row.contradictions} contradictions were told to people`)
  const ends = endsOf(row, { isPaid: paid.length > 0, isThere: book.length > 0, variant })
  if (!ends.includes(row.status))
    problems.push(`it is ${row.status} here, and should be ${ends.join(' or ') || 'there'}`)
  const told = spellings[row.isPage ? 'page' : 'order'][row.status] ?? []
  if (String(told) !== String(row.told))
    problems.push(`it is ${row.status}, and merchants were told ${row.told}`)
  const isOpen = row.status === 'processing'
  return {
    problems,
    end: row.status,
    isLost: paid.length > row.credited.length,
    isDoubled: isDoubled || (!row.isPage && book.length > 1),
    isUnknown: isOpen && book.length === 0,
  }
}

type Truth = { isPaid: boolean; isThere: boolean; variant: Variant }

/**
 * What is not in the provider's book has failed only where it was refused, or nobody ever asked for it on a page. Otherwise nobody knows,
 * and it can stay so only where the order must not be sent again.
 */
function endsOf({ isPage, openTries }: Seen, { isPaid, isThere, variant }: Truth): string[] {
  if (isPaid) return ['successful']
  if (isThere) return ['failed']
  if (isPage && openTries === 0) return ['failed']
  const unknown = variant.knowsRepeats ? [] : ['processing']
  return variant.script.says === 'refused' ? ['failed', ...unknown] : unknown
}
