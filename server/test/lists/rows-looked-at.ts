import assert from 'node:assert/strict'
import { listCollections } from '../../src/collections/collections.ts'
import type { Connected } from '../../src/database/connect-database.ts'
import type { Database } from '../../src/database/database.ts'
import { sqlTag } from '../../src/database/sql-tag.ts'

export type PageQuery = Parameters<typeof listCollections>[2]

type Plan = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** By the plans of all statements that a page of payments takes; how many there are is counted up to a bound of its own. */
export async function rowsLookedAt(sql: Database, query: PageQuery): Promise<number> {
  const { run } = sql as Connected
  let looked = 0
  const explaining = sqlTag(async (asked) => {
    const { rows } = await run({
      text: `explain (analyze, format json) ${asked.text}`,
      values: asked.values,
    })
    if (!asked.text.includes('count(*)')) looked += rowsScanned(rows[0]['QUERY PLAN'][0].Plan)
    return await run(asked)
  })
  const { items } = await listCollections(explaining as Database, 'live', query, ({ id }) => id)
  assert.equal(items.length, query.page_size ?? 25)
  return looked
}

/** By whatever scan, as often as it was carried out. */
function rowsScanned(plan: Plan): number {
  const { 'Node Type': type, 'Actual Rows': shown, 'Actual Loops': loops, Plans: inner = [] } = plan
  const own =
    /Scan/.test(type) && type !== 'Subquery Scan'
      ? (shown + (plan['Rows Removed by Filter'] ?? 0)) * loops
      : 0
  return inner.reduce((sum, one) => sum + rowsScanned(one), own)
}
