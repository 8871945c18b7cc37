import { operations } from '@malipo/contract'
import type { AddressGuard, Send } from '../courier/courier.ts'
import { type Route, readPage, route } from '../http/http.ts'
import { invalid } from '../primitives/refusal.ts'
import { changedBy, findEndpoint, sendTest } from '../webhook-config/webhook-config.ts'
import type { World } from '../world/world.ts'
import { addEndpoint } from './add-endpoint.ts'
import { changeEndpoint } from './change-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { type EndpointRow, findEndpointRow, selectEndpoints, showEndpoint } from './endpoint-row.ts'
import { rotateEndpointSecret } from './rotate-endpoint-secret.ts'

type Guard = Pick<AddressGuard, 'problemOf'>

export function endpointRoutes(world: World, guard: Guard, send: Send): Route[] {
  const { sql, clock } = world
  return [
    route(operations.createWebhookEndpoint, async ({ body, caller, requestId, idempotently }) => {
      await refuseBadAddress(guard, body.url)
      const { merchantId } = caller
      const wish = { ...body, merchantId, environment: body.environment ?? caller.environment }
      return await idempotently((tx) => addEndpoint(tx, world, changedBy(caller, requestId), wish))
    }),
    route(operations.listWebhookEndpoints, ({ query, caller: { merchantId }, lists }) =>
      readPage(lists, query, {
        rows: selectEndpoints(sql, clock.now(), { merchantId, environment: query.environment }),
        show: (row: EndpointRow) => showEndpoint(world, row),
      }),
    ),
    route(operations.readWebhookEndpoint, async ({ params, caller }) =>
      showEndpoint(world, await findEndpointRow(sql, world, caller.merchantId, params.endpoint_id)),
    ),
    route(operations.changeWebhookEndpoint, async ({ params, body, caller, requestId }) => {
      const { merchantId } = caller
      const wish = { merchantId, id: params.endpoint_id, change: body }
      await findEndpointRow(sql, world, merchantId, wish.id)
      await refuseBadAddress(guard, body.url)
      return await sql.begin((tx) => changeEndpoint(tx, world, changedBy(caller, requestId), wish))
    }),
    route(operations.removeWebhookEndpoint, ({ params, caller, requestId }) => {
      const target = { merchantId: caller.merchantId, id: params.endpoint_id }
      return sql.begin((tx) => deleteEndpoint(tx, world, changedBy(caller, requestId), target))
    }),
    route(operations.testWebhookEndpoint, async ({ params, body, caller: { merchantId } }) => {
      const { id, environment } = await findEndpointRow(sql, world, merchantId, params.endpoint_id)
      const endpoint = await findEndpoint(world, { merchantId, environment }, id)
      return await sendTest(world, send, endpoint, body.type)
    }),
    route(operations.rotateWebhookEndpointSecret, ({ params, caller, requestId, idempotently }) => {
      const target = { merchantId: caller.merchantId, id: params.endpoint_id }
      return idempotently((tx) => rotateEndpointSecret(tx, world, changedBy(caller, requestId), target))
    }),
  ]
}

/** The guard may look names up, so no transaction waits for it. */
async function refuseBadAddress(guard: Guard, url: string | undefined): Promise<void> {
  const problem = url === undefined ? null : await guard.problemOf(url)
  if (problem !== null) throw invalid({ field: 'url', problem })
}
