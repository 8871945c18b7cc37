import type { Environment } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'

/** Whose events they are: live and sandbox never meet. */
export type Owner = { merchantId: string; environment: Environment }

/** The endpoint of the environment, or a refusal: what nobody would take is not owed. */
export async function requireEndpoint(
  sql: Database | Transaction,
  { merchantId, environment }: Owner,
): Promise<string> {
  const [endpoint] = await sql<{ id: string; has_url: boolean; is_on: boolean }[]>`
    select id, url is not null as has_url, switched_off_at is null as is_on from webhook_endpoints
    where merchant_id = ${merchantId} and environment = ${environment}`
  if (!endpoint?.has_url) {
    throw new Refusal('invalid_state', {
      message: `There is no address that ${environment} events go to. Set webhook_url first.`,
    })
  }
  if (!endpoint.is_on) {
    throw new Refusal('invalid_state', {
      message: `The ${environment} endpoint is switched off. Set webhook_url first, to switch it on again.`,
    })
  }
  return endpoint.id
}
