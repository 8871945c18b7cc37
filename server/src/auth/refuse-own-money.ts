import type { Database, Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

/** A Super Admin who is about to decide about money. */
export type Decider = { adminId: string; hasSecondFactor: boolean; requestId: string }

/** Whose money it is, and who asked for it when: as much of a withdrawal or a collection as tells whether it is somebody's own. */
export type AskedMoney = {
  /** Null while nobody knows whose it is. */
  merchant_id: string | null
  created_at: Date
  /** The person who asked, where that is kept; whoever asked with a key is known by the key. */
  asked_by?: string | null
  api_key_id: string | null
}

/**
 * The one question before every decision about money: nobody decides about a merchant they belong to, or have belonged to since the
 * money was asked for, or about what they asked for themselves, with a key of their making too. Where it is for real, a password alone
 * decides nothing.
 */
export async function refuseOwnMoney(
  tx: Database | Transaction,
  world: Pick<World, 'decidersNeedSecondFactor'>,
  by: Decider,
  money: AskedMoney,
): Promise<void> {
  if (world.decidersNeedSecondFactor && !by.hasSecondFactor) {
    throw new Refusal('forbidden', {
      message: 'Set up a second factor first: without one nobody decides about money here.',
    })
  }
  if (money.asked_by === by.adminId) throw ownMoney('what they asked for themselves')
  const [ties] = await tx<{ belongs: boolean; belonged: boolean; made_key: boolean }[]>`
    select
      exists (select from memberships
        where user_id = ${by.adminId} and merchant_id = ${money.merchant_id}) as belongs,
      exists (select from past_memberships
        where user_id = ${by.adminId} and merchant_id = ${money.merchant_id}
          and left_at >= ${money.created_at}) as belonged,
      exists (select from api_keys
        where id = ${money.api_key_id} and created_by = ${by.adminId}) as made_key`
  if (ties?.belongs) throw ownMoney('a merchant they belong to')
  if (ties?.belonged) throw ownMoney('money that was asked for before they ceased to belong to its merchant')
  if (ties?.made_key) throw ownMoney('what was asked for with a key that they made')
}

function ownMoney(what: string): Refusal {
  return new Refusal('forbidden', { message: `Nobody decides about ${what}. Somebody else must.` })
}
