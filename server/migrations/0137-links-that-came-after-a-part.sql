-- A link that was made after a part of its invoice had been paid began at nothing: where such a payment went back the count would have
-- gone below zero, and where the rest was credited nothing would have paid it. The few that are wrong are locked, as whoever pays them
-- does, and then counted; their sums are marked, and made anew by the service itself.
select l.id from payment_links l
where l.invoice_id is not null
  and l.paid_count <> (select count(*) from collections c where c.invoice_id = l.invoice_id and c.status = 'successful')
order by l.id for update;
update payment_links l
set paid_summed = -1,
  paid_count = (select count(*) from collections c where c.invoice_id = l.invoice_id and c.status = 'successful')
where l.invoice_id is not null
  and l.paid_count <> (select count(*) from collections c where c.invoice_id = l.invoice_id and c.status = 'successful');
