import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { cancelControlNumber } from './cancel-control-number.ts'
import { showControlNumber } from './control-number-row.ts'
import { expireControlNumbers } from './expire-control-numbers.ts'
import { findControlNumber, listControlNumbers, listEveryonesNumbers } from './find-control-numbers.ts'
import { makeControlNumber, makeControlNumbers } from './make-control-numbers.ts'

export { fits } from './check-digit.ts'
export { type ControlNumberRow, controlNumberColumns } from './control-number-row.ts'
export { expireControlNumbers } from './expire-control-numbers.ts'
export { hastenControlNumber } from './hasten-control-number.ts'
export { type ControlNumberMove, lockControlNumbers, moveControlNumbers } from './move-control-numbers.ts'

type Parts = { world: World; registry: Registry }

export function routes({ world, registry }: Parts): Route[] {
  const desk = { world, registry }
  return [
    route(operations.createControlNumber, async ({ body, caller, idempotently }) => {
      await registry.ready()
      const { merchant_id: _settled, ...wish } = body
      return await idempotently(async (tx) =>
        showControlNumber(await makeControlNumber(tx, desk, caller, wish)),
      )
    }),
    route(operations.createControlNumbers, async ({ body, caller, idempotently }) => {
      await registry.ready()
      return await idempotently(async (tx) => ({
        items: (await makeControlNumbers(tx, desk, caller, body.rows)).map(showControlNumber),
      }))
    }),
    route(operations.listControlNumbers, ({ query, caller, lists }) =>
      listControlNumbers(lists, caller, query),
    ),
    route(operations.adminListControlNumbers, ({ query, environment, lists }) =>
      listEveryonesNumbers(lists, environment(), query),
    ),
    route(operations.readControlNumber, async ({ params, caller }) =>
      showControlNumber(await findControlNumber(world.sql, caller, params.control_number_id)),
    ),
    route(operations.cancelControlNumber, ({ params, caller, idempotently }) =>
      idempotently(async (tx) =>
        showControlNumber(await cancelControlNumber(tx, world, caller, params.control_number_id)),
      ),
    ),
  ]
}

export function chores({ world }: Pick<Parts, 'world'>): Chore[] {
  return [{ name: 'control-numbers.expire', everyMs: 5_000, work: () => expireControlNumbers(world) }]
}
