import { operations } from '@malipo/contract'
import type { Send } from '../courier/courier.ts'
import { type Route, route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import { checkEndpoint } from './check-endpoint.ts'
import { findEndpoint } from './find-endpoint.ts'

/** Always the sandbox, whatever X-Environment says: nothing forged or made up goes where real orders are kept. */
export function checkRoute(world: World, send: Send): Route {
  return route(operations.checkWebhook, async ({ body: { reference }, caller }) => {
    const endpoint = await findEndpoint(world, caller.merchantId, 'sandbox')
    const items = await checkEndpoint(world, send, endpoint, reference)
    return { ready: items.every(({ handled }) => handled), url: endpoint.url, items }
  })
}
