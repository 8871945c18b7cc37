import { createHash } from 'node:crypto'
import type { SandboxProfile, Switchboard } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../../database/database.ts'
import type { World } from '../../world/world.ts'

/** How the network behaves in a merchant's sandbox. */
export type Profile = Static<typeof SandboxProfile> & Static<typeof Switchboard>

export const defaultProfile: Profile = {
  failure_rate: 0.1,
  approval_delay_ms: 300,
  random_seed: null,
  lost: 0,
  late: 0,
  twice: 0,
  out_of_order: 0,
  contradicting: 0,
  badly_signed: 0,
  // Late enough to notice, early enough to wait for at a desk.
  late_by_ms: 30_000,
}

export async function readProfile(world: World, merchantId: string): Promise<Profile> {
  return (await readProfiles(world.sql, [merchantId])).get(merchantId) ?? defaultProfile
}

/** Those that were ever changed; the others are as the default. */
export async function readProfiles(
  sql: Database | Transaction,
  merchantIds: string[],
): Promise<Map<string, Profile>> {
  const rows = await sql<(Profile & { merchant_id: string })[]>`
    select merchant_id, failure_rate, approval_delay_ms, random_seed, lost, late, twice, out_of_order, contradicting,
      badly_signed, late_by_ms
    from sandbox_profiles where merchant_id = any(${merchantIds}::uuid[])`
  return new Map(rows.map(({ merchant_id, ...profile }) => [merchant_id, profile]))
}

/** Changes what is given and keeps the rest. A seed that is set, even to the same, starts its draws anew. */
export async function changeProfile(
  world: World,
  merchantId: string,
  change: Partial<Profile>,
): Promise<Profile> {
  return await world.sql.begin(async (tx) => {
    await insertDefaults(tx, merchantId)
    // The insert does not lock a row that is there already, and two changes at once must not undo each other.
    await tx`select 1 from sandbox_profiles where merchant_id = ${merchantId} for update`
    const before = (await readProfiles(tx, [merchantId])).get(merchantId) ?? defaultProfile
    const p = { ...before, ...change }
    await tx`
      update sandbox_profiles set failure_rate = ${p.failure_rate}, approval_delay_ms = ${p.approval_delay_ms},
        random_seed = ${p.random_seed}, lost = ${p.lost}, late = ${p.late}, twice = ${p.twice},
        out_of_order = ${p.out_of_order}, contradicting = ${p.contradicting}, badly_signed = ${p.badly_signed},
        late_by_ms = ${p.late_by_ms}, draws = ${change.random_seed === undefined ? tx`draws` : 0}
      where merchant_id = ${merchantId}`
    return p
  })
}

async function insertDefaults(tx: Transaction, merchantId: string): Promise<void> {
  const p = defaultProfile
  await tx`
    insert into sandbox_profiles (merchant_id, failure_rate, approval_delay_ms, random_seed, draws, lost, late, twice,
      out_of_order, contradicting, badly_signed, late_by_ms)
    values (${merchantId}, ${p.failure_rate}, ${p.approval_delay_ms}, ${p.random_seed}, 0, ${p.lost}, ${p.late},
      ${p.twice}, ${p.out_of_order}, ${p.contradicting}, ${p.badly_signed}, ${p.late_by_ms})
    on conflict (merchant_id) do nothing`
}

/**
 * A number from 0 up to 1 that only its arguments decide, so that a run can be repeated. Each purpose has draws of its
 * own: whether a payment fails tells nothing about whether its callback is lost.
 */
export function chance(seed: string, draw: number, purpose: string): number {
  const digest = createHash('sha256').update(`${seed}\n${draw}\n${purpose}`).digest()
  // Six bytes fit a double without loss.
  return digest.readUIntBE(0, 6) / 2 ** 48
}
