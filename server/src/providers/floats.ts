import type { Database } from '../database/database.ts'
import type { Chore } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import type { Float } from './provider.ts'
import type { Registry } from './registry.ts'

/** While something is to be sent the figure should be of the last minute; otherwise often enough to warn before it matters. */
const [busyMs, idleMs] = [60_000, 600_000]

/** What was sent so shortly before the question may still be on its way, and in the figure nobody has counted it. */
const inFlightMs = 30_000

type FloatReader = {
  world: World
  registry: Registry
  /** The setting, for providers of which nobody has said anything else. */
  lowFloat: bigint
  /** Told once each time that a float falls below it. */
  onLow(low: { provider: string; amount: bigint; currency: string; lowAt: bigint }): void
}

export function floatChore(reader: FloatReader): Chore {
  return { name: 'floats.read', everyMs: 5_000, work: () => readFloats(reader) }
}

/** Asks those whose figure is due, through a lane of such questions. Returns how many were asked. */
export async function readFloats(reader: FloatReader): Promise<number> {
  const { registry } = reader
  const asked = registry.names().filter((provider) => {
    const carried = { provider, environment: 'live' as const }
    const isLive = registry.environmentOf(carried) === 'live'
    return isLive && registry.named(provider)?.balance !== undefined && registry.hasRoom(carried, 'balance')
  })
  const due = await claim(reader.world, asked)
  await Promise.all(due.map((one) => readFloat(reader, one)))
  return due.length
}

type Claimed = { provider: string; sent: bigint }

/** Of all processes one asks. */
async function claim({ sql, clock }: World, providers: string[]): Promise<Claimed[]> {
  if (providers.length === 0) return []
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  return await sql<Claimed[]>`
    insert into provider_floats as f (provider, asked_at)
    select provider, ${now} from unnest(${providers}::text[]) as asked (provider)
    on conflict (provider) do update set asked_at = excluded.asked_at
      where f.asked_at is null or f.asked_at <= ${before(idleMs)} or (f.asked_at <= ${before(busyMs)} and exists (
        select from withdrawals w where w.environment = 'live' and w.provider = f.provider and w.due_at is not null
          and case when w.status = 'PENDING_ADMIN_APPROVAL' then 'approve'
            when w.status = 'PROCESSING' and w.attempts = 0 then 'send' else 'ask' end = 'send'))
    returning f.provider, f.sent`
}

async function readFloat({ world, registry, lowFloat, onLow }: FloatReader, asked: Claimed): Promise<void> {
  const { provider } = asked
  const began = world.clock.now()
  const float = await registry.ask<Float>(
    { provider, environment: 'live', provider_reference: null },
    'balance',
    async (one, signal) => (one.balance ? await one.balance(signal) : cannot),
  )
  if (float.kind !== 'known') return
  const { amount, currency } = float
  const [kept] = await world.sql<{ low_at: bigint; is_low: boolean; was_low: boolean }[]>`
    with before as (
      select provider, low_since is not null as was_low, coalesce(low_at, ${lowFloat}) as low_at
      from provider_floats where provider = ${provider}
    )
    update provider_floats f
    set amount = ${amount}, currency = ${currency}, read_at = ${began},
      sent = greatest(0, f.sent - ${asked.sent}) + (select coalesce(sum(w.amount), 0) from withdrawals w
        where w.environment = 'live' and w.provider = ${provider} and w.due_at is not null
          and case when w.status = 'PENDING_ADMIN_APPROVAL' then 'approve'
            when w.status = 'PROCESSING' and w.attempts = 0 then 'send' else 'ask' end = 'ask'
          and w.sent_at between ${new Date(began.getTime() - inFlightMs)} and ${began}),
      low_since = case when ${amount}::bigint < before.low_at then coalesce(f.low_since, ${began}) end,
      short_since = case when f.short_since is not null and f.amount is not distinct from ${amount}::bigint then f.short_since end
    from before where f.provider = before.provider
    returning before.low_at, f.low_since is not null as is_low, before.was_low`
  if (kept?.is_low && !kept.was_low) onLow({ provider, amount, currency, lowAt: kept.low_at })
}

const cannot = { kind: 'unknown', because: 'The provider tells no float.', answered: true } as const

/** What providers have said, for whoever watches. */
export type ToldFloat = {
  provider: string
  currency: string
  amount: bigint
  is_low: boolean
  is_short: boolean
}

export async function readToldFloats(sql: Database): Promise<ToldFloat[]> {
  return await sql<ToldFloat[]>`
    select provider, currency, amount, low_since is not null as is_low, short_since is not null as is_short
    from provider_floats where amount is not null order by provider`
}
