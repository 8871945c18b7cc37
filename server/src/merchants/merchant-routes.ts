import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import { openMerchants } from './open-merchants.ts'
import { showMerchant } from './show-merchant.ts'

export function merchantRoutes(world: World): Route[] {
  return [
    route(operations.openMerchant, ({ body, caller, idempotently }) =>
      idempotently(async (tx) => {
        const [opened] = await openMerchants(tx, world, [
          { ...body, ownerId: caller.user.id, verificationStatus: 'unverified' },
        ])
        if (!opened) throw new Error('No merchant was opened.')
        return showMerchant(opened)
      }),
    ),
    route(operations.readMerchant, async ({ caller }) => showMerchant(caller.merchant)),
  ]
}
