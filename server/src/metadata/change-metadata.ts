import type { Transaction } from '../database/database.ts'
import { invalid } from '../primitives/refusal.ts'
import { type MetadataKind, tableOf } from './find-by-metadata.ts'
import { type Metadata, problemWith } from './limits-of-metadata.ts'

/** A change, as callers send it: null takes a key away. */
export type MetadataChange = Record<string, string | null>

/**
 * Merges a change into what a row has, in one statement, so that two who change different keys at once both get their way. Whose row it is
 * was found out before. Nothing else of the row is touched: when it last made a step is not told by it.
 */
export async function changeMetadata(
  tx: Transaction,
  kind: MetadataKind,
  id: string,
  change: MetadataChange | undefined,
): Promise<void> {
  if (change === undefined || Object.keys(change).length === 0) return
  const [changed] = await tx<{ metadata: Metadata | null }[]>`
    update ${tableOf(kind)}
    set metadata = nullif(jsonb_strip_nulls(coalesce(metadata, '{}') || ${JSON.stringify(change)}::jsonb), '{}')
    where id = ${id} returning metadata`
  const problem = problemWith(changed?.metadata ?? {})
  if (problem !== null) throw invalid({ field: 'metadata', problem })
}
