import type { Transaction } from '../database/database.ts'
import type { Askers } from '../evidence/evidence.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type Counts, compareDay, wideSpanOf } from './compare-day.ts'
import { compareFloat } from './compare-float.ts'
import { openDifferences } from './open-differences.ts'
import { type About, type ReconciliationRow, reconciliationColumns } from './reconciliation-row.ts'
import { type Line, lineOf, linesAtOnce, type Prefixes, stageLines } from './stage-lines.ts'

/** What whoever reconciles needs. */
export type Reconciler = { world: World; registry: Registry; askers: Askers; prefixes: Prefixes }

/** Longer than any step between two extensions takes; whoever died in between is followed by somebody else after it. */
const leaseMs = 10 * 60_000

/** A provider may need long for a whole day, and must not hold us for ever. */
const listDeadlineMs = 30 * 60_000

/** How long to wait after each failure; after the last it has failed, and a person or the next night asks anew. */
const waitsMs = [1, 5, 15, 60].map((minutes) => minutes * 60_000)

/** Nobody settles so many by hand: so many are no differences but the wrong file, or a list that was cut short. */
const mostDifferences = 10_000

/** As many questions at once as look-ups have slots, so that a provider is not overrun. */
const questionsAtOnce = 10

/** Somebody else has taken it over, or we are to stop: what was done is done again by whoever holds it. */
class LetGo extends Error {
  override name = 'LetGo'
}

/** What no second attempt would change. */
class Hopeless extends Error {
  override name = 'Hopeless'
}

type Running = { stopping?: AbortSignal; onError?(error: unknown): void }

/** Works on whatever is due, one after the other. What fails is told, and tried again later. Returns how many there were. */
export async function runReconciliations(
  reconciler: Reconciler,
  { stopping, onError }: Running = {},
): Promise<number> {
  for (let done = 0; ; done += 1) {
    const run = stopping?.aborted ? undefined : await claim(reconciler.world)
    if (run === undefined) return done
    try {
      await reconcile(reconciler, run, stopping)
    } catch (error) {
      if (error instanceof LetGo) await letGo(reconciler.world, run)
      else {
        onError?.(error)
        await postpone(reconciler.world, run, error)
      }
    }
  }
}

async function claim({ sql, clock }: World): Promise<ReconciliationRow | undefined> {
  const now = clock.now()
  const [run] = await sql<ReconciliationRow[]>`
    update reconciliations set due_at = ${new Date(now.getTime() + leaseMs)}, lease = lease + 1, attempts = attempts + 1
    where id = (select id from reconciliations where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning ${reconciliationColumns(sql)}`
  return run
}

async function reconcile(
  reconciler: Reconciler,
  run: ReconciliationRow,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { world } = reconciler
  if (run.attempts > waitsMs.length + 1) throw new Hopeless(run.problem ?? 'It was begun too often.')
  const goOn = () => extend(world, run, stopping)
  if (run.source === 'list') await stageList(reconciler, run, goOn, stopping)
  const first = await held(world, run, (tx) => compareDay(tx, world, run, null))
  refuseTooMany(first)
  const askedAt = world.clock.now()
  await ask(reconciler, run, goOn)
  const float = await compareFloat(reconciler, run)
  await held(world, run, async (tx) => {
    const counts = await compareDay(tx, world, run, askedAt)
    refuseTooMany(counts)
    await openDifferences(tx, world, run)
    await finish(tx, world, run, { ...counts, ...float })
  })
}

function refuseTooMany({ matched: _m, still_open: _o, settled: _s, ...differences }: Counts): void {
  const sum = Object.values(differences).reduce((all, one) => all + one, 0)
  if (sum > mostDifferences)
    throw new Hopeless(
      `${sum} differences are more than anybody settles: is it the right day, and all of it?`,
    )
}

/** Memory holds one batch, whatever the length of the list. What an earlier attempt has staged is taken away first. */
async function stageList(
  { world, registry, prefixes }: Reconciler,
  run: ReconciliationRow,
  goOn: () => Promise<void>,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { sql, clock } = world
  const provider = registry.named(run.provider)
  if (!provider?.list) throw new Hopeless(`${run.provider} has no list here. Upload a statement.`)
  await sql`delete from reconciliation_lines where reconciliation_id = ${run.id}`
  const signal = AbortSignal.any([AbortSignal.timeout(listDeadlineMs), ...(stopping ? [stopping] : [])])
  let batch: Line[] = []
  let count = 0
  const write = async () => {
    await goOn()
    await stageLines(sql, { id: run.id, at: clock.now(), prefixes }, batch)
    batch = []
  }
  for await (const listed of provider.list(wideSpanOf(run), signal)) {
    count += 1
    batch.push(lineOf(listed, count))
    if (batch.length === linesAtOnce) await write()
  }
  await write()
}

