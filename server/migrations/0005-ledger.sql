-- The books: double entry, append-only, each merchant's apart, live and sandbox apart. An amount above zero gives to an
-- account, one below takes from it, so that every transaction and the whole world sum to zero.

create table ledger_accounts (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What a merchant has and owes; what a provider holds for it; what it paid us; what was deposited from outside.
  kind text not null check (kind in ('available', 'held', 'reserved', 'receivable', 'clearing', 'fees', 'deposits')),
  -- Whose clearing account it is, so that the books can be compared with that provider's own.
  provider text not null default '' check ((provider <> '') = (kind = 'clearing')),
  balance bigint not null default 0,
  -- How many entries the account has: the place of the next one in its chain.
  entries bigint not null default 0,
  -- On the account `available`, which every transaction locks: how many transactions the merchant's book has.
  transactions bigint not null default 0 check (transactions = 0 or kind = 'available'),
  -- Decided under a lock and held here all the same: nobody spends what is not there.
  constraint merchant_money_is_never_negative check (kind not in ('available', 'held', 'reserved') or balance >= 0),
  constraint merchant_debt_is_never_positive check (kind <> 'receivable' or balance <= 0),
  unique (merchant_id, environment, currency, kind, provider)
  -- Room on the page for the next version of a row: a busy account is then rewritten without touching its indexes.
) with (fillfactor = 50);

create table ledger_transactions (
  id uuid primary key,
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  currency text not null,
  -- The place among the transactions of the merchant's book; ids of several processes only nearly tell it.
  seq bigint not null check (seq > 0),
  type text not null check (type in ('collection', 'collection_fee', 'collection_reversal', 'clearance_hold',
    'clearance_release', 'withdrawal_reservation', 'withdrawal_release', 'withdrawal', 'withdrawal_fee',
    'withdrawal_reversal', 'deposit')),
  -- As the merchant sees it: one amount, in or out, and what was available after it.
  direction text not null check (direction in ('credit', 'debit')),
  amount bigint not null check (amount > 0),
  balance_after bigint not null check (balance_after >= 0),
  -- What made it happen. It is unique, so that the same cause moves money once.
  cause text not null unique,
  collection_id uuid,
  withdrawal_id uuid,
  reference text,
  description text,
  created_at timestamptz not null
);
create index ledger_transactions_of_merchant on ledger_transactions (merchant_id, environment, id desc);
create index ledger_transactions_of_collection on ledger_transactions (collection_id) where collection_id is not null;

create table ledger_entries (
  transaction_id uuid not null,
  leg smallint not null check (leg > 0),
  account_id uuid not null,
  amount bigint not null check (amount <> 0),
  -- The place in the account's chain, and the balance there.
  seq bigint not null check (seq > 0),
  balance_after bigint not null,
  primary key (transaction_id, leg),
  constraint entries_form_a_chain unique (account_id, seq)
);

-- The entries of a transaction are written by one statement, and at its end they must be complete: numbered from 1, so
-- that none is ever added, two at least, in balance, within one merchant's book. It looks once at all that a statement
-- wrote, because a look at each entry took longer than everything else. It stands for foreign keys too.
create function refuse_unbalanced() returns trigger language plpgsql
-- The plan is kept for as long as the connection: made while the tables are small, it must still fit when they are not.
set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare
  found_id uuid;
begin
  select e.transaction_id into found_id from fresh e
  left join ledger_accounts a on a.id = e.account_id
  left join ledger_transactions t on t.id = e.transaction_id
    and t.merchant_id = a.merchant_id and t.environment = a.environment and t.currency = a.currency
  group by e.transaction_id
  having count(*) < 2 or count(*) <> max(e.leg) or sum(e.amount) <> 0 or count(t.id) <> count(*)
  limit 1;
  if found then
    raise exception 'ledger transaction % does not balance', found_id
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_transactions_balance';
  end if;
  return null;
end $$;

create function refuse_without_entries() returns trigger language plpgsql
set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare
  found_id uuid;
begin
  select t.id into found_id from fresh t
  where not exists (select from ledger_entries e where e.transaction_id = t.id)
  limit 1;
  if found then
    raise exception 'ledger transaction % has no entries', found_id
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_transactions_have_entries';
  end if;
  return null;
end $$;

create trigger ledger_transactions_balance after insert on ledger_entries
  referencing new table as fresh for each statement execute function refuse_unbalanced();
create trigger ledger_transactions_have_entries after insert on ledger_transactions
  referencing new table as fresh for each statement execute function refuse_without_entries();

create trigger ledger_transactions_are_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();
create trigger ledger_transactions_are_never_emptied before truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_entries_are_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_are_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();
revoke update, delete, truncate on ledger_transactions, ledger_entries from current_user;
