import type { Transaction } from '../database/database.ts'
import { type Notice, notify } from '../notifications/notifications.ts'
import type { SwitchedOff } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'

const reasons: Record<SwitchedOff['because'], string> = {
  gone: 'answered 410 Gone',
  failing: 'has accepted nothing for five days',
}

/** Nobody may find out by missing payments: the merchant is told, with what to do. */
export async function tellSwitchedOff(
  tx: Transaction,
  world: World,
  endpoints: SwitchedOff[],
): Promise<void> {
  await notify(tx, world, endpoints.map(switchedOffNotice))
}

type Ended = Omit<SwitchedOff, 'id'>

export function switchedOffNotice({ merchantId, environment, url, isAdded, because, since }: Ended): Notice {
  return {
    merchantId,
    environment,
    kind: 'webhook.switched_off',
    title: 'Your webhook address was switched off',
    text:
      `${url} ${reasons[because]}, so events are no longer sent there. When it works again, ` +
      `${isAdded ? 'enable the endpoint' : 'set the address anew'} to switch it on, and replay the events since ` +
      `${since.toISOString()}. Until then you can read them with GET /v1/merchant/events.`,
    withdrawalId: null,
  }
}
