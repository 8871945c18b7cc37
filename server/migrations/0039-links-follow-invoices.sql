-- The link of an invoice is paid by whatever pays the invoice. Those whose invoice was paid in another way, or was void when
-- money came by them, are brought in line here; from now on both move together.
update payment_links l
set paid_by = i.paid_by, paid_count = i.paid_count, updated_at = greatest(l.updated_at, i.updated_at)
from (
  select payment_link_id, paid_by, updated_at,
    (select count(*) from collections c where c.invoice_id = invoices.id and c.status = 'successful') as paid_count
  from invoices where payment_link_id is not null) i
where i.payment_link_id = l.id and (i.paid_by, i.paid_count) is distinct from (l.paid_by, l.paid_count);
