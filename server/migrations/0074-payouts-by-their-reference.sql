-- What merchants call a payout in their own books is looked for as often as what they call a payment.
create index concurrently withdrawals_by_reference on withdrawals (merchant_id, environment, merchant_reference, id)
  where merchant_reference is not null;
