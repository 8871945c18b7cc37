import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import { listDeliveries, readDelivery } from './find-deliveries.ts'
import { retryDelivery } from './retry-delivery.ts'

export function deliveryRoutes(world: World): Route[] {
  const { sql } = world
  return [
    route(operations.listDeliveries, ({ query, caller }) => listDeliveries(sql, caller, query)),
    route(operations.readDelivery, ({ params, caller }) => readDelivery(sql, caller, params.delivery_id)),
    route(operations.retryDelivery, ({ params, caller, idempotently }) =>
      idempotently((tx) => retryDelivery(tx, world, caller, params.delivery_id)),
    ),
  ]
}
