import { operations } from '@malipo/contract'
import { noteByPerson } from '../audit/audit.ts'
import { type Route, route } from '../http/http.ts'
import { type Chore, roundsOf } from '../jobs/jobs.ts'
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
    route(operations.requestStatement, (call) =>
      call.idempotently(async (tx) => {
        const statement = await requestStatement(tx, world, call.caller, call.body)
        const subject = { kind: 'statement', id: statement.id } as const
        noteByPerson(tx, world, call, { action: 'statement.requested', subject })
        return showStatement(statement)
      }),
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

/** Soon after it was asked for. */
const soonMs = 1_000

export function chores({ world }: { world: World }): Chore[] {
  return [
    { name: 'statements.plan', everyMs: 60_000, work: () => planClosings(world) },
    roundsOf({ name: 'statements.close', everyMs: soonMs }, (running) => closeBooks(world, running)),
    roundsOf({ name: 'statements.prepare', everyMs: soonMs }, (running) => prepareStatements(world, running)),
  ]
}
