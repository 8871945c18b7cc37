import type { World } from '../../server/src/world/world.ts'

const rowsAtOnce = 50_000

/** A book as it grows over years: collections, one every half minute, each of one shilling. */
export async function fillTransactions({ sql }: World, merchantId: string, count: number): Promise<void> {
  const startMs = Date.now() - count * 30_000
  const [available, clearing] = await sql<{ id: string }[]>`
    insert into ledger_accounts (id, merchant_id, environment, currency, kind, provider, balance, entries, transactions)
    values (gen_random_uuid(), ${merchantId}, 'sandbox', 'TZS', 'available', '', ${count * 100}, ${count}, ${count}),
      (gen_random_uuid(), ${merchantId}, 'sandbox', 'TZS', 'clearing', 'sandbox', ${-count * 100}, ${count}, 0)
    returning id`
  for (let done = 0; done < count; done += rowsAtOnce) {
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`
      await tx`
        with named as (
          select n, to_timestamp((${startMs}::bigint + n * 30000) / 1000.0) as at,
            (lpad(to_hex(${startMs}::bigint + n * 30000), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid as id
          from generate_series(${done + 1}::bigint, ${Math.min(done + rowsAtOnce, count)}::bigint) as n
        ), entries as (
          insert into ledger_entries (transaction_id, leg, account_id, amount, seq, balance_after)
          select id, leg, account, 100 * sign, n, 100 * sign * n
          from named, (values (1, ${available?.id ?? null}::uuid, 1), (2, ${clearing?.id ?? null}::uuid, -1)) as legs (leg, account, sign)
        )
        insert into ledger_transactions (id, merchant_id, environment, currency, seq, type, direction, amount,
          balance_after, cause, reference, created_at)
        select id, ${merchantId}, 'sandbox', 'TZS', n, 'collection', 'credit', 100, 100 * n, ${`bench:${merchantId}:`} || n, 'order-' || n, at
        from named`
    })
  }
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`analyze ledger_transactions`
  })
}
