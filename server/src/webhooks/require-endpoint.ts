import type { Environment } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'

/** Whose events they are: live and sandbox never meet. */
export type Owner = { merchantId: string; environment: Environment }

type Row = { id: string; is_added: boolean; has_url: boolean; is_on: boolean }

/**
 * The endpoint of the configuration in the environment, or a certain one of the environment, or a refusal: what nobody would take is not owed.
 */
export async function requireEndpoint(
  sql: Database | Transaction,
  owner: Owner,
  id?: string,
): Promise<{ id: string; isAdded: boolean }> {
  const { merchantId, environment } = owner
  const [endpoint] = await sql<Row[]>`
    select id, false as is_added, url is not null as has_url, switched_off_at is null as is_on from webhook_endpoints
    where merchant_id = ${merchantId} and environment = ${environment} ${id === undefined ? sql`` : sql`and id = ${id}`}
    union all
    select id, true, url is not null, switched_off_at is null from added_webhook_endpoints
    where id = ${id ?? null}::uuid and merchant_id = ${merchantId} and environment = ${environment}`
  if (!endpoint && id !== undefined) throw new Refusal('not_found')
  if (!endpoint?.has_url || !endpoint.is_on)
    throw new Refusal('invalid_state', { message: whyNot(owner, endpoint) })
  return { id: endpoint.id, isAdded: endpoint.is_added }
}

function whyNot({ environment }: Owner, endpoint: Row | undefined): string {
  if (endpoint?.is_added)
    return endpoint.has_url
      ? 'This endpoint is switched off. Switch it on again first.'
      : 'The endpoint that this went to was deleted.'
  return endpoint?.has_url
    ? `The ${environment} endpoint is switched off. Set webhook_url first, to switch it on again.`
    : `There is no address that ${environment} events go to. Set webhook_url first.`
}
