import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type ChangedBy, changeConfig } from '../webhook-config/webhook-config.ts'
import { typesOf } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import type { EndpointRow } from './endpoint-row.ts'
import type { EndpointChange } from './endpoint-settings.ts'

type Changed = { merchantId: string; before: EndpointRow; change: EndpointChange }

/** What a default endpoint is, is what the configuration says: it is changed there, and what it does not know is refused. */
export async function changeDefault(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  { merchantId, before, change }: Changed,
): Promise<void> {
  refuseWhatItLacks(change)
  // To name the address again is how it is switched on.
  const url = change.url ?? (change.is_enabled && before.switched_off_at ? before.url : undefined)
  const { events, success_event_name: name } = change
  await changeConfig(tx, world, by, merchantId, {
    ...(url !== undefined && {
      [before.environment === 'live' ? 'webhook_url' : 'sandbox_webhook_url']: url,
    }),
    ...(events !== undefined && { events: typesOf(events) }),
    ...(name !== undefined && { success_event_name: name }),
  })
}

function refuseWhatItLacks({ methods, metadata, is_enabled: isEnabled }: EndpointChange): void {
  if (methods?.length || Object.keys(metadata ?? {}).length > 0)
    throw new Refusal('invalid_state', {
      message: 'A default endpoint has no methods and no metadata. Add an endpoint for them.',
    })
  if (isEnabled === false)
    throw new Refusal('invalid_state', {
      message: 'A default endpoint is switched off by taking its address away in the webhook configuration.',
    })
}
