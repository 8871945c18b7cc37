-- What the simulated network was paid at its counters, and for which number.
alter table network_payments add column bill_number text;
