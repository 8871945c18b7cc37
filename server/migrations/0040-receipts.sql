-- What the address of a receipt ends with, after the id of its collection: 128 random bits, made with the step that says that the money has
-- come. Found by the id, so that no payment has one index more to write. Null before that, and for what was paid before there were receipts.
alter table collections add column receipt_token text;
