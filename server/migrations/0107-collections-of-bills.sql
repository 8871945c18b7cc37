-- What was paid for a control number, and for which. No order was sent for it.
alter table collections
  add column control_number_id uuid,
  drop constraint collections_method_check,
  add constraint collections_method_check
    check (method in ('USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR', 'BILL_PAY')) not valid,
  add constraint bills_have_a_number check ((method is not distinct from 'BILL_PAY') = (control_number_id is not null)) not valid;
