import { type Check, type Found, firstOf } from './check.ts'

/** What foreign keys would hold. None leads to payments and payouts or from them, because these lie in parts by time. */
export const referenceChecks: Check[] = [
  {
    check: 'a payment is of a customer of its merchant, if of any',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || c.id || ' is of customer ' || c.customer_id || ', who is not there' as found
        from collections c
        where c.customer_id is not null and not exists (select from customers k
          where k.id = c.customer_id and k.merchant_id = c.merchant_id)
        limit 1`),
  },
  {
    check: 'a payout is of a merchant, by a person if by any, and at a price, all of whom are there',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'withdrawal ' || w.id || case
          when m.id is null then ' is of merchant ' || w.merchant_id
          when p.id is null then ' has the price ' || w.pricing_rule_id
          else ' was asked for by ' || w.asked_by end || ', which is not there' as found
        from withdrawals w left join merchants m on m.id = w.merchant_id left join pricing_rules p on p.id = w.pricing_rule_id
          left join users u on u.id = w.asked_by
        where m.id is null or p.id is null or (w.asked_by is not null and u.id is null)
        limit 1`),
  },
  {
    check: 'what people ask about and decide is about payments and payouts that are there',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'discrepancy ' || d.id || ' is about collection ' || d.collection_id || ', which is not there' as found
        from discrepancies d
        where d.collection_id is not null and not exists (select from collections c where c.id = d.collection_id)
        union all
        select 'discrepancy ' || d.id || ' is about withdrawal ' || d.withdrawal_id || ', which is not there'
        from discrepancies d
        where d.withdrawal_id is not null and not exists (select from withdrawals w where w.id = d.withdrawal_id)
        union all
        select 'an approval is of withdrawal ' || a.withdrawal_id || ', which is not there'
        from withdrawal_approvals a
        where not exists (select from withdrawals w where w.id = a.withdrawal_id)
        limit 1`),
  },
]
