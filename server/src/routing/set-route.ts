import {
  type BodyOf,
  collectionMethods,
  type operations,
  type ProviderRoute,
  withdrawalMethods,
} from '@malipo/contract'
import type { Static } from 'typebox'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { invalid } from '../primitives/refusal.ts'
import type { Provider, Registry, RoutedMethod } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

type RouteRow = {
  id: string
  merchant_id: string | null
  method: RoutedMethod | null
  providers: string[]
  changed_at: Date
  changed_by: string
}

/** Puts a list in the place of the one before, or takes it away. The list, its audit entry and the count of changes are one transaction. */
export async function setRoute(
  world: World,
  registry: Registry,
  by: Decider,
  body: BodyOf<typeof operations.adminSetProviderRoute>,
): Promise<Static<typeof ProviderRoute>> {
  const row: RouteRow = {
    id: world.newId(),
    merchant_id: body.merchant_id ?? null,
    method: body.method ?? null,
    providers: body.providers,
    changed_at: world.clock.now(),
    changed_by: by.adminId,
  }
  refuseUnfit(registry, row)
  return await world.sql.begin(async (tx) => {
    await refuseOwnMoney(tx, world, by, {
      merchant_id: row.merchant_id,
      api_key_id: null,
      created_at: row.changed_at,
    })
    await refuseStranger(tx, row)
    // Whoever changes a list waits here for whoever is changing another: processes see the one, and then the other.
    await tx`update routing_version set version = version + 1`
    const before = await put(tx, row)
    const shown = showRoute(row)
    recordAudit(tx, world.vault, [
      {
        at: row.changed_at,
        actor: { kind: 'super_admin', id: by.adminId },
        action: 'provider_route.set',
        subject: { kind: 'provider_route', id: row.id },
        merchantId: row.merchant_id,
        details: { ...shown, before },
        requestId: by.requestId,
      },
    ])
    return shown
  })
}

/** Those that are set up here, for live payments, and carry the method, where one is named. */
function refuseUnfit(registry: Registry, { method, providers }: RouteRow): void {
  const live = liveNames(registry)
  const strange = providers.find((provider) => !live.includes(provider))
  if (strange !== undefined)
    throw invalid({
      field: 'providers',
      problem: `${strange} is not set up for live payments here; set up are ${live.join(', ')}`,
    })
  const unable = providers
    .flatMap((name) => registry.named(name) ?? [])
    .find((provider) => method !== null && !methodsOf(provider).includes(method))
  if (unable)
    throw invalid({
      field: 'providers',
      problem: `${unable.name} does not carry ${method}; it carries ${methodsOf(unable).join(', ')}`,
    })
}

/** Those that could carry live payments. What is played in the sandbox is always played there. */
export function liveNames(registry: Registry): string[] {
  return registry
    .names()
    .filter((provider) => registry.environmentOf({ provider }) === 'live')
    .sort()
}

function methodsOf({ can }: Provider): RoutedMethod[] {
  const all: readonly RoutedMethod[] = [...collectionMethods, ...withdrawalMethods]
  const carried: readonly RoutedMethod[] = [...can.methods, ...can.payOuts.methods]
  return all.filter((method) => carried.includes(method))
}

async function refuseStranger(tx: Transaction, { merchant_id: id }: RouteRow): Promise<void> {
  if (id === null) return
  const [merchant] = await tx`select from merchants where id = ${id}`
  if (!merchant) throw invalid({ field: 'merchant_id', problem: 'must be the id of a merchant' })
}

/** Answers with the list that was there. */
async function put(tx: Transaction, row: RouteRow): Promise<string[]> {
  const [before] = await tx<{ providers: string[] }[]>`
    delete from provider_routes where merchant_id is not distinct from ${row.merchant_id}::uuid
      and method is not distinct from ${row.method}::text
    returning providers`
  if (row.providers.length > 0)
    await tx`
      insert into provider_routes (id, merchant_id, method, providers, changed_at, changed_by)
      values (${row.id}, ${row.merchant_id}, ${row.method}, ${row.providers}, ${row.changed_at}, ${row.changed_by})`
  return before?.providers ?? []
}

export function routesOf(sql: Database, merchantId: string | undefined): Fragment {
  return sql`
    select id, merchant_id, method, providers, changed_at, changed_by from provider_routes
    ${merchantId === undefined ? sql`` : sql`where merchant_id = ${merchantId}`}`
}

export function showRoute({ id: _id, ...row }: RouteRow): Static<typeof ProviderRoute> {
  return { ...row, changed_at: row.changed_at.toISOString() }
}
