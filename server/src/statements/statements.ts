import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import { type Chore, runEvery } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import { closeBooks } from './close-books.ts'
import { listSettlements } from './find-settlements.ts'
import { findStatement, listStatements } from './find-statements.ts'
import { planClosings } from './plan-closings.ts'
import { prepareStatements } from './prepare-statements.ts'
import { requestStatement } from './request-statement.ts'
import { writeStatementFile } from './statement-file.ts'
import { statementPrinter } from './statement-printer.ts'
import { showStatement } from './statement-row.ts'
import { changeSchedule, readSchedule } from './statement-schedule.ts'

export { hashStatement } from './canonical-form.ts'
export { closeBooks } from './close-books.ts'
export { planClosings } from './plan-closings.ts'
export { prepareStatements } from './prepare-statements.ts'
export { sumsOfDay } from './settle-day.ts'
export { bookOf, type StatementRow, statementColumns } from './statement-row.ts'

export function routes({ world }: { world: World }): Route[] {
  const print = statementPrinter()
  return [
    route(operations.requestStatement, ({ body, caller, idempotently }) =>
      idempotently(async (tx) => showStatement(await requestStatement(tx, world, caller, body))),
    ),
    route(operations.listStatements, ({ query, caller, lists }) => listStatements(lists, caller, query)),
    route(operations.readStatement, async ({ params, caller, lists }) =>
      showStatement(await findStatement(lists, caller, params.statement_id)),
    ),
    route(operations.readStatementFile, async ({ params, query, caller, lists, inTurn }) =>
      writeStatementFile(
        { lists, inTurn, print },
        await findStatement(lists, caller, params.statement_id),
        query,
      ),
    ),
    route(operations.readStatementSchedule, ({ caller, lists }) => readSchedule(lists, caller)),
    route(operations.changeStatementSchedule, ({ body, caller, requestId, idempotently }) =>
      idempotently((tx) => changeSchedule(tx, world, { caller, requestId }, body)),
    ),
    route(operations.listSettlements, ({ query, caller, lists }) => listSettlements(lists, caller, query)),
  ]
}

export function chores({ world }: { world: World }): Chore[] {
  return [
    { name: 'statements.plan', everyMs: 60_000, work: () => planClosings(world) },
    work('statements.close', (running) => closeBooks(world, running)),
    work('statements.prepare', (running) => prepareStatements(world, running)),
  ]
}

type Running = { stopping: AbortSignal; onError(error: unknown): void }

/** Soon after it was asked for, and no longer than the service runs. */
function work(name: string, round: (running: Running) => Promise<unknown>): Chore {
  return {
    name,
    start(onError) {
      const stopping = new AbortController()
      const rounds = runEvery(1_000, () => round({ stopping: stopping.signal, onError }), onError)
      return {
        async stop() {
          stopping.abort()
          await rounds.stop()
        },
      }
    },
  }
}
