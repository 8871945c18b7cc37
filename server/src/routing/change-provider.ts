import { type AuditAction, recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { minorFromText } from '../primitives/money.ts'
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
  record(tx, world, by, {
    action: `provider.${state === 'on' ? 'resumed' : state}`,
    details: { provider, state, before, note },
  })
}

/** From when on somebody should be warned. Nothing waits for this: only for what is really missing. */
export async function setLowFloat(
  tx: Transaction,
  world: World,
  by: Decider,
  provider: string,
  lowAt: string | null,
): Promise<void> {
  const at = world.clock.now()
  await refuseOwnMoney(tx, world, by, { merchant_id: null, api_key_id: null, created_at: at })
  const minor = lowAt === null ? null : minorFromText(lowAt)
  await tx`
    insert into provider_floats (provider, low_at) values (${provider}, ${minor})
    on conflict (provider) do update set low_at = excluded.low_at`
  record(tx, world, by, { action: 'provider.low_float_set', details: { provider, low_float_at: lowAt } })
}

function record(
  tx: Transaction,
  world: World,
  by: Decider,
  { action, details }: { action: AuditAction; details: Record<string, unknown> },
): void {
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action,
      // Subjects of the log have ids; a provider has a name, which stands in the details.
      subject: { kind: 'provider', id: world.newId() },
      merchantId: null,
      details,
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
