import { setTimeout as sleep } from 'node:timers/promises'
import type { CustomersBook } from '../chaos/customers-book.ts'
import type { Stage } from '../chaos/stage.ts'

/** Longer than connections to a database that no longer leads need to be given up. */
const mostTries = 60

/** What was acknowledged until now and is not there; so a loss is told with the fault that caused it. */
export async function whatIsMissing(stage: Stage, { asked }: CustomersBook): Promise<string[]> {
  const promised = asked.flatMap(({ mark, id, answer }) =>
    id !== null && answer !== null && answer.status < 300 ? [{ mark, id }] : [],
  )
  const there = new Set(
    await readIds(
      stage,
      promised.map(({ id }) => id),
    ),
  )
  return promised.filter(({ id }) => !there.has(id)).map(({ mark, id }) => `${mark}, acknowledged as ${id}`)
}

async function readIds({ world: { sql } }: Stage, ids: string[]): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      const rows = await sql<{ id: string }[]>`
        select id from collections where id = any(${ids}::uuid[])
        union all select id from withdrawals where id = any(${ids}::uuid[])`
      return rows.map(({ id }) => id)
    } catch (error) {
      if (tries === mostTries) throw error
      await sleep(1_000)
    }
  }
}
