import { recountDays } from '../../server/src/figures/recount-days.ts'
import { sumUpDays } from '../../server/src/figures/sum-up-days.ts'
import type { World } from '../../server/src/world/world.ts'

const rowsAtOnce = 10_000

/** Collections as they pile up over a year: most of them successful, one every half minute. Returns one from the middle. */
export async function fillCollections(
  { sql, clock }: World,
  merchantId: string,
  count: number,
): Promise<string> {
  return await sql.unhurried((patient) => fill({ sql: patient, clock }, merchantId, count))
}

async function fill(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  merchantId: string,
  count: number,
): Promise<string> {
  const startMs = Date.now() - count * 30_000
  for (let done = 0; done < count; done += rowsAtOnce) {
    await sql`
      with made as (
        select n, ${startMs}::bigint + n * 30000 as ms,
          case when n % 10 = 0 then 'failed' else 'successful' end as status
        from generate_series(${done}::bigint, ${Math.min(done + rowsAtOnce, count) - 1}::bigint) as n
      ), named as (
        select *, (lpad(to_hex(ms), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid as id,
          to_timestamp(ms / 1000.0) as at from made
      )
      insert into collections (id, merchant_id, environment, family, method, status, amount, currency, reference,
        customer_phone, provider, provider_reference, provider_payment_status, created_at, updated_at, completed_at)
      select id, ${merchantId}, 'sandbox', 'B', 'USSD_PUSH', status, 100000, 'TZS', 'order-' || n, '255712345678', 'sandbox',
        'MLP' || upper(replace(id::text, '-', '')), 'COMPLETED', at, at, at
      from named`
  }
  // Counted anew, because a merchant may be filled twice.
  await sql`delete from collection_counts where merchant_id = ${merchantId}`
  await sql`
    insert into collection_counts (merchant_id, environment, method, status, change)
    select merchant_id, environment, method, status, count(*) from collections
    where merchant_id = ${merchantId} group by 1, 2, 3, 4`
  // As the service counts what was there before it kept count.
  await sql`update collection_day_recounts set due = array[now()]`
  await recountDays({ sql, clock })
  await sumUpDays(sql)
  await sql`analyze collections, collection_days`
  const middle = new Date(startMs + Math.floor(count / 2) * 30_000).getTime()
  const [row] = await sql<{ id: string }[]>`
    select id from collections where merchant_id = ${merchantId}
      and id >= (lpad(to_hex(${middle}::bigint), 12, '0') || '70000000000000000000')::uuid
    order by id limit 1`
  return row?.id ?? ''
}
