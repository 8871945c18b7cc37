import type { NameCheck } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { invalid } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { type Destination, type LookUpRow, lookUpColumns } from './look-up-row.ts'
import { matchNames } from './match-names.ts'

export type KeptNameCheck = Static<typeof NameCheck>

type Wanted = { lookUpId: string; destination: Destination; name: string }

/** What became of one of them. */
export type CheckedName = { check: KeptNameCheck } | { problem: string }

/**
 * What look-ups say of whom money is about to be sent to, one for each that is wanted. Each has to be the caller's own, of the last day, and
 * of that very destination; of another's look-up nothing is told but what is told of none.
 */
export async function findNameChecks(
  sql: Database | Transaction,
  { clock }: Pick<World, 'clock'>,
  { merchantId, environment }: Pick<Actor, 'merchantId' | 'environment'>,
  wanted: readonly Wanted[],
): Promise<CheckedName[]> {
  if (wanted.length === 0) return []
  const rows = await sql<LookUpRow[]>`
    select ${lookUpColumns} from name_look_ups
    where id = any(${wanted.map(({ lookUpId }) => lookUpId)}::uuid[]) and merchant_id = ${merchantId}
      and environment = ${environment} and expires_at > ${clock.now()}`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return wanted.map(({ lookUpId, destination, name }) => {
    const row = byId.get(lookUpId.toLowerCase())
    if (!row) return { problem: 'must be of a look-up of yours in the last 24 hours' }
    if (!isSame(row, destination)) return { problem: 'is of a look-up of another destination' }
    return { check: checkOf(row, name) }
  })
}

/** The same of one, which is refused where it does not fit. */
export async function findNameCheck(
  tx: Transaction,
  world: Pick<World, 'clock'>,
  caller: Pick<Actor, 'merchantId' | 'environment'>,
  wanted: Wanted,
): Promise<KeptNameCheck> {
  const [found] = await findNameChecks(tx, world, caller, [wanted])
  if (found !== undefined && 'check' in found) return found.check
  throw invalid({ field: 'look_up_id', problem: found?.problem ?? '' })
}

function checkOf(row: LookUpRow, name: string): KeptNameCheck {
  return {
    look_up_id: row.id,
    outcome: row.outcome,
    registered_name: row.registered_name,
    match: row.registered_name === null ? null : matchNames(name, row.registered_name),
    looked_up_at: row.created_at.toISOString(),
  }
}

function isSame(one: Destination, other: Destination): boolean {
  return (
    one.method === other.method &&
    one.destination_code === other.destination_code &&
    one.destination_identifier === other.destination_identifier
  )
}
