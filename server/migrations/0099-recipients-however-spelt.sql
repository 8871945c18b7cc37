-- The account of a recipient who is blocked, found however somebody writes it: with hyphens, in small letters, without its zeros.
create index concurrently recipients_however_spelt on recipients
  (merchant_id, environment, method, destination_code, ltrim(upper(replace(destination_identifier, '-', '')), '0'));
