-- What lies ready at a provider is added up from the books of all merchants who were paid from it: only those are read.

create index concurrently ledger_accounts_of_payouts on ledger_accounts (environment, currency, provider)
  where kind = 'payout_clearing';
