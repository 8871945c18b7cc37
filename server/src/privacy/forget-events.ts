import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { bodyWithoutPeople } from './body-without-people.ts'

type EventBody = { id: string; body: string }

/** Takes people out of events, which go on telling what happened. */
export async function forgetEvents(
  tx: Transaction,
  environment: Environment,
  ids: readonly string[],
): Promise<void> {
  const events = await tx<EventBody[]>`
    select id, body from events where id = any(${[...ids]}::uuid[]) and environment = ${environment}`
  await write(tx, events)
}

/** The same of all that was told of some payments. */
export async function forgetEventsOf(tx: Transaction, resourceIds: readonly string[]): Promise<void> {
  const events = await tx<EventBody[]>`
    select id, body from events where resource_id = any(${[...resourceIds]}::uuid[])`
  await write(tx, events)
}

async function write(tx: Transaction, events: readonly EventBody[]): Promise<void> {
  const changed = events.flatMap(({ id, body }) => {
    const left = bodyWithoutPeople(body)
    return left === null ? [] : [{ id, left }]
  })
  if (changed.length === 0) return
  await tx`
    update events e set body = c.body
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ left }) => left)}::text[]) as c (id, body)
    where e.id = c.id`
}
