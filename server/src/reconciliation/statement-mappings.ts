import type { KnownMapping } from '@malipo/contract'
import type { Static } from 'typebox'
import { type AuditAction, recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Database, Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Mapping } from './read-statement.ts'

const paid = (...words: string[]) => words.map((word) => ({ word, state: 'paid' as const }))
const failed = (...words: string[]) => words.map((word) => ({ word, state: 'failed' as const }))
const reversed = (...words: string[]) => words.map((word) => ({ word, state: 'reversed' as const }))
const open = (...words: string[]) => words.map((word) => ({ word, state: 'open' as const }))

/**
 * Those that come with the service. What the portals of Selcom and ClickPesa export is documented nowhere: these read the names that
 * their own lists have, and an operator who gets another file says how it is read.
 */
export const builtInMappings: Readonly<Record<string, Mapping>> = {
  gateway: {
    reference: 'reference',
    amount: 'amount',
    currency: 'currency',
    state: 'state',
    states: [...paid('paid'), ...failed('failed'), ...reversed('reversed')],
    kind: 'kind',
    kinds: [
      { word: 'collection', kind: 'collection' },
      { word: 'payout', kind: 'disbursement' },
    ],
    time: 'time',
  },
  selcom: {
    reference: 'order_id',
    amount: 'amount',
    state: 'payment_status',
    states: [
      ...paid('COMPLETED', 'COMPLETE'),
      ...failed('CANCELLED', 'CANCEL', 'USERCANCELLED', 'USERCANCELED', 'REJECTED'),
      ...reversed('REVERSED'),
      ...open('PENDING', 'INPROGRESS'),
    ],
    time: 'creation_date',
    covers: ['collection'],
  },
  clickpesa: {
    reference: 'orderReference',
    amount: 'collectedAmount',
    currency: 'collectedCurrency',
    state: 'status',
    states: [
      ...paid('SUCCESS', 'SETTLED'),
      ...failed('FAILED'),
      ...reversed('REFUNDED', 'REVERSED'),
      ...open('PROCESSING', 'PENDING', 'ON-HOLD', 'AUTHORIZED'),
    ],
    time: 'createdAt',
    covers: ['collection'],
  },
}

type MappingRow = { id: string; provider: string; mapping: Mapping; changed_at: Date }
type Known = Static<typeof KnownMapping>

/** All that are known, an operator's own before the one that comes with the service. */
export async function readMappings(sql: Database | Transaction): Promise<Known[]> {
  const own = await sql<
    MappingRow[]
  >`select id, provider, mapping, changed_at from statement_mappings order by provider`
  const byName = new Map<string, Known>(
    Object.entries(builtInMappings).map(([name, mapping]) => [
      name,
      { name, is_own: false, mapping, changed_at: null },
    ]),
  )
  for (const row of own) byName.set(row.provider, shown(row))
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function shown({ provider, mapping, changed_at }: MappingRow): Known {
  return { name: provider, is_own: true, mapping, changed_at: changed_at.toISOString() }
}

/** Audited with all of it: whoever reads a statement otherwise finds other differences. */
export async function setMapping(
  tx: Transaction,
  world: World,
  registry: Registry,
  by: Decider,
  name: string,
  mapping: Mapping,
): Promise<Known> {
  if (registry.named(name) === null) throw new Refusal('not_found')
  const at = world.clock.now()
  await refuseOwnMoney(tx, world, by, { merchant_id: null, api_key_id: null, created_at: at })
  const [row] = await tx<MappingRow[]>`
    insert into statement_mappings (id, provider, mapping, changed_by, changed_at)
    values (${world.newId()}, ${name}, ${JSON.stringify(mapping)}::jsonb, ${by.adminId}, ${at})
    on conflict (provider) do update set mapping = excluded.mapping, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at
    returning id, provider, mapping, changed_at`
  if (!row) throw new Error('The mapping was not written.')
  audit(tx, world, by, 'statement_mapping.set', { id: row.id, provider: name, mapping })
  return shown(row)
}

export async function removeMapping(tx: Transaction, world: World, by: Decider, name: string) {
  const [row] = await tx<
    { id: string }[]
  >`delete from statement_mappings where provider = ${name} returning id`
  if (!row) throw new Refusal('not_found')
  const at = world.clock.now()
  await refuseOwnMoney(tx, world, by, { merchant_id: null, api_key_id: null, created_at: at })
  audit(tx, world, by, 'statement_mapping.removed', { id: row.id, provider: name })
  return { name, removed: true as const }
}

function audit(
  tx: Transaction,
  { vault, clock }: World,
  by: Decider,
  action: AuditAction,
  { id, ...details }: { id: string; provider: string; mapping?: Mapping },
): void {
  recordAudit(tx, vault, [
    {
      at: clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action,
      subject: { kind: 'statement_mapping', id },
      merchantId: null,
      details,
      requestId: by.requestId,
    },
  ])
}
