-- What was paid to an account, found however somebody writes it: with hyphens, in small letters, without its zeros. Phones have one form, and
-- an index of their own.
create index concurrently withdrawals_to_account on withdrawals
  (merchant_id, environment, ltrim(upper(replace(destination_identifier, '-', '')), '0'), id) where method = 'BANK_ACCOUNT';
