import type { NetworkDirection, NetworkStatus } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'

/** What somebody says that a network is, whatever is counted. */
export type PinRow = {
  destination_code: string
  direction: NetworkDirection
  status: NetworkStatus
  note: string | null
  ends_at: Date | null
  pinned_by: string
  pinned_at: Date
}

/** What Super Admins say of live networks now. */
export async function readPins(sql: Database | Transaction, now: Date): Promise<PinRow[]> {
  return await sql<PinRow[]>`
    select destination_code, direction, status, note, ends_at, pinned_by, pinned_at from network_pins
    where ends_at is null or ends_at > ${now}`
}

/** The same of a merchant's sandbox, which has no weather. */
export type SandboxNetworkRow = Omit<PinRow, 'pinned_by'>

export async function readSandboxNetworks(
  sql: Database | Transaction,
  now: Date,
  merchantId: string,
): Promise<SandboxNetworkRow[]> {
  const [said = []] = await readNetworksOfSandboxes(sql, now, [merchantId])
  return said
}

/** Of each of several merchants, in the order given. */
export async function readNetworksOfSandboxes(
  sql: Database | Transaction,
  now: Date,
  merchantIds: string[],
): Promise<SandboxNetworkRow[][]> {
  const rows = await sql<(SandboxNetworkRow & { merchant_id: string })[]>`
    select merchant_id, destination_code, direction, status, note, ends_at, changed_at as pinned_at from sandbox_networks
    where merchant_id = any(${[...new Set(merchantIds)]}::uuid[]) and ends_at > ${now}`
  const said = Map.groupBy(rows, ({ merchant_id: merchantId }) => merchantId)
  return merchantIds.map((merchantId) => said.get(merchantId) ?? [])
}

/** What has ended is nobody's word any more. */
export async function forgetPins(sql: Database, now: Date): Promise<void> {
  await sql`delete from network_pins where ends_at <= ${now}`
  await sql`delete from sandbox_networks where ends_at <= ${now}`
}
