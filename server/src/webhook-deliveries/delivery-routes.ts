import { operations } from '@malipo/contract'
import { noteByPerson } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { type Route, route } from '../http/http.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type Owner, oweAgain, requireEndpoint } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { listDeliveries, readDelivery } from './find-deliveries.ts'

export function routes({ world }: { world: World }): Route[] {
  const { sql } = world
  return [
    route(operations.listWebhookDeliveries, ({ query, caller, lists }) =>
      listDeliveries(lists, caller, query),
    ),
    route(operations.readWebhookDelivery, ({ params, caller }) =>
      readDelivery(sql, caller, params.delivery_id),
    ),
    route(operations.retryWebhookDelivery, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const delivery = await retryDelivery(tx, world, caller, params.delivery_id)
        const subject = { kind: 'webhook_delivery', id: delivery.id } as const
        noteByPerson(tx, world, { caller, requestId }, { action: 'webhook_delivery.retried', subject })
        return delivery
      }),
    ),
  ]
}

/** Owes a delivery again, unless it has nowhere to go. Whose it is comes first: a stranger learns nothing else. */
export async function retryDelivery(tx: Transaction, world: World, owner: Owner, id: string) {
  const now = world.clock.now()
  const endpointId = isId(id) ? await oweAgain(tx, owner, id, now) : null
  if (endpointId === null) throw new Refusal('not_found')
  await requireEndpoint(tx, owner, endpointId)
  const delivery = await readDelivery(tx, owner, id)
  // Owed, it would keep all that is as old from being dropped.
  if (new Date(delivery.created_at) < daysBefore(now, keptDays))
    throw new Refusal('invalid_state', {
      message: `This delivery is older than ${keptDays} days: replay its event instead.`,
    })
  return delivery
}
