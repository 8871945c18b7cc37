import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import type { ProviderState } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

/** A Super Admin stops a provider, or lets it go on. Who says what is so already changes nothing. */
export async function changeProvider(
  tx: Transaction,
  world: World,
  by: Decider,
  provider: string,
  state: ProviderState,
  note: string | null,
): Promise<void> {
  const at = world.clock.now()
  // It is no merchant's; without a second factor nobody stops payments all the same.
  await refuseOwnMoney(tx, world, by, { merchant_id: null, api_key_id: null, created_at: at })
  const before = await lockState(tx, provider)
  if (before === state) return
  await tx`
    insert into provider_states (provider, state, since, changed_by)
    values (${provider}, ${state}, ${at}, ${by.adminId})
    on conflict (provider) do update
      set state = excluded.state, since = excluded.since, changed_by = excluded.changed_by`
  recordAudit(tx, world.vault, [
    {
      at,
      actor: { kind: 'super_admin', id: by.adminId },
      action: `provider.${state === 'on' ? 'resumed' : state}`,
      // Subjects of the log have ids; a provider has a name, which stands in the details.
      subject: { kind: 'provider', id: world.newId() },
      merchantId: null,
      details: { provider, state, before, note },
      requestId: by.requestId,
    },
  ])
}

/** Of two at the same moment the second sees what the first has done, also where nobody has said anything before. */
async function lockState(tx: Transaction, provider: string): Promise<ProviderState> {
  await tx`select from routing_version for update`
  const [row] = await tx<{ state: ProviderState }[]>`
    select state from provider_states where provider = ${provider}`
  return row?.state ?? 'on'
}
