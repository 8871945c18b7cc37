import { setTimeout as sleep } from 'node:timers/promises'
import { type KeptByTime, keepByTime } from '../database/database.ts'
import type { Chore } from '../jobs/jobs.ts'
import { gather } from '../primitives/gather.ts'
import { readRetention } from '../retention/retention.ts'
import type { World } from '../world/world.ts'
import type { LaneCall } from './lanes.ts'
import type { Traced } from './provider.ts'

/** What was asked of whom, under which reference. */
export type AskedOf = { provider: string; reference: string; call: LaneCall }

export type ExchangeKeeper = {
  /**
   * Keeps what went over the wire for a question, once it is over; also where our own patience ended before. Nobody waits for it, and
   * nothing fails by it.
   */
  keep(asked: AskedOf, answer: Promise<Traced & { kind: string }>): void
  /** Ends when all of it is written, or will not be. */
  written(): Promise<void>
}

type Row = {
  id: string
  provider: string
  reference: string
  call: string
  kind: string
  request: string
  response: string
  at: Date
}

/** What payments are made of, by the names that people read. Payouts keep theirs with what they decide. */
const keptCalls: Partial<Record<LaneCall, string>> = {
  collect: 'collect',
  lookUp: 'look_up',
  cancel: 'cancel',
}

/** An order with its answer has about one thousand; whoever answers with more than this says nothing new in the rest. */
const mostCharacters = 8_192

/** A call ends with its signal. One that does not must not keep us from stopping. */
const patienceMs = 5_000

/** Keeps what went over the wire for collections, in batches. Should we die before, a batch is lost, and no payment with it. */
export function exchangeKeeper(
  { sql, clock, newId }: Pick<World, 'sql' | 'clock' | 'newId'>,
  onError: (error: unknown) => void,
): ExchangeKeeper {
  const underWay = new Set<Promise<void>>()
  const write = gather<Row, void>(
    async (rows) => {
      // Told once for all of them, because they fail together.
      await insertRows(sql, rows).catch(onError)
      return []
    },
    { most: 100, atOnce: 1, mostWaiting: 2_000 },
  )
  async function keepAll(asked: AskedOf, call: string, answer: Promise<Traced & { kind: string }>) {
    // Whoever asked hears what went wrong.
    const word = await answer.catch(() => null)
    const { kind = '', exchanges = [] } = word ?? {}
    // A chase asks many times, and that nothing has happened is no news.
    if (exchanges.length === 0 || (asked.call === 'lookUp' && kind === 'pending')) return
    const { provider, reference } = asked
    const at = clock.now()
    const rows = exchanges.map(({ request, response }) => ({
      ...{ id: newId(), provider, reference, call, kind, at },
      ...{ request: textOf(request), response: textOf(response) },
    }))
    await Promise.all(rows.map(write))
  }
  return {
    keep(asked, answer) {
      const call = keptCalls[asked.call]
      if (call === undefined) return
      const keeping = keepAll(asked, call, answer)
        .catch(onError)
        .finally(() => underWay.delete(keeping))
      underWay.add(keeping)
    },
    async written() {
      const patience = new AbortController()
      const enough = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([Promise.all(underWay), enough])
      patience.abort()
    },
  }
}

/** As text that becomes JSON only in its column: read on the way there, characters that no text may hold would be refused. */
async function insertRows(sql: World['sql'], rows: Row[]): Promise<void> {
  const all = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name])
  await sql`
    insert into collection_exchanges (id, provider, reference, call, kind, request, response, at)
    select id, provider, reference, call, kind, request::json, response::json, at
    from unnest(${all('id')}::uuid[], ${all('provider')}::text[], ${all('reference')}::text[], ${all('call')}::text[],
      ${all('kind')}::text[], ${all('request')}::text[], ${all('response')}::text[], ${all('at')}::timestamptz[])
      as kept (id, provider, reference, call, kind, request, response, at)`
}

/** What is too long is cut, and says so. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  if (text.length <= mostCharacters) return text
  return JSON.stringify({ cut: text.slice(0, mostCharacters), characters: text.length })
}

/** As long as those of payouts. */
const kept: Omit<KeptByTime, 'keptDays'> = { table: 'collection_exchanges', key: 'id', spanDays: 100 }

export function exchangeChore(world: World): Chore {
  const work = async () =>
    keepByTime(world, { ...kept, keptDays: (await readRetention(world.sql)).exchanges_days })
  return { name: 'collection-exchanges.keep', everyMs: 600_000, work }
}
