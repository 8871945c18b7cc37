import { type Check, type Found, firstOf } from './check.ts'

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
        where i.status = 'PAID' and (c.status, c.invoice_id, c.merchant_id, c.environment, c.amount, c.currency)
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
        where c.invoice_id is not null and c.status = 'successful' and i.paid_by is distinct from c.id
          and (i.status not in ('PAID', 'VOID') or not exists (select from discrepancies d
            where d.collection_id = c.id
              and d.kind = case i.status when 'VOID' then 'paid_after_void' else 'paid_twice' end))
        limit 1`),
  },
]
