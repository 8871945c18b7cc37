import type { World } from '../../../server/src/world/world.ts'

const hotAccount = '00000000-0000-4000-8000-000000000001'
const otherAccount = '00000000-0000-4000-8000-000000000002'

/**
 * What the usual ledger in SQL does for each transfer: lock both accounts in order, write the transaction and its two
 * entries with their balances, update both accounts. It keeps the same rows as ours, in tables of the same shape.
 */
export async function openRowLocks(
  { sql, newId }: World,
  merchantId: string,
): Promise<() => Promise<number>> {
  await sql.unsafe(`
    create table bench_accounts (id uuid primary key, balance bigint not null, entries bigint not null);
    insert into bench_accounts values
      ('${hotAccount}', 0, 0), ('${otherAccount}', 0, 0);
    create table bench_transactions (like ledger_transactions including all);
    create table bench_entries (like ledger_entries including all);
    create function bench_transfer(transfer uuid, merchant uuid, debit uuid, credit uuid, moved bigint) returns void
    language plpgsql as $$
    declare
      debited bench_accounts;
      credited bench_accounts;
    begin
      perform from bench_accounts where id in (debit, credit) order by id for update;
      update bench_accounts set balance = balance - moved, entries = entries + 1 where id = debit
        returning * into debited;
      update bench_accounts set balance = balance + moved, entries = entries + 1 where id = credit
        returning * into credited;
      insert into bench_transactions (id, merchant_id, environment, currency, seq, type, direction, amount,
        balance_after, cause, created_at)
      values (transfer, merchant, 'live', 'TZS', credited.entries, 'collection', 'credit', moved, credited.balance,
        'bench ' || transfer, clock_timestamp());
      insert into bench_entries values (transfer, 1, debit, -moved, debited.entries, debited.balance),
        (transfer, 2, credit, moved, credited.entries, credited.balance);
    end $$`)
  return async () => {
    await sql`select bench_transfer(${newId()}, ${merchantId}, ${otherAccount}, ${hotAccount}, 100000)`
    return 1
  }
}
