import type { NameCheck } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { invalid } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { type Destination, type LookUpRow, lookUpColumns } from './look-up-row.ts'
import { matchNames } from './match-names.ts'

export type KeptNameCheck = Static<typeof NameCheck>

type Wanted = { lookUpId: string; destination: Destination; name: string }

/**
 * What a look-up says of whom money is about to be sent to. It has to be the caller's own, of the last day, and of that very destination;
 * of another's look-up nothing is told but what is told of none.
 */
export async function findNameCheck(
  tx: Transaction,
  { clock }: Pick<World, 'clock'>,
  { merchantId, environment }: Pick<Actor, 'merchantId' | 'environment'>,
  { lookUpId, destination, name }: Wanted,
): Promise<KeptNameCheck> {
  const [row] = await tx<LookUpRow[]>`
    select ${lookUpColumns} from name_look_ups
    where id = ${lookUpId} and merchant_id = ${merchantId} and environment = ${environment}
      and expires_at > ${clock.now()}`
  if (!row) throw problem('must be of a look-up of yours in the last 24 hours')
  if (!isSame(row, destination)) throw problem('is of a look-up of another destination')
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

function problem(text: string) {
  return invalid({ field: 'look_up_id', problem: text })
}
