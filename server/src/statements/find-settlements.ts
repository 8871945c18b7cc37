import type { Environment, Settlement } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import { networkIn } from '../figures/figures.ts'
import { type ListQuery, readPage } from '../http/http.ts'
import { defaultCurrency } from '../ledger/ledger.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { beginningOf, endOf } from '../primitives/instant.ts'
import { textFromMinor } from '../primitives/money.ts'

type Shown = Static<typeof Settlement>
type Owner = { merchantId: string; environment: Environment }
type Filter = { currency?: string; from?: string; to?: string }

type SettlementRow = Pick<Shown, 'id' | 'day' | 'provider' | 'currency' | 'count' | 'unreconciled'> & {
  network: string
  gross: bigint
  fees: bigint
  refunds: bigint
  reversals: bigint
}

/** Their ids begin with their day, so that the newest day comes first and a period is a range of them. */
export function listSettlements(sql: Database, owner: Owner, query: ListQuery & Filter) {
  const { currency = defaultCurrency, from, to } = query
  const first = from === undefined ? null : beginningOf(from)
  const end = to === undefined ? null : endOf(to)
  return readPage(sql, query, {
    rows: sql`
      select s.id, s.day::text as day, s.provider, s.network, s.currency, s.count, s.gross, s.fees, s.refunds, s.reversals,
        ${unreconciled(sql)} as unreconciled
      from settlements s
      where s.merchant_id = ${owner.merchantId} and s.environment = ${owner.environment} and s.currency = ${currency}
        ${first === null ? sql`` : sql`and s.id >= ${lowestIdAt(first.getTime())}`}
        ${end === null ? sql`` : sql`and s.id < ${lowestIdAt(end.getTime())}`}`,
    show: showSettlement,
  })
}

/**
 * Until a provider's list of that day was compared with our books, all of them; after it those that it lacks or tells otherwise. The last
 * comparison counts.
 */
function unreconciled(sql: Database) {
  return sql`coalesce((
    select (select count(*) from reconciliation_findings f
      cross join lateral (select ${networkIn(sql)} as network, currency from collections where id = f.collection_id offset 0) c
      where f.reconciliation_id = r.id and f.merchant_id = s.merchant_id and f.about = 'collection' and f.our_state = 'paid'
        and f.kind <> 'settled' and c.network = s.network and c.currency = s.currency)
    from (select id, status, covers from reconciliations
      where provider = s.provider and day = s.day and environment = s.environment offset 0) r
    where r.status = 'done' and 'collection' = any(r.covers)
    order by r.id desc limit 1), s.count)::int`
}

function showSettlement(row: SettlementRow): Shown {
  const { id, day, provider, network, currency, count, gross, fees, refunds, reversals, unreconciled } = row
  return {
    ...{ id, day, provider, currency, count, unreconciled },
    network: (network === '' ? null : network) as Shown['network'],
    gross: textFromMinor(gross),
    fees: textFromMinor(fees),
    refunds: textFromMinor(refunds),
    reversals: textFromMinor(reversals),
    net: textFromMinor(gross - fees - refunds - reversals),
  }
}
