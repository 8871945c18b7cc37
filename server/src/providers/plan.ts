import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import type { Down, Pin } from './holds.ts'
import type { LaneCall, LaneName } from './lanes.ts'
import type { CollectionMethod, PayOutMethod } from './provider.ts'
import { neverRestored, type Restored, readRestored } from './restores.ts'

export type RoutedMethod = CollectionMethod | PayOutMethod

/** `draining` gets nothing new; `paused` is also sent nothing. Whatever is open is asked about and believed all the same. */
export type ProviderState = 'on' | 'draining' | 'paused'

/** Which providers carry whose payments, in their order. Null is everybody, and everything. */
export type RouteList = {
  merchantId: string | null
  method: RoutedMethod | null
  providers: readonly string[]
}

/** A kind of call that some process makes no more for a while, because nobody answers. */
export type Rest = { provider: string; environment: Environment; call: LaneCall; tryAtMs: number }

/** All that new rows are routed by, apart from what this process has seen itself. */
export type Plan = {
  listOf(merchantId: string | null, method: RoutedMethod | null): readonly string[] | undefined
  stateOf(provider: string): ProviderState
  rests: readonly Rest[]
  /** Those whose float is too small for what is to be paid out next. */
  short: ReadonlySet<string>
  /** How networks are for money that leaves, where that is said or was judged to be bad. */
  pins: readonly Pin[]
  downs: readonly Down[]
  /** Whether the database was set back, and when. */
  restored: Restored
}

type Networks = Pick<Plan, 'pins' | 'downs'>

export const emptyPlan: Plan = planOf([], new Map(), [])

export function planOf(
  lists: readonly RouteList[],
  states: ReadonlyMap<string, ProviderState>,
  rests: readonly Rest[],
  short: ReadonlySet<string> = new Set(),
  networks: Networks = { pins: [], downs: [] },
  restored: Restored = neverRestored,
): Plan {
  const byName = new Map(lists.map((list) => [nameOf(list.merchantId, list.method), list.providers]))
  return {
    listOf: (merchantId, method) => byName.get(nameOf(merchantId, method)),
    stateOf: (provider) => states.get(provider) ?? 'on',
    rests,
    short,
    ...networks,
    restored,
  }
}

/** What was told of a lane that nobody here has outlived: who has answered after a rest answers, whoever had told of it may be gone. */
export function restsToldOf({ rests }: Plan, lane: LaneName, spokeAt: number | null): Rest[] {
  return rests.filter(
    ({ provider, environment, call, tryAtMs }) =>
      provider === lane.provider &&
      environment === lane.environment &&
      call === lane.call &&
      (spokeAt === null || tryAtMs > spokeAt),
  )
}

function nameOf(merchantId: string | null, method: string | null): string {
  return `${merchantId ?? 'all'} ${method ?? 'all'}`
}

/** The plan as one process knows it. */
export type PlanKeeper = {
  /** As it was read last. What is older than a second is renewed meanwhile. */
  known(): Plan
  /** Ends when it is known well enough to route by: at once, unless nobody has asked for a while. */
  ready(): Promise<void>
  /** The same, but fails where it cannot be known: for what must not be done by an older one. */
  certain(): Promise<void>
  /** Reads it again, for whoever has just changed it. */
  renew(): Promise<void>
}

/** A change acts within about this long in every process that has something to do. */
const freshMs = 1_000

/** Nobody routes by what is older than this, if anything newer can be read. */
const mostUsableMs = 5_000

type Known = { plan: Plan; version: string; lists: readonly RouteList[]; atMs: number }

/** Reads once a second at most, for everybody together, and only while somebody asks: the way of a payment has no look-up more. */
export function keepPlan(
  sql: Database,
  onError: (error: unknown) => void,
  usableMs = mostUsableMs,
): PlanKeeper {
  let known: Known | null = null
  let reading: Promise<void> | undefined

  function renew(): Promise<void> {
    reading ??= read(sql, known)
      .then((found) => {
        known = found
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  const certain = async () => {
    if (ageMs() >= usableMs) await renew()
  }

  const ageMs = () => (known === null ? Number.POSITIVE_INFINITY : performance.now() - known.atMs)

  return {
    known() {
      if (ageMs() >= freshMs && reading === undefined) renew().catch(onError)
      return known?.plan ?? emptyPlan
    },
    async ready() {
      // What was known goes on to count where nothing newer can be read: then hardly anything can be written either.
      await certain().catch((error: unknown) => {
        if (known === null) throw error
        onError(error)
      })
    },
    certain,
    async renew() {
      // What is being read may have begun before the change.
      await reading?.catch(() => {})
      await renew()
    },
  }
}

type Row = {
  version: string
  states: { provider: string; state: ProviderState }[]
  rests: { provider: string; environment: Environment; call: LaneCall; try_at: string }[]
  short: string[]
  pins: (Omit<Pin, 'endsAtMs'> & { endsAt: string | null })[]
  downs: (Omit<Down, 'judgedAtMs'> & { judgedAt: string })[]
}

async function read(sql: Database, before: Known | null): Promise<Known> {
  const atMs = performance.now()
  const [row] = await sql<Row[]>`
    select v.version::text as version,
      (select coalesce(json_agg(s), '[]') from (select provider, state from provider_states) s) as states,
      (select coalesce(json_agg(b), '[]')
        from (select provider, environment, call, try_at from provider_breakers) b) as rests,
      array(select provider from provider_floats where short_since is not null) as short,
      (select coalesce(json_agg(p), '[]') from (
        select null::uuid as "merchantId", destination_code as code, direction, status, ends_at as "endsAt"
        from network_pins where direction <> 'collections'
        union all
        select merchant_id, destination_code, direction, status, ends_at from sandbox_networks
        where status = 'down' and direction <> 'collections') p) as pins,
      (select coalesce(json_agg(d), '[]') from (
        select provider, destination_code as code, direction, judged_at as "judgedAt"
        from network_statuses where status = 'down' and direction <> 'collections') d) as downs
    from routing_version v`
  if (!row) throw new Error('Nothing is known of routes: the migrations are incomplete.')
  const lists = before?.version === row.version ? before.lists : await readLists(sql)
  const states = new Map(row.states.map(({ provider, state }) => [provider, state]))
  const rests = row.rests.map(({ try_at, ...rest }) => ({ ...rest, tryAtMs: Date.parse(try_at) }))
  const networks = {
    pins: row.pins.map(({ endsAt, ...pin }) => ({
      ...pin,
      endsAtMs: endsAt === null ? null : Date.parse(endsAt),
    })),
    downs: row.downs.map(({ judgedAt, ...down }) => ({ ...down, judgedAtMs: Date.parse(judgedAt) })),
  }
  const plan = planOf(lists, states, rests, new Set(row.short), networks, await readRestored(sql))
  return { plan, version: row.version, lists, atMs }
}

async function readLists(sql: Database): Promise<RouteList[]> {
  return await sql<RouteList[]>`
    select merchant_id as "merchantId", method, providers from provider_routes`
}
