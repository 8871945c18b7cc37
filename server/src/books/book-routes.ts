import { type Books, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import { type Route, route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import { checks } from './check-books.ts'

/** A result is believed for so many rounds: whoever checks may be held up once. */
const believedRounds = 3

type Shown = Static<typeof Books>
type BookParts = { world: World; config: { booksCheckedEveryMs: number } }

export function routes({ world, config: { booksCheckedEveryMs: everyMs } }: BookParts): Route[] {
  return [
    route(operations.adminReadBooks, ({ lists }) => readBooks(lists, world.clock.now(), everyMs)),
    route(operations.adminCheckBooks, async ({ caller }) => {
      const now = world.clock.now()
      await world.sql`
        update book_check_run set asked_at = ${now}, asked_by = ${caller.user.id}
        where asked_at is null and (lease_until is null or lease_until <= ${now})`
      return await readBooks(world.sql, now, everyMs)
    }),
  ]
}

type Result = {
  name: string
  holds: boolean | null
  details: string | null
  took_ms: number
  checked_at: Date
  red_since: Date | null
}
type Run = {
  lease_until: Date | null
  began_at: Date | null
  ended_at: Date | null
  asked_at: Date | null
}

export async function readBooks(sql: Database, now: Date, everyMs: number): Promise<Shown> {
  const [results, runs] = await Promise.all([
    sql<Result[]>`select name, holds, details, took_ms, checked_at, red_since from book_checks`,
    sql<Run[]>`select lease_until, began_at, ended_at, asked_at from book_check_run`,
  ])
  const known = new Map(results.map((result) => [result.name, result]))
  const oldest = new Date(now.getTime() - believedRounds * everyMs)
  const shown = checks.map(({ check }) => showCheck(check, known.get(check), oldest))
  const states = new Set(shown.map(({ state }) => state))
  const [run] = runs
  const isRunning = run !== undefined && run.lease_until !== null && run.lease_until > now
  const nextMs = run?.ended_at ? Math.max(now.getTime(), run.ended_at.getTime() + everyMs) : now.getTime()
  return {
    state: states.has('red') ? 'red' : states.has('unknown') ? 'unknown' : 'holds',
    checks: shown,
    checked_at: run?.ended_at?.toISOString() ?? null,
    next_at: new Date(nextMs).toISOString(),
    asked_at: run?.asked_at?.toISOString() ?? null,
    running_since: (isRunning && run.began_at?.toISOString()) || null,
  }
}

/** What was red stays so until it was seen to hold: an old difference is no less one. */
function showCheck(name: string, result: Result | undefined, oldest: Date): Shown['checks'][number] {
  if (result === undefined)
    return { name, state: 'unknown', details: null, checked_at: null, took_ms: null, red_since: null }
  const isKnown = result.holds === false || (result.holds === true && result.checked_at > oldest)
  return {
    name,
    state: isKnown ? (result.holds ? 'holds' : 'red') : 'unknown',
    details: result.details,
    checked_at: result.checked_at.toISOString(),
    took_ms: result.took_ms,
    red_since: result.red_since?.toISOString() ?? null,
  }
}
