import { keepForEver } from '../database/database.ts'
import type { Chore } from '../jobs/jobs.ts'
import { keptBook } from '../ledger/ledger.ts'
import type { World } from '../world/world.ts'
import { keepBooks } from './keep-books.ts'

export { routes } from './book-routes.ts'
export { checkBooks, type Finding, runChecks } from './check-books.ts'

/** Often enough that whoever asks for a check does not wait for long. */
const lookMs = 30_000

export function chores(parts: { world: World; config: { booksCheckedEveryMs: number } }): Chore[] {
  const { world, config } = parts
  const work = () => keepBooks({ world, everyMs: config.booksCheckedEveryMs })
  const keep = async () => {
    for (const kept of keptBook) await keepForEver(world, kept)
  }
  return [
    { name: 'books.check', everyMs: lookMs, work },
    { name: 'books.keep', everyMs: 600_000, work: keep },
  ]
}
