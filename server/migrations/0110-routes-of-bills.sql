-- Lists of providers for control numbers.
alter table provider_routes
  drop constraint provider_routes_method_check,
  add constraint provider_routes_method_check check (method in ('USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR',
    'BILL_PAY', 'MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA')) not valid;
