import { type Check, type Found, firstOf } from './check.ts'
import { isPlain } from './invoice-checks.ts'

export const dueChecks: Check[] = [
  {
    check:
      'a paid link is paid by a successful collection of its own, and one that can be paid once is paid or open',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'payment link ' || l.id || ' is ' || l.status || ', paid ' || l.paid_count || ' times and by '
          || coalesce(l.paid_by::text, 'nobody') || ' (' || coalesce(c.status, 'none') || ')' as found
        from payment_links l left join collections c on c.id = l.paid_by
        where l.invoice_id is null and (
          (l.single_use and l.paid_count > 0) <> (l.paid_by is not null)
          or l.paid_by is not null and (c.status, c.payment_link_id, c.merchant_id, c.environment, c.currency)
            is distinct from ('successful', l.id, l.merchant_id, l.environment, l.currency)
          or c.amount <> l.amount)
        limit 1`),
  },
  {
    check: 'an invoice and its link name each other, ask for the same and are paid by the same',
    // Who pays an invoice is looked at with invoices, and what is void is paid by nobody.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'payment link ' || coalesce(l.id::text, 'nothing') || ' is paid by ' || coalesce(l.paid_by::text, 'nobody')
          || ', invoice ' || coalesce(i.id::text, 'nothing') || ' (' || coalesce(i.status, 'none') || ') by '
          || coalesce(i.paid_by::text, 'nobody') as found
        from (select * from payment_links where invoice_id is not null) l
        full join (select * from invoices where payment_link_id is not null) i on i.payment_link_id = l.id
        where (i.id, i.merchant_id, i.environment, i.currency, i.paid_by)
            is distinct from (l.invoice_id, l.merchant_id, l.environment, l.currency, l.paid_by)
          or l.single_use = i.allow_part_payment or i.status in ('VOID', 'CREDITED') and l.status <> 'INACTIVE'
          or i.status in ('SENT', 'PARTIALLY_PAID')
            and coalesce(l.amount, l.max_amount) <> i.total - coalesce(i.amount_paid, 0) - i.amount_credited
          or i.status in ('PAID', 'VOID') and l.amount <> i.total and ${isPlain(tx)}
        limit 1`),
  },
  {
    check: 'the counts and sums of payment links equal their successful collections',
    // By its link or not, whatever is paid for an invoice is paid for its link.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'payment link ' || coalesce(l.id, c.id) || ' counts ' || coalesce(l.paid_count, 0) || ' payments and has '
          || coalesce(c.paid, 0) || ', sums up to ' || coalesce(l.paid_amount, 0) || ' and has ' || coalesce(c.amount, 0) as found
        from payment_links l
        full join (
          select link as id, count(*) as paid, sum(amount) as amount from (
            select payment_link_id as link, id, amount from collections
            where payment_link_id is not null and status = 'successful'
            union
            select i.payment_link_id, c.id, c.amount from invoices i join collections c on c.invoice_id = i.id
            where i.payment_link_id is not null and c.status = 'successful') paying
          group by 1) c on c.id = l.id
        where l.id is null or l.paid_count <> coalesce(c.paid, 0)
          or l.paid_summed = l.paid_count and l.paid_amount <> coalesce(c.amount, 0)
        limit 1`),
  },
  {
    check: 'whoever paid a link that was paid already is told to a person',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || c.id || ' paid the payment link ' || l.id || ', which ' || l.paid_by || ' pays' as found
        from payment_links l join collections c on c.payment_link_id = l.id
        where l.single_use and l.invoice_id is null and c.status = 'successful' and c.id is distinct from l.paid_by and not exists (
          select from discrepancies d where d.collection_id = c.id and d.kind = 'paid_twice')
        limit 1`),
  },
]
