import { type Environment, operations } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import {
  type Call,
  createdWithin,
  deciderOf,
  type ListQuery,
  type Route,
  readPage,
  route,
} from '../http/http.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { recordTopUp, reverseTopUp, showTopUp } from './record-top-up.ts'

type Parts = { world: World; registry: Registry }

/** Where Super Admins tell what was sent to providers for payouts, one environment at a time. */
export function routes({ world, registry }: Parts): Route[] {
  return [
    route(operations.adminRecordFloatTopUp, (call) =>
      call.idempotently((tx) => recordTopUp(tx, world, registry, recorderOf(call), call.body)),
    ),
    route(operations.adminReverseFloatTopUp, (call) =>
      call.idempotently((tx) =>
        reverseTopUp(tx, world, recorderOf(call), call.params.top_up_id, call.body.note),
      ),
    ),
    route(operations.adminListFloatTopUps, ({ query, environment, lists }) =>
      listTopUps(lists, environment(), query),
    ),
  ]
}

function recorderOf(
  call: Pick<Call<typeof operations.adminRecordFloatTopUp>, 'caller' | 'requestId' | 'environment'>,
) {
  return { ...deciderOf(call), environment: call.environment() }
}

type TopUpFilter = { provider?: string; reference?: string; from?: string; to?: string }

function listTopUps(sql: Database, environment: Environment, query: ListQuery & TopUpFilter) {
  const { provider, reference } = query
  return readPage(sql, query, {
    rows: sql`
      select id, environment, provider, currency, amount, reference, paid_on::text as paid_on, note, recorded_by, reverses,
        reversed_at, created_at
      from float_top_ups where environment = ${environment}
        ${provider === undefined ? sql`` : sql`and provider = ${provider}`}
        ${reference === undefined ? sql`` : sql`and reference = ${reference}`}
        ${createdWithin(sql, query)}`,
    show: showTopUp,
  })
}
