import type { Database } from '../../src/database/database.ts'
import { type Owner, rowsOf } from './rows-of-lists.ts'

/** More than a page and any slack of time; few enough to be written in a moment. */
export const filled = 4_000

/** The nth row was made so long ago that the newest is of a minute ago. */
const everySeconds = 30

/** Writes past every trigger, as a superuser may: what the rows mean to each other does not matter here. */
export async function fillLists(superuser: Database, owner: Owner): Promise<void> {
  await superuser.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica; set local statement_timeout = 0')
    for (const [table, columns] of Object.entries(rowsOf(owner))) {
      await tx.unsafe(`
        insert into ${table} (${Object.keys(columns).join(', ')})
        select ${Object.values(columns).join(', ')} from (
          select n, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid as id,
            at, decode(md5(n::text) || md5(n::text), 'hex') as hash
          from (
            select n, now() - (${filled} - n) * interval '${everySeconds} seconds' - interval '1 minute' as at
            from generate_series(1, ${filled}) as n
          ) as numbered
        ) as row`)
    }
    await tx.unsafe(`
      insert into ledger_accounts (id, merchant_id, environment, currency, kind, transactions)
      values (gen_random_uuid(), '${owner.merchantId}', 'sandbox', 'TZS', 'available', ${filled})
      on conflict (merchant_id, environment, currency, kind, provider) do update set transactions = ${filled}`)
    await tx.unsafe(`
      insert into collection_counts (merchant_id, environment, method, status, change)
      values ('${owner.merchantId}', 'sandbox', 'USSD_PUSH', 'successful', ${filled})`)
    // The collection that the exchanges are of goes by the id of the merchant.
    await tx.unsafe(`
      insert into collections (id, merchant_id, environment, family, amount, currency, status, provider, provider_reference, created_at, updated_at)
      values ('${owner.merchantId}', '${owner.merchantId}', 'sandbox', 'B', 100, 'TZS', 'created', 'sandbox', 'MLPX', now(), now())`)
    // So does the invoice that the credit notes are of.
    await tx.unsafe(`
      insert into invoices (id, merchant_id, environment, number, token, status, customer_name, customer_phone, items, subtotal, tax, total,
        currency, due_date, created_at, updated_at)
      values ('${owner.merchantId}', '${owner.merchantId}', 'sandbox', 999999999, 'of-credit-notes', 'SENT', 'Asha', '255713000000', '[]', 100, 0, 100,
        'TZS', now(), now(), now())`)
    // So does the run that the findings are of.
    await tx.unsafe(`
      insert into reconciliations (id, environment, provider, day, source, covers, night, status, created_at)
      values ('${owner.merchantId}', 'sandbox', 'sandbox', now(), 'list', '{collection}', now(), 'done', now())`)
    for (const kind of [
      'collections',
      'withdrawals',
      'payment_links',
      'invoices',
      'customers',
      'recipients',
    ]) {
      await tx.unsafe(`
        insert into metadata_words (word, id)
        select metadata_word(merchant_id, environment, '${kind}', 'shop', 'Kariakoo'), id from ${kind}
        where merchant_id = '${owner.merchantId}'`)
    }
    await tx.unsafe('analyze')
  })
}
