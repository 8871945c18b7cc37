import { deleteOld } from '../database/database.ts'
import { endOf } from '../retention/retention.ts'
import type { World } from '../world/world.ts'

export { refuse } from './answer-errors.ts'
export { answerStream, goneSignal } from './answer-stream.ts'
export type { Actor } from './authorise.ts'
export { checkOrigin } from './check-origin.ts'
export { createServer, type HttpServer } from './create-server.ts'
export { csvFrom, csvLines } from './csv.ts'
export { deciderOf } from './decider-of.ts'
export type { Gate } from './gate.ts'
export { leaveOutNulls } from './leave-out-nulls.ts'
export { changeLimitsFor, createTurns, type Turns } from './list-turns.ts'
export { createPayerTurns, type PayerTurns } from './payer-turns.ts'
export { decodeCsv, rowsFromCsv } from './read-csv.ts'
export { readJson } from './read-json.ts'
export {
  createdWithin,
  type ListQuery,
  lastRow,
  pageOfAll,
  readNumberedPage,
  readPage,
  readPageInOrder,
} from './read-page.ts'
export { fingerprintOf, type RequestMark } from './remember-reply.ts'
export { type Call, type FileReply, type Route, route } from './route.ts'
export type { Answered } from './tell-answered.ts'
export { validator } from './validate.ts'
export { keyIsFree, waitForTheFirst } from './wait-for-the-first.ts'

export function chores({ world }: { world: World }) {
  const keys = { table: 'idempotency_keys', column: 'created_at' }
  const work = async () => deleteOld(world.sql, keys, await endOf(world, 'replies_days'))
  return [{ name: 'idempotency-keys.forget', everyMs: 60_000, work }]
}
