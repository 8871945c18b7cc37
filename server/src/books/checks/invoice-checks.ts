import type { Transaction } from '../../database/database.ts'
import { type Check, type Found, firstOf } from './check.ts'

/**
 * One that a single payment pays, of which nothing was given back or credited: all or nothing. Others are looked at by their figures.
 * What an older version did to it is right as well, and counts nothing besides.
 */
export const isPlain = (
  tx: Transaction,
) => tx`not i.allow_part_payment and i.amount_credited = 0 and not exists (
  select from collections g where g.invoice_id = i.id and (g.refunds_reckoned > 0 or g.credited > 0))`

export const invoiceChecks: Check[] = [
  {
    check: 'the invoices of a merchant are numbered from 1, without gaps',
    look: (tx) =>
      firstOf(tx<Found>`
        select environment || ' invoices of merchant ' || merchant_id || ' are ' || coalesce(i.count, 0) || ', numbered '
          || coalesce(i.least, 0) || ' to ' || coalesce(i.most, 0) || ', and the counter stands at ' || coalesce(n.last, 0) as found
        from (select merchant_id, environment, count(*) as count, min(number) as least, max(number) as most
          from invoices group by merchant_id, environment) i
        full join invoice_numbers n using (merchant_id, environment)
        where (i.count, i.least, i.most, n.last) is distinct from (i.count, 1::bigint, i.count, i.count) or i.count is null
        limit 1`),
  },
  {
    check: 'an invoice comes to the sum of its lines and their taxes, each rounded half up',
    // From the texts of the items, in the arithmetic of the database: a mistake in ours is seen here.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'invoice ' || i.id || ' comes to ' || i.subtotal || ' and ' || i.tax || ', its lines to ' || l.amount || ' and '
          || l.tax as found
        from invoices i
        cross join lateral (
          select sum(amount) as amount, sum(round(amount * percent / 100)) as tax
          from (
            select round((item->>'quantity')::numeric * (item->>'unit_price')::numeric * 100) as amount,
              coalesce((item->>'tax_percent')::numeric, 0) as percent
            from json_array_elements(i.items) item) line) l
        where (i.subtotal, i.tax) is distinct from (l.amount, l.tax)
        limit 1`),
  },
  {
    check: 'a paid invoice is paid by a successful collection of its own, for exactly its total',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'invoice ' || i.id || ' (' || i.status || ') is paid by ' || coalesce(i.paid_by::text, 'nothing')
          || coalesce(' (' || c.status || ' ' || c.amount || ' ' || c.currency || ')', '') as found
        from invoices i left join collections c on c.id = i.paid_by
        where i.status = 'PAID' and ${isPlain(tx)} and (c.status, c.invoice_id, c.merchant_id, c.environment, c.amount, c.currency)
          is distinct from ('successful', i.id, i.merchant_id, i.environment, i.total, i.currency)
        limit 1`),
  },
  {
    check: 'every successful collection for an invoice pays it, or a person was told',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || c.id || ' succeeded for invoice ' || c.invoice_id || ' (' || coalesce(i.status, 'none')
          || '), which is paid by ' || coalesce(i.paid_by::text, 'nothing') as found
        from collections c left join invoices i on i.id = c.invoice_id
        where c.invoice_id is not null and c.status = 'successful' and i.paid_by is distinct from c.id and ${isPlain(tx)}
          and (i.status not in ('PAID', 'VOID') or not exists (select from discrepancies d
            where d.collection_id = c.id
              and d.kind = case i.status when 'VOID' then 'paid_after_void' else 'paid_twice' end))
        limit 1`),
  },
  {
    check:
      'what an invoice says was paid and credited is what its payments and credit notes come to, and its state follows from that',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'invoice ' || f.id || ' (' || f.status || ') of ' || f.total || ' says ' || f.amount_paid || ' paid and ' || f.amount_credited
          || ' credited, its payments come to ' || f.paid || ' and its credit notes to ' || f.credited as found
        from (
          select i.id, i.status, i.total, i.amount_paid, i.amount_credited,
            coalesce((select sum(greatest(0, c.amount - coalesce(c.refunds_reckoned, 0) - coalesce(c.credited, 0))) from collections c
              where c.invoice_id = i.id and c.status = 'successful'), 0) as paid,
            coalesce((select sum(n.amount) from credit_notes n where n.invoice_id = i.id), 0) as credited
          from invoices i where not (${isPlain(tx)}) and i.status not in ('DRAFT', 'VOID')
          union all
          select i.id, i.status, i.total, 0, i.amount_credited, 0,
            coalesce((select sum(n.amount) from credit_notes n where n.invoice_id = i.id), 0)
          from invoices i where i.status in ('DRAFT', 'VOID')) f
        where f.amount_credited <> f.credited or f.status not in ('DRAFT', 'VOID') and (f.amount_paid is distinct from f.paid
          or f.status <> case when f.total > f.paid + f.credited then case when f.paid > 0 then 'PARTIALLY_PAID' else 'SENT' end
            when f.credited = f.total then 'CREDITED' else 'PAID' end)
        limit 1`),
  },
  {
    check: 'an invoice that is paid in several ways names a successful payment of its own',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'invoice ' || i.id || ' is paid by ' || i.paid_by || ' (' || coalesce(c.status, 'none') || ')' as found
        from invoices i left join collections c on c.id = i.paid_by
        where i.status = 'PAID' and not (${isPlain(tx)}) and (c.status, c.invoice_id, c.merchant_id, c.environment, c.currency)
          is distinct from ('successful', i.id, i.merchant_id, i.environment, i.currency)
        limit 1`),
  },
  {
    check: 'whatever was paid beyond an invoice was told to a person, or came back by a refund',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'invoice ' || i.id || ' of ' || i.total || ' has ' || i.amount_paid || ' paid and ' || i.amount_credited || ' credited, and nobody was told'
          as found
        from invoices i
        where i.status in ('PAID', 'CREDITED') and i.amount_paid + i.amount_credited > i.total and not exists (
          select from collections c join discrepancies d on d.collection_id = c.id
          where c.invoice_id = i.id and d.kind in ('overpaid', 'paid_twice'))
          and not exists (select from credit_notes n join withdrawals w on w.id = n.refund_id
            where n.invoice_id = i.id and w.status = 'REVERSED')
        limit 1`),
  },
  {
    check: 'the credit notes of a merchant are numbered from 1, without gaps',
    look: (tx) =>
      firstOf(tx<Found>`
        select environment || ' credit notes of merchant ' || merchant_id || ' are ' || coalesce(c.count, 0) || ', numbered '
          || coalesce(c.least, 0) || ' to ' || coalesce(c.most, 0) || ', and the counter stands at ' || coalesce(n.last, 0) as found
        from (select merchant_id, environment, count(*) as count, min(number) as least, max(number) as most
          from credit_notes group by merchant_id, environment) c
        full join credit_note_numbers n using (merchant_id, environment)
        where (c.count, c.least, c.most, n.last) is distinct from (c.count, 1::bigint, c.count, c.count) or c.count is null
        limit 1`),
  },
  {
    check: 'a credit note is of its invoice, and of its items or refund',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'credit note ' || n.id || ' of ' || n.amount || ' (' || n.tax || ' tax) does not fit its invoice ' || n.invoice_id
          || coalesce(', its lines of ' || l.total || ' (' || l.tax || ' tax)', '') || coalesce(', or its refund of ' || w.amount, '') as found
        from credit_notes n join invoices i on i.id = n.invoice_id
        left join withdrawals w on w.id = n.refund_id
        left join collections c on c.id = w.collection_id
        left join lateral (
          select sum(amount) + sum(round(amount * percent / 100)) as total, sum(round(amount * percent / 100)) as tax
          from (
            select round((item->>'quantity')::numeric * (item->>'unit_price')::numeric * 100) as amount,
              coalesce((item->>'tax_percent')::numeric, 0) as percent
            from json_array_elements(n.items) item) line) l on n.items is not null
        where (n.merchant_id, n.environment, n.currency) is distinct from (i.merchant_id, i.environment, i.currency)
          or n.items is not null and (n.amount, n.tax) is distinct from (l.total, l.tax)
          or n.refund_id is not null and (w.amount is null or n.amount > w.amount or n.given_back <> n.amount or not w.credit_note
            or w.status not in ('SUCCESS', 'REVERSED') or c.invoice_id is distinct from n.invoice_id)
        limit 1`),
  },
  {
    check: 'what credit notes say was given back outside is taken off the payments of their invoice',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'invoice ' || coalesce(n.invoice_id, c.invoice_id) || ' has credit notes for ' || coalesce(n.outside, 0)
          || ' given back outside, and its payments say ' || coalesce(c.credited, 0) as found
        from (select invoice_id, sum(given_back) as outside from credit_notes where refund_id is null group by invoice_id) n
        full join (select invoice_id, sum(credited) as credited from collections where credited > 0 group by invoice_id) c
          using (invoice_id)
        where coalesce(n.outside, 0) <> coalesce(c.credited, 0)
        limit 1`),
  },
  {
    check:
      'what invoices count of refunds is what was paid of them, and it is credited unless they were told not to or it was too much',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || id || ' has ' || coalesce(c.refunds_reckoned, 0) || ' of its refunds counted by its invoice, and they come to '
          || coalesce(r.amount, 0) as found
        from (select id, refunds_reckoned from collections where refunds_reckoned is not null) c
        full join (select collection_id as id, sum(amount) as amount, bool_and(status in ('SUCCESS', 'REVERSED')) as are_paid
          from withdrawals where reckoned group by collection_id) r using (id)
        where coalesce(c.refunds_reckoned, 0) <> coalesce(r.amount, 0) or not r.are_paid
        union all
        select 'refund ' || w.id || ' of ' || w.amount || ' was paid and credits nothing of invoice ' || i.id
        from withdrawals w join collections c on c.id = w.collection_id join invoices i on i.id = c.invoice_id
        where w.reckoned and w.credit_note and w.status = 'SUCCESS' and i.status <> 'VOID'
          -- What went back twice was paid once: there is nothing to credit.
          and coalesce(c.refunds_reckoned, 0) + coalesce(c.credited, 0) <= c.amount
          and not exists (select from credit_notes n where n.refund_id = w.id)
          and not exists (select from collections o join discrepancies d on d.collection_id = o.id
            where o.invoice_id = i.id and d.kind in ('overpaid', 'paid_twice'))
          and not exists (select from collections o join withdrawals back on back.collection_id = o.id
            where o.invoice_id = i.id and back.kind = 'refund' and back.status = 'REVERSED')
        limit 1`),
  },
]
