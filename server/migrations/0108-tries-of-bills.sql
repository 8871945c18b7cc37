-- A bill has one try, under the receipt of its provider.
alter table collection_tries
  drop constraint collection_tries_method_check,
  add constraint collection_tries_method_check
    check (method in ('USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR', 'BILL_PAY')) not valid;
