import { type EventType, successEventNames } from '@malipo/contract'
import { type AuditActor, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { createdWithin } from '../http/http.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { bothSpellings, type Owner, requireEndpoint, typesOf } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'

export type Replay = Owner & {
  /** From this instant on, and before that one. */
  from: Date
  to: Date
  /** Null for those that the endpoint asks for. */
  types: readonly EventType[] | null
  /** One that was added; else the one of the configuration. */
  endpointId?: string | undefined
}
export type ReplayedBy = { actor: AuditActor; requestId: string | null }

/** As much as one transaction writes within seconds; who needs more asks for one window after the other. */
const mostEvents = 100_000

/** Spread out: what happens meanwhile takes its turn among them, and the receiver is not flooded with its past. */
const apartMs = 2

/** So many rows in one statement stay far below its time limit. */
const rowsAtOnce = 10_000

/** Owes events of the past once more: a new delivery each, of the same event with the same bytes. */
export async function replayEvents(tx: Transaction, world: World, by: ReplayedBy, replay: Replay) {
  const { merchantId, environment, from, to } = replay
  if (from >= to) throw invalid({ field: 'to', problem: 'must be later than from' })
  const { id: endpointId, isAdded } = await requireEndpoint(tx, replay, replay.endpointId)
  await refuseTwoAtOnce(tx, endpointId)
  const wish = await (isAdded ? wishOfAdded(tx, endpointId) : wishOfDefault(tx, merchantId))
  const types = replay.types === null ? wish.types : bothSpellings(replay.types)
  const eventIds = await findEventIds(tx, replay, { ...wish, types })
  await refuseTooMuch(tx, endpointId)
  const now = world.clock.now()
  for (let start = 0; start < eventIds.length; start += rowsAtOnce) {
    const some = eventIds.slice(start, start + rowsAtOnce)
    const dueAt = some.map((_, place) => new Date(now.getTime() + (start + place) * apartMs))
    await tx`
      insert into webhook_deliveries
        (id, event_id, endpoint_id, merchant_id, environment, cause, status, due_at, created_at, is_added, told_as)
      select id, event_id, ${endpointId}::uuid, ${merchantId}::uuid, ${environment}::text, 'replay', 'pending',
        due_at, ${now}::timestamptz, ${isAdded}, ${wish.successName === null ? tx`null` : toldAs(tx, wish.successName)}
      from unnest(${some.map(() => world.newId())}::uuid[], ${some}::uuid[], ${dueAt}::timestamptz[])
        as replayed (id, event_id, due_at)`
  }
  const replayed = { replayed: eventIds.length, from: from.toISOString(), to: to.toISOString() }
  recordAudit(tx, world.vault, [
    {
      at: now,
      ...by,
      action: 'events.replayed',
      subject: { kind: 'webhook_endpoint', id: endpointId },
      merchantId,
      details: { ...replayed, environment, types },
    },
  ])
  return replayed
}

/** It writes for seconds on a connection of money: whoever asks for ten at once gets one of them. */
async function refuseTwoAtOnce(tx: Transaction, endpointId: string): Promise<void> {
  const [free] = await tx<{ is_ours: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('replay ' || ${endpointId}::text, 0)) as is_ours`
  if (free?.is_ours) return
  throw new Refusal('invalid_state', {
    message: 'Events of this endpoint are being replayed just now. Ask again when that is answered.',
  })
}

/** The same events again and again would fill the disk: what is owed is delivered first. */
async function refuseTooMuch(tx: Transaction, endpointId: string): Promise<void> {
  const [owed] = await tx<{ count: number }[]>`
    select count(*)::int as count from (select from webhook_deliveries
      where endpoint_id = ${endpointId} and due_at is not null limit ${mostEvents}) owed`
  if ((owed?.count ?? 0) < mostEvents) return
  throw new Refusal('invalid_state', {
    message: `${inThousands(mostEvents)} deliveries are owed to this endpoint already. Replay more when they are made.`,
  })
}

/** The oldest first, so that deliveries are made in the order of what they tell. */
async function findEventIds(tx: Transaction, replay: Replay, { types, methods, metadata }: Wish) {
  const matching = tx`merchant_id = ${replay.merchantId} and environment = ${replay.environment}
    ${types === null ? tx`` : tx`and type = any(${types}::text[])`} ${createdWithin(tx, replay)}
    ${methods === null ? tx`` : tx`and body::json #>> '{data,method}' = any(${methods}::text[])`}
    ${metadata === null ? tx`` : tx`and (body::json #> '{data,metadata}')::jsonb @> ${metadata}::jsonb`}`
  const found = await tx<{ id: string }[]>`
    select id from events where ${matching} order by id limit ${mostEvents + 1}`
  if (found.length <= mostEvents) return found.map(({ id }) => id)
  const [counted] = await tx<{ total: number }[]>`select count(*)::int as total from events where ${matching}`
  throw invalid({
    field: 'from',
    problem: `holds ${inThousands(counted?.total ?? 0)} events; narrow the window to at most ${inThousands(mostEvents)}`,
  })
}

/** What an endpoint asks for, each null for anything; and what it calls a paid collection, if not as its event does. */
type Wish = {
  types: readonly string[] | null
  methods: string[] | null
  metadata: string | null
  successName: string | null
}

async function wishOfDefault(tx: Transaction, merchantId: string): Promise<Wish> {
  const [config] = await tx<{ events: string[] | null }[]>`
    select events from webhook_configs where merchant_id = ${merchantId}`
  return { types: config?.events ?? null, methods: null, metadata: null, successName: null }
}

async function wishOfAdded(tx: Transaction, id: string): Promise<Wish> {
  const [added] = await tx<(Omit<Wish, 'types'> & { events: string[] | null })[]>`
    select events, methods, nullif(metadata, '{}')::text as metadata, success_event_name as "successName"
    from added_webhook_endpoints where id = ${id}`
  if (!added) throw new Error('The endpoint is gone.')
  const { events, ...wish } = added
  return { types: typesOf(events), ...wish }
}

function toldAs(tx: Transaction, successName: string) {
  return tx`(select ${successName}::text from events e
    where e.id = event_id and e.type = any(${[...successEventNames]}::text[]) and e.type <> ${successName})`
}

function inThousands(count: number): string {
  return count.toLocaleString('en-US')
}
