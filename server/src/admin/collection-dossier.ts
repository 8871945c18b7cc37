import type { CollectionDossier, Environment } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Decider, findTie } from '../auth/auth.ts'
import { besidesOf, type ListedRow, showToAdmin } from '../clearance/clearance.ts'
import { findHistory, findTries, type PageTry } from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import { discrepanciesOf } from '../discrepancies/discrepancies.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { findQuarantined } from '../quarantine/quarantine.ts'
import type { World } from '../world/world.ts'

type Dossier = Static<typeof CollectionDossier>
type DossierRow = ListedRow & {
  verification_status: Dossier['merchant']['verification_status']
  is_active: boolean
  merchant_created_at: Date
}

/** Everything a Super Admin needs to understand a collection, or to decide whether held money goes to its merchant. */
export async function collectionDossierOf(
  tx: Transaction,
  world: World,
  id: string,
  by: Decider & { environment: Environment },
): Promise<Dossier> {
  const [row] = isId(id)
    ? await tx<DossierRow[]>`
        select c.*, m.name as merchant_name, m.verification_status, m.is_active, m.created_at as merchant_created_at,
          ${besidesOf(tx)}
        from collections c join merchants m on m.id = c.merchant_id
        where c.id = ${id} and c.environment = ${by.environment}`
    : []
  if (!row) throw new Refusal('not_found')
  const {
    merchant_name: name,
    verification_status,
    is_active,
    merchant_created_at: createdAt,
    ...collection
  } = row
  const shown = showToAdmin(world, { ...collection, merchant_name: name })
  const { hold_threshold } = shown
  return {
    ...shown,
    merchant: {
      ...{ merchant_id: row.merchant_id, name, verification_status, is_active, hold_threshold },
      created_at: createdAt.toISOString(),
    },
    ...(await findHistory(tx, row)),
    tries: ((await findTries(tx, [row.id])).get(row.id) ?? []).map(showTry),
    quarantine: await findQuarantined(tx, row.id),
    discrepancies: await discrepanciesOf(tx, world, by, row.id),
    may_decide: mayClear(row, await findTie(tx, world, by, row)),
  }
}

function mayClear({ status }: DossierRow, tie: Dossier['may_decide']['why']): Dossier['may_decide'] {
  const isHeld = status === 'pending_clearance'
  const may = isHeld && tie === null
  return { clear: may, decline: may, why: tie ?? (isHeld ? null : 'decided') }
}

function showTry(one: PageTry): Dossier['tries'][number] {
  const { number, method, provider, provider_reference, customer_phone, state, failure_code } = one
  return {
    ...{ number, method, provider, provider_reference, customer_phone, state, failure_code },
    created_at: one.created_at.toISOString(),
    ended_at: one.ended_at?.toISOString() ?? null,
  }
}
