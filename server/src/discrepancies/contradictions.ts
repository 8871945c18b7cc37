import { type Decider, tieColumn } from '../auth/auth.ts'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { evidenceColumn } from '../evidence/evidence.ts'
import type { World } from '../world/world.ts'

/**
 * Contradictions with what whoever settles them has to see: what the provider said, the payment as it stands, and what ties them to it.
 * What is contradicted was asked for when its payment was, long before anybody knew of the contradiction.
 */
export function contradictions(sql: Database | Transaction, world: World, by: Decider): Fragment {
  const tie = tieColumn(sql, world, by, {
    merchantId: sql`d.merchant_id`,
    createdAt: sql`coalesce(p.asked_at, d.created_at)`,
    askedBy: sql`p.asked_by`,
    apiKeyId: sql`p.asked_with`,
  })
  return sql`
    select d.*, ${evidenceColumn(sql, sql`coalesce(d.collection_id, d.withdrawal_id)`)} as kept,
      coalesce(p.payment_moves, 0) as moves, p.payment_status, p.payment_amount, p.payment_currency,
      (select name from merchants where id = d.merchant_id) as merchant_name,
      (select name from users where id = d.settled_by) as settled_by_name, ${tie} as tie
    from discrepancies d left join lateral (
      select status as payment_status, amount as payment_amount, currency as payment_currency, moves as payment_moves,
        created_at as asked_at, null::uuid as asked_by, api_key_id as asked_with
      from collections where id = d.collection_id
      union all
      select status, amount, currency, moves, created_at, asked_by, api_key_id from withdrawals
      where id = d.withdrawal_id) p on true`
}
