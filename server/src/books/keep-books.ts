import { keepPartsInPlace, type Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { checks } from './check-books.ts'
import type { Check } from './checks/check.ts'

/** Longer than any one check takes on books that are in order; one that is not done by then is not told. */
const mostMs = 300_000

/** Longer than a check may take: it is prolonged after each. */
const leaseMs = 2 * mostMs

type Keeping = { world: World; everyMs: number; checks?: readonly Check[] }

/**
 * Checks the books if that is due or was asked for, and keeps how each check ended. Of all processes one does, and if it dies another
 * begins anew. Each check has a snapshot of its own: what one of them takes is held against no other.
 */
export async function keepBooks({ world, everyMs, checks: all = checks }: Keeping): Promise<boolean> {
  const lease = await claim(world, everyMs)
  if (lease === null) return false
  for (const check of all) {
    const kept = await keepResult(world, lease, check)
    if (!kept) return false
  }
  await world.sql.begin(async (tx) => {
    const ended = await tx`
      update book_check_run set lease_until = null, ended_at = ${world.clock.now()} where lease = ${lease}`
    // What a version before checked, and this one does not, would stay as it was for ever.
    if (ended.count > 0)
      await tx`delete from book_checks where name <> all(${all.map(({ check }) => check)}::text[])`
  })
  return true
}

async function claim({ sql, clock }: World, everyMs: number): Promise<number | null> {
  const now = clock.now()
  const [run] = await sql<{ lease: number }[]>`
    update book_check_run set lease = lease + 1, lease_until = ${new Date(now.getTime() + leaseMs)}, began_at = ${now},
      asked_at = null
    where (lease_until is null or lease_until <= ${now})
      and (asked_at is not null or ended_at is null or lease_until is not null
        or ended_at <= ${new Date(now.getTime() - everyMs)})
    returning lease`
  return run?.lease ?? null
}

/** Answers false where somebody else has taken over meanwhile. */
async function keepResult(world: World, lease: number, { check, look }: Check): Promise<boolean> {
  const { sql, clock, vault } = world
  const began = clock.now()
  const found = await sql
    .unhurried((patient) =>
      patient.begin('isolation level repeatable read read only', async (tx) => {
        await tx.unsafe(`set local statement_timeout = ${mostMs}`)
        await keepPartsInPlace(tx)
        const details = await look(tx, vault)
        return { holds: details === null, details }
      }),
    )
    .catch((error: unknown) => ({ holds: null, details: reasonOf(error) }))
  const now = clock.now()
  return await sql.begin(async (tx) => {
    const mine = await tx`
      update book_check_run set lease_until = ${new Date(now.getTime() + leaseMs)} where lease = ${lease}`
    if (mine.count === 0) return false
    await write(tx, { check, ...found, tookMs: Math.max(0, now.getTime() - began.getTime()), now })
    return true
  })
}

type Result = { check: string; holds: boolean | null; details: string | null; tookMs: number; now: Date }

/** What was red stays so until it was seen to hold: that nobody could look again is no news of it, and must not end its alert. */
async function write(tx: Transaction, { check, holds, details, tookMs, now }: Result): Promise<void> {
  const redSince = holds === false ? now : null
  await tx`
    insert into book_checks as known (name, holds, details, took_ms, checked_at, red_since)
    values (${check}, ${holds}, ${details}, ${tookMs}, ${now}, ${redSince})
    on conflict (name) do update set holds = excluded.holds, details = excluded.details, took_ms = excluded.took_ms,
      checked_at = excluded.checked_at,
      red_since = case when excluded.red_since is not null then coalesce(known.red_since, excluded.red_since) end
    where known.holds is distinct from false or excluded.holds is not null`
}

const longestReason = 300

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return `It could not be told: ${said.slice(0, longestReason)}`
}
