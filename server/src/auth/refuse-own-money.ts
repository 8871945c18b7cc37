import type { Tie } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'
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

type Asked = Pick<World, 'decidersNeedSecondFactor'>

/**
 * The one question before every decision about money: nobody decides about a merchant they belong to, or have belonged to since the
 * money was asked for, or about what they asked for themselves, with a key of their making too. Where it is for real, a password alone
 * decides nothing.
 */
export async function refuseOwnMoney(
  tx: Database | Transaction,
  world: Asked,
  by: Decider,
  money: AskedMoney,
): Promise<void> {
  const tie = await findTie(tx, world, by, money)
  if (tie === null) return
  const code = tie === 'no_second_factor' ? 'second_factor_required' : 'forbidden'
  throw new Refusal(code, { message: refusalOf[tie] })
}

/**
 * The question before what holds for everybody's money can be bent to one's own, such as a list of whom nobody looks at: whoever belongs
 * to a merchant, any of them, leaves it to somebody else.
 */
export async function refuseMembers(tx: Transaction, by: Decider): Promise<void> {
  const [membership] = await tx`select from memberships where user_id = ${by.adminId} limit 1`
  if (membership) {
    throw new Refusal('forbidden', {
      message:
        'Nobody who belongs to a merchant decides what everybody is looked at for. Somebody else must.',
    })
  }
}

const refusalOf: Record<Tie, string> = {
  no_second_factor: 'Set up a second factor first: without one nobody decides about money here.',
  asked_for_it: ownMoney('what they asked for themselves'),
  member_of_merchant: ownMoney('a merchant they belong to'),
  former_member: ownMoney('money that was asked for before they ceased to belong to its merchant'),
  made_its_key: ownMoney('what was asked for with a key that they made'),
}

function ownMoney(what: string): string {
  return `Nobody decides about ${what}. Somebody else must.`
}

/** The same question of somebody who has not decided yet, to be told before they try. */
export async function findTie(
  sql: Database | Transaction,
  world: Asked,
  by: Decider,
  money: AskedMoney,
): Promise<Tie | null> {
  const [found] = await sql<{ tie: Tie | null }[]>`
    select ${tieColumn(sql, world, by, {
      merchantId: sql`${money.merchant_id}::uuid`,
      createdAt: sql`${money.created_at}::timestamptz`,
      askedBy: sql`${money.asked_by ?? null}::uuid`,
      apiKeyId: sql`${money.api_key_id}::uuid`,
    })} as tie`
  return found?.tie ?? null
}

/**
 * As a column of a list: each row says whose money it is by these expressions. Not `exists`, which the planner may answer by reading the
 * keys of all merchants.
 */
export function tieColumn(
  sql: Database | Transaction,
  { decidersNeedSecondFactor: isNeeded }: Asked,
  { adminId, hasSecondFactor }: Decider,
  money: { merchantId: Fragment; createdAt: Fragment; askedBy: Fragment; apiKeyId: Fragment },
): Fragment {
  return sql`(case
    when ${isNeeded === true && !hasSecondFactor}::boolean then 'no_second_factor'
    when ${money.askedBy} = ${adminId}::uuid then 'asked_for_it'
    when (select true from memberships
      where user_id = ${adminId}::uuid and merchant_id = ${money.merchantId} limit 1) then 'member_of_merchant'
    when (select true from past_memberships
      where user_id = ${adminId}::uuid and merchant_id = ${money.merchantId}
        and left_at >= ${money.createdAt} limit 1) then 'former_member'
    when (select true from api_keys
      where id = ${money.apiKeyId} and created_by = ${adminId}::uuid limit 1) then 'made_its_key'
    end)`
}
