import { setTimeout as sleep } from 'node:timers/promises'
import { type Comparison, compareBooks } from './compare-books.ts'
import type { CustomersBook } from './customers-book.ts'
import type { Stage } from './stage.ts'

/** Far longer than it takes: whatever a machine is busy with, it is no fault of the service. */
export const usualSettlingMs = 600_000

/** Until every book says the same and nothing is owed any more, or there is no more hope. */
export async function settle(stage: Stage, book: CustomersBook, withinMs: number): Promise<Comparison> {
  const began = performance.now()
  const isLate = (afterMs: number) => performance.now() - began >= afterMs
  for (;;) {
    // The database may still be on its way back, and rows may be held by somebody who was cut off.
    const comparison = await look(stage, book).catch((error: unknown) => {
      if (isLate(usualSettlingMs)) throw error
      return null
    })
    if (comparison === null) continue
    const { lost, doubled, contradictions, owed } = comparison
    const isSettled = lost.length + doubled.length + contradictions.length + owed === 0
    if (isSettled || isLate(withinMs)) return comparison
  }
}

async function look(stage: Stage, book: CustomersBook): Promise<Comparison> {
  await sleep(2_000)
  await makeDue(stage)
  await sleep(2_000)
  return await compareBooks(stage, book)
}

/** Whoever would wait for minutes, or hours, looks now. */
async function makeDue({ world: { sql } }: Stage): Promise<void> {
  await sql`update collections set due_at = now() where due_at > now()`
  await sql`update withdrawals set due_at = now() where due_at > now()`
  await sql`update webhook_deliveries set due_at = now() where due_at > now()`
}
