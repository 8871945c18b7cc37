import assert from 'node:assert/strict'
import { checkBooks } from '../../../src/operator/operator.ts'
import type { World } from '../../../src/world/world.ts'
import type { Service } from '../../service.ts'

/** Every story of money ends with this: whatever happened, all that must always hold still does. */
export async function assertBooksHold(world: World): Promise<void> {
  const findings = await checkBooks(world)
  assert.ok(findings.length > 20, 'the books were hardly looked at')
  assert.deepEqual(
    findings.filter(({ holds }) => !holds),
    [],
  )
}

/** The end of a story: the books are looked at, and the service is stopped whatever they say. */
export async function endStory(service: Service): Promise<void> {
  try {
    await assertBooksHold(service.world)
  } finally {
    await service.stop()
  }
}

type Table =
  | 'collections'
  | 'collection_history'
  | 'discrepancies'
  | 'ledger_transactions'
  | 'payment_links'
  | 'provider_callbacks'
  | 'provider_events'

/** How many rows a table has, for what no endpoint shows. */
export async function countRows({ sql }: World, table: Table): Promise<number> {
  const [row] = await sql.unsafe(`select count(*)::int as count from ${table}`)
  return Number(row?.count)
}
