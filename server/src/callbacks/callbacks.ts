import { environments, operations } from '@malipo/contract'
import { deleteOld, type KeptByTime, keepByTime } from '../database/database.ts'
import { deciderOf, type Route, route } from '../http/http.ts'
import { type Chore, startTaking } from '../jobs/jobs.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { findLetter, listLetters, readLetter, settleLetter } from './dead-letters.ts'
import type { CallbackTaker } from './take-callbacks.ts'

export type { SubjectKind } from './callback-subject.ts'
export { type CallbackTaker, callbackTaker } from './take-callbacks.ts'

/** As long as answers to requests are; who complains later has the history. A week in one partition is dropped at once. */
const kept: KeptByTime = {
  table: 'provider_callbacks',
  key: 'id',
  keptDays,
  spanDays: 7,
  needed: 'handled_at is null',
}

type Parts = { world: World; callbacks: CallbackTaker }

export function chores({ world, callbacks }: Parts): Chore[] {
  const { sql, clock } = world
  // Whoever repeats a callback after that finds the row already where it leads.
  const events = { table: 'provider_events', column: 'at' }
  const forget = () => deleteOld(sql, events, daysBefore(clock.now(), keptDays))
  const takeDue = environments.map(
    (environment): Chore => ({
      name: `callbacks.take-due-${environment}`,
      start: (onError) => startTaking(callbacks.taking(environment), { everyMs: 1_000, onError }),
    }),
  )
  return [
    ...takeDue,
    { name: 'callbacks.keep', everyMs: 3_600_000, work: () => keepByTime(world, kept) },
    { name: 'provider-events.forget', everyMs: 60_000, work: forget },
  ]
}

export function routes({ world, callbacks: { take, takeAtInterface, subjectOf } }: Parts): Route[] {
  return [
    route(operations.adminListDeadLetters, ({ query, environment, lists }) =>
      listLetters(lists, environment(), query),
    ),
    route(operations.adminReadDeadLetter, ({ params, environment }) =>
      readLetter(world.sql, environment(), params.dead_letter_id),
    ),
    route(
      operations.adminSettleDeadLetter,
      async ({ params, body, caller, requestId, environment, idempotently }) => {
        const by = { ...deciderOf({ caller, requestId }), environment: environment() }
        const id = params.dead_letter_id
        const letter = await findLetter(world.sql, id)
        const subjectId = letter && (await subjectOf(letter))
        return await idempotently((tx) => settleLetter(tx, world, by, id, body, subjectId))
      },
    ),
    route(operations.takeSandboxCallback, async ({ body, allHeaders }) => {
      if (!Buffer.isBuffer(body)) throw new Refusal('invalid_json')
      const taken = await takeAtInterface({ headers: allHeaders(), body })
      if (taken === null) throw new Refusal('invalid_signature')
      return { event_id: taken.eventId, outcome: taken.outcome, status: taken.status }
    }),
    route(operations.takeProviderCallback, async ({ params, body, allHeaders }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const taken = await take(params.name, { headers: allHeaders(), body: bytes })
      if (taken === null) return { event_id: null, outcome: 'hint' as const, status: null }
      return { event_id: taken.eventId, outcome: taken.outcome, status: taken.status }
    }),
  ]
}
