import type { ProviderStanding } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { Provider, ProviderState, Registry } from '../providers/providers.ts'

type Standing = Static<typeof ProviderStanding>

/** More than anybody would look through; what is beyond is not counted. */
const mostCounted = 10_000

type Found = {
  provider: string
  state: ProviderState | null
  since: Date | null
  amount: bigint | null
  currency: string | null
  read_at: Date | null
  sent: bigint | null
  low_at: bigint | null
  low_since: Date | null
  short_since: Date | null
  open_collections: number
  open_withdrawals: number
  breakers: Standing['breakers']
  last_errors: Standing['last_errors']
}

/** How these providers stand, as all processes together have seen them. */
export async function showProviders(
  sql: Database | Transaction,
  registry: Registry,
  lowFloat: bigint,
  names: readonly string[],
): Promise<Standing[]> {
  const found = await sql<Found[]>`
    select asked.provider, s.state, s.since, f.amount, f.currency, f.read_at, f.sent, f.low_at, f.low_since, f.short_since,
      (select count(*)::int from (select from collections c where c.environment = 'live' and c.provider = asked.provider
        and c.due_at is not null limit ${mostCounted}) c) as open_collections,
      (select count(*)::int from (select from withdrawals w where w.environment = 'live' and w.provider = asked.provider
        and w.completed_at is null limit ${mostCounted}) w) as open_withdrawals,
      (select coalesce(json_agg(b order by b.call), '[]') from (
        select call, count(*)::int as processes, max(silences) as silences, min(opened_at) as opened_at, max(try_at) as try_at
        from provider_breakers where environment = 'live' and provider = asked.provider group by call) b) as breakers,
      (select coalesce(json_agg(e order by e.at desc), '[]') from (
        select at, call, said from provider_errors where environment = 'live' and provider = asked.provider) e) as last_errors
    from unnest(${[...names]}::text[]) with ordinality as asked (provider, place)
    left join provider_states s on s.provider = asked.provider
    left join provider_floats f on f.provider = asked.provider
    order by asked.place`
  return found.map((row) => standingOf(registry, registry.providerOf(row), row, lowFloat))
}

function standingOf(registry: Registry, provider: Provider, row: Found, lowFloat: bigint): Standing {
  const { can, name } = provider
  return {
    name,
    state: row.state ?? 'on',
    since: row.since?.toISOString() ?? null,
    is_default: registry.defaultOf('live') === name,
    collections: carriedOf(can),
    payouts: carriedOf(can.payOuts),
    cancels: provider.cancel !== undefined,
    tells_float: provider.balance !== undefined,
    breakers: row.breakers.map((breaker) => ({
      ...breaker,
      opened_at: instant(breaker.opened_at),
      try_at: instant(breaker.try_at),
    })),
    float: floatOf(row, lowFloat),
    open_collections: row.open_collections,
    open_withdrawals: row.open_withdrawals,
    last_errors: row.last_errors.map((error) => ({ ...error, at: instant(error.at) })),
  }
}

function floatOf(row: Found, lowFloat: bigint): Standing['float'] {
  return {
    amount: row.amount === null ? null : textFromMinor(row.amount),
    currency: row.currency,
    read_at: row.read_at?.toISOString() ?? null,
    sent_since: textFromMinor(row.sent ?? 0n),
    low_at: textFromMinor(row.low_at ?? lowFloat),
    low_since: row.low_since?.toISOString() ?? null,
    short_since: row.short_since?.toISOString() ?? null,
  }
}

function carriedOf({ methods, currencies, amounts }: Provider['can'] | Provider['can']['payOuts']) {
  return {
    methods: [...methods],
    currencies: [...currencies],
    minimum: textFromMinor(amounts.least),
    maximum: textFromMinor(amounts.most),
  }
}

/** As the database writes it in JSON, in the form of every other. */
function instant(text: string): string {
  return new Date(text).toISOString()
}
