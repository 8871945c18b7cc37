-- Who else has paid an invoice is looked for when its payment goes back.
create index concurrently collections_of_invoice on collections (invoice_id, id) where invoice_id is not null;
