import { dayAfter, dayAt } from '../../server/src/primitives/instant.ts'
import { requestStatement } from '../../server/src/statements/request-statement.ts'
import { closeBooks, prepareStatements } from '../../server/src/statements/statements.ts'
import type { World } from '../../server/src/world/world.ts'
import { callerOf, merchantOf } from './bench-merchant.ts'

/** Of so many days back, as many as the youngest book has whole. */
const days = 3

export type StatementTimes = { closingMs: number; statementMs: number }

/** How long a book takes to be closed up to yesterday for the first time, and then the quickest statement of one of its last days. */
export async function timeStatements(world: World, merchantId: string): Promise<StatementTimes> {
  const caller = callerOf(merchantOf(merchantId), merchantId, 'sandbox')
  const today = dayAt(world.clock.now())
  let [closingMs, statementMs] = [0, Number.POSITIVE_INFINITY]
  for (let back = 1; back <= days; back += 1) {
    const day = dayAfter(today, -back)
    const { id } = await world.sql.begin((tx) => requestStatement(tx, world, caller, { from: day, to: day }))
    const began = performance.now()
    await closeBooks(world, { onError: fail })
    const closed = performance.now()
    await prepareStatements(world, { onError: fail })
    if (back === 1) closingMs = closed - began
    statementMs = Math.min(statementMs, performance.now() - closed)
    await mustBeReady(world, id)
  }
  return { closingMs, statementMs }
}

function fail(error: unknown): never {
  throw error
}

async function mustBeReady({ sql }: World, id: string): Promise<void> {
  const { count } = await sql`select from statements where id = ${id} and status = 'READY'`
  if (count === 0) throw new Error('A statement did not become ready')
}