type Asked = { subject_id: string; about: About }

/**
 * Asks the provider about whatever differs, so that nobody decides on what a list said hours ago, and about what is open here and over
 * there. What it answers goes through the door of every word of a provider.
 */
async function ask(
  { world, askers }: Reconciler,
  run: ReconciliationRow,
  goOn: () => Promise<void>,
): Promise<void> {
  const asked = await world.sql<Asked[]>`
    select subject_id, about from reconciliation_findings
    where reconciliation_id = ${run.id} and subject_id is not null and kind <> 'settled'
      and (kind <> 'still_open' or their_state in ('paid', 'failed', 'reversed') or our_state = 'paid')
    order by id`
  for (let at = 0; at < asked.length; at += questionsAtOnce) {
    await goOn()
    const some = asked.slice(at, at + questionsAtOnce)
    // What cannot be asked now stays as it is, and the proposal says that it could not be.
    await Promise.allSettled(some.map(({ about, subject_id: id }) => askers[about](id)))
  }
}

/** Only the holder of the lease goes on. */
async function extend(
  { sql, clock }: World,
  { id, lease }: ReconciliationRow,
  stopping?: AbortSignal,
): Promise<void> {
  if (stopping?.aborted) throw new LetGo('The service stops.')
  const { count } = await sql`
    update reconciliations set due_at = ${new Date(clock.now().getTime() + leaseMs)} where id = ${id} and lease = ${lease}`
  if (count === 0) throw new LetGo('Somebody else works on it.')
}

/**
 * What is compared is written by the holder of the lease alone, however long it was stopped before. A long day takes its time, longer than
 * anybody else's statement may.
 */
async function held<Result>(
  { sql }: World,
  { id, lease }: ReconciliationRow,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return await sql.unhurried((patient) =>
    patient.begin(async (tx) => {
      const mine = await tx`select from reconciliations where id = ${id} and lease = ${lease} for update`
      if (mine.count === 0) throw new LetGo('Somebody else works on it.')
      return await work(tx)
    }),
  )
}

type Figures = Counts & Awaited<ReturnType<typeof compareFloat>>

async function finish(
  tx: Transaction,
  { clock }: World,
  { id }: ReconciliationRow,
  figures: Figures,
): Promise<void> {
  await tx`
    update reconciliations set status = 'done', due_at = null, problem = null, finished_at = ${clock.now()},
      lines = (select count(*) from reconciliation_lines where reconciliation_id = ${id}),
      matched = ${figures.matched}, missing_there = ${figures.missing_there}, missing_here = ${figures.missing_here},
      different_amount = ${figures.different_amount}, different_state = ${figures.different_state},
      still_open = ${figures.still_open}, settled = ${figures.settled}, float_currency = ${figures.float_currency},
      float_booked = ${figures.float_booked}, float_told = ${figures.float_told}, float_note = ${figures.float_note}
    where id = ${id}`
}

async function letGo({ sql, clock }: World, { id, lease }: ReconciliationRow): Promise<void> {
  await sql`
    update reconciliations set due_at = ${clock.now()}, attempts = attempts - 1
    where id = ${id} and lease = ${lease} and due_at is not null`
}

async function postpone({ sql, clock }: World, run: ReconciliationRow, error: unknown): Promise<void> {
  const wait = error instanceof Hopeless ? undefined : waitsMs[run.attempts - 1]
  const now = clock.now()
  const next = wait === undefined ? null : new Date(now.getTime() + wait)
  const problem = error instanceof Error ? error.message : String(error)
  await sql`
    update reconciliations set status = ${next === null ? 'failed' : 'waiting'}, due_at = ${next},
      finished_at = ${next === null ? now : null}, problem = ${problem.slice(0, 500)}
    where id = ${run.id} and lease = ${run.lease} and due_at is not null`
}
