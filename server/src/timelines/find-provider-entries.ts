import type { Transaction } from '../database/database.ts'
import {
  type Audience,
  type Entries,
  type Entry,
  mostOfAKind,
  newest,
  nothing,
  type Subject,
} from './entries.ts'

type ExchangeRow = {
  provider: string
  reference: string
  call: string
  outcome: string | null
  request: unknown
  response: unknown
  at: Date
}

/** What went over the wire. The merchant of it sees that it did and what it came to; the bytes name others, and are an admin's. */
export async function findExchanges(tx: Transaction, subject: Subject, audience: Audience): Promise<Entries> {
  const rows =
    subject.about === 'collection'
      ? await exchangesOfCollection(tx, subject)
      : await exchangesOfWithdrawal(tx, subject)
  return newest(rows, ({ call, request, response, at, ...seen }) => ({
    at: at.toISOString(),
    kind: 'exchange',
    title: `exchange.${call}` as Extract<Entry, { kind: 'exchange' }>['title'],
    ...seen,
    ...(audience.isAdmin && { request, response }),
  })) as Entries
}

/** Each order has its reference, and each reference is one range of an index. */
async function exchangesOfCollection(tx: Transaction, { orders }: Subject): Promise<ExchangeRow[]> {
  return await tx<ExchangeRow[]>`
    select x.provider, x.reference, x.call, x.kind as outcome, x.request, x.response, x.at
    from unnest(${orders.map(({ provider }) => provider)}::text[], ${orders.map(({ reference }) => reference)}::text[])
      as o (provider, reference)
    cross join lateral (
      select * from collection_exchanges where reference = o.reference and provider = o.provider
      order by id desc limit ${mostOfAKind + 1}) x
    order by x.id desc limit ${mostOfAKind + 1}`
}

async function exchangesOfWithdrawal(
  tx: Transaction,
  { id, orders: [order] }: Subject,
): Promise<ExchangeRow[]> {
  return await tx<ExchangeRow[]>`
    select ${order?.provider ?? ''}::text as provider, ${order?.reference ?? ''}::text as reference, kind as call,
      null as outcome, request, response, at
    from provider_exchanges where withdrawal_id = ${id} order by id desc limit ${mostOfAKind + 1}`
}

/** As much as tells what somebody meant. */
const shownBytes = 4_096

type CallbackRow = {
  provider: string
  is_proven: boolean
  outcome: string | null
  body: Buffer
  fault: string | null
  received_at: Date
}

/**
 * What providers called us with. What nobody proved is in a ring of a few hundred and says by itself what it is about, so those are
 * looked through for the references.
 */
export async function findCallbacks(tx: Transaction, subject: Subject, audience: Audience): Promise<Entries> {
  const { id, orders } = subject
  const proven = await tx<CallbackRow[]>`
    select provider, is_proven, outcome, substr(body, 1, ${shownBytes}) as body, fault, received_at
    from provider_callbacks where collection_id = ${id} order by id desc limit ${mostOfAKind + 1}`
  const unproven = await tx<CallbackRow[]>`
    select provider, false as is_proven, 'hint' as outcome, body, null as fault, received_at from unproven_callbacks
    where provider = any(${[...doors(orders)]}::text[]) and exists (
      select from unnest(${orders.map(({ reference }) => reference)}::text[]) as o (reference)
      where position(convert_to(o.reference, 'UTF8') in body) > 0)
    order by received_at desc limit ${mostOfAKind + 1}`
  const show = ({ provider, is_proven, outcome, body, fault, received_at: at }: CallbackRow) => ({
    at: at.toISOString(),
    kind: 'callback' as const,
    title: is_proven ? ('callback.proven' as const) : ('callback.unproven' as const),
    ...{ provider, outcome },
    ...(audience.isAdmin && { body: body.toString('utf8'), fault }),
  })
  const [held, rung] = [newest(proven, show), newest(unproven, show)]
  return { entries: [...held.entries, ...rung.entries], isCut: held.isCut || rung.isCut }
}

/** Those of its providers, and the one that the interface names, where developers play the network. */
function doors(orders: Subject['orders']): Set<string> {
  return new Set([...orders.map(({ provider }) => provider), 'sandbox'])
}

type WordRow = {
  subject_id: string
  said: string
  told: string
  source: 'reply' | 'callback' | 'look_up'
  times: number
  first_at: Date
  last_at: Date
}

/** What was said and moved nothing. It may contradict what the merchant is told, which is for an admin to weigh. */
export async function findWords(tx: Transaction, subject: Subject, audience: Audience): Promise<Entries> {
  if (!audience.isAdmin) return nothing
  const numbers = new Map(subject.orders.map(({ id, number }) => [id, number]))
  const rows = await tx<WordRow[]>`
    select subject_id, kind as said, told, source, times, first_at, last_at from provider_words
    where subject_id = any(${[subject.id, ...numbers.keys()]}::uuid[]) order by last_at desc limit ${mostOfAKind + 1}`
  return newest(rows, ({ subject_id: id, first_at: at, last_at: lastAt, ...word }) => ({
    at: at.toISOString(),
    kind: 'word',
    title: 'word.kept',
    ...word,
    last_at: lastAt.toISOString(),
    try: numbers.get(id) ?? 1,
  }))
}
