import { operations } from '@malipo/contract'
import { noteByPerson } from '../audit/audit.ts'
import { type KeptForEver, keepForEver } from '../database/database.ts'
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
    route(operations.createControlNumber, async (call) => {
      await registry.ready()
      const { merchant_id: _settled, ...wish } = call.body
      return await call.idempotently(async (tx) => {
        const number = await makeControlNumber(tx, desk, call.caller, wish)
        const subject = { kind: 'control_number', id: number.id } as const
        noteByPerson(tx, world, call, { action: 'control_number.create', subject })
        return showControlNumber(number)
      })
    }),
    route(operations.createControlNumbers, async (call) => {
      await registry.ready()
      return await call.idempotently(async (tx) => {
        const numbers = await makeControlNumbers(tx, desk, call.caller, call.body.rows)
        // A thousand entries would keep the head of the chain from everybody else.
        const subject = { kind: 'merchant', id: call.caller.merchantId } as const
        const details = { count: numbers.length, first_id: numbers[0]?.id, last_id: numbers.at(-1)?.id }
        noteByPerson(tx, world, call, { action: 'control_numbers.create', subject, details })
        return { items: numbers.map(showControlNumber) }
      })
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
    route(operations.cancelControlNumber, (call) =>
      call.idempotently(async (tx) => {
        const number = await cancelControlNumber(tx, world, call.caller, call.params.control_number_id)
        const subject = { kind: 'control_number', id: number.id } as const
        noteByPerson(tx, world, call, { action: 'control_number.cancel', subject })
        return showControlNumber(number)
      }),
    ),
  ]
}

export function chores({ world }: Pick<Parts, 'world'>): Chore[] {
  return [
    { name: 'control-numbers.expire', everyMs: 5_000, work: () => expireControlNumbers(world) },
    {
      name: 'control-numbers.keep-history',
      everyMs: 600_000,
      work: () => keepForEver(world, controlNumberHistory),
    },
  ]
}

export const controlNumberHistory: KeptForEver = {
  table: 'control_number_history',
  key: 'control_number_id',
}
