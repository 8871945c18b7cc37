import type { NameLookUp } from '@malipo/contract'
import type { Static } from 'typebox'
import { noteByPerson } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import { codeOfNetwork, type NameFound, networkOf, type Registry } from '../providers/providers.ts'
import type { AttemptCount } from '../tallies/tallies.ts'
import type { World } from '../world/world.ts'
import { type Destination, type LookUpRow, lookUpColumns } from './look-up-row.ts'
import { matchNames } from './match-names.ts'
import { namesSomebody } from './names-somebody.ts'

/** What providers let be asked, and more than any merchant pays by hand. */
export const mostLookUpsADay = { kind: 'name-look-up', most: 1_000, windowMs: 86_400_000 }

/** Of one merchant in a process: a provider that hangs holds each for its whole patience, and its lane is everybody's. */
const mostAtOnce = 10

const usableForMs = 86_400_000

/** Longer than a name is, so that no answer fills a table. */
const mostNameLetters = 200

export type NameParts = {
  world: World
  registry: Registry
  counts: AttemptCount
  /** How many look-ups of each merchant are under way. */
  underWay: Map<string, number>
}

type Asked = Destination & { name: string | undefined }
type Asker = { caller: Actor; requestId: string }

/** Asks whoever would pay there whose it is, and keeps the answer for whoever is about to pay. */
export async function lookUpName(
  parts: NameParts,
  asker: Asker,
  asked: Asked,
): Promise<Static<typeof NameLookUp>> {
  const { underWay } = parts
  const { merchantId } = asker.caller
  const running = underWay.get(merchantId) ?? 0
  if (running >= mostAtOnce) {
    throw new Refusal('rate_limited', {
      message: `${mostAtOnce} of your look-ups are under way. Ask again when they are answered.`,
      details: { retry_after_seconds: 1 },
    })
  }
  underWay.set(merchantId, running + 1)
  try {
    return await lookUp(parts, asker, asked)
  } finally {
    const left = (underWay.get(merchantId) ?? 1) - 1
    if (left === 0) underWay.delete(merchantId)
    else underWay.set(merchantId, left)
  }
}

async function lookUp(
  { world, registry, counts }: NameParts,
  asker: Asker,
  { name, ...destination }: Asked,
): Promise<Static<typeof NameLookUp>> {
  const { merchantId, environment } = asker.caller
  const waitSeconds = await counts.take(`${environment}:${merchantId}`)
  if (waitSeconds > 0) {
    throw new Refusal('rate_limited', {
      message: `Names are looked up ${mostLookUpsADay.most} times a day at most. Go on tomorrow.`,
      details: { retry_after_seconds: waitSeconds },
    })
  }
  const { provider, told } = await ask(registry, { merchantId, environment }, destination)
  const now = world.clock.now()
  const row: LookUpRow = {
    id: world.newId(),
    merchant_id: merchantId,
    environment,
    ...destination,
    provider,
    ...told,
    created_at: now,
    expires_at: new Date(now.getTime() + usableForMs),
  }
  await keep(world, asker, row)
  return show(row, name)
}

/** A person's with its entry, in one transaction; for a program a statement is enough. */
async function keep(world: World, asker: Asker, row: LookUpRow): Promise<void> {
  const insert = (sql: Database | Transaction) => sql`
    insert into name_look_ups (${lookUpColumns})
    select ${lookUpColumns} from json_populate_record(null::name_look_ups, ${JSON.stringify(row)}::json)`
  if (asker.caller.by.kind === 'key') return void (await insert(world.sql))
  await world.sql.begin(async (tx) => {
    await insert(tx)
    const subject = { kind: 'name_look_up', id: row.id } as const
    noteByPerson(tx, world, asker, { action: 'destination.look_up', subject })
  })
}

type Told = Pick<LookUpRow, 'outcome' | 'registered_name'>

async function ask(
  registry: Registry,
  caller: Pick<Actor, 'merchantId' | 'environment'>,
  destination: Destination,
): Promise<{ provider: string | null; told: Told }> {
  const { method, destination_code: destinationCode, destination_identifier: identifier } = destination
  const { merchantId, environment } = caller
  await registry.ready()
  const provider = registry.routeFor({ ...caller, method, destinationCode })
  if (!provider?.lookUpName)
    return { provider: provider?.name ?? null, told: { outcome: 'not_supported', registered_name: null } }
  const carried = { provider: provider.name, environment, provider_reference: null }
  const word: NameFound = registry.hasRoom(carried, 'lookUpName')
    ? await registry.ask<NameFound>(
        carried,
        'lookUpName',
        async (asked, signal) =>
          (await asked.lookUpName?.({ merchantId, method, destinationCode, identifier }, signal)) ?? {
            kind: 'not_supported',
          },
      )
    : { kind: 'unknown', because: 'It does not answer at present.' }
  return { provider: provider.name, told: read(word, identifier) }
}

function read(word: NameFound, identifier: string): Told {
  if (word.kind === 'unknown') return { outcome: 'unavailable', registered_name: null }
  if (word.kind !== 'found') return { outcome: word.kind, registered_name: null }
  const name = word.name.replace(/\s+/gu, ' ').trim().slice(0, mostNameLetters)
  return namesSomebody(name, identifier)
    ? { outcome: 'found', registered_name: name }
    : { outcome: 'not_supported', registered_name: null }
}

function show(row: LookUpRow, name: string | undefined): Static<typeof NameLookUp> {
  const { registered_name: registered, method, destination_code, destination_identifier } = row
  return {
    look_up_id: row.id,
    method,
    destination_code,
    destination_identifier,
    outcome: row.outcome,
    registered_name: registered,
    match: registered === null || name === undefined ? null : matchNames(name, registered),
    suggested_destination_code: suggest(row),
    expires_at: row.expires_at.toISOString(),
  }
}

/** Numbers are ported, so where one was first given out is worth saying only when nobody was found where it was looked for. */
function suggest({ method, outcome, destination_code: code, destination_identifier: phone }: LookUpRow) {
  if (method !== 'MOBILE_MONEY' || outcome === 'found') return null
  const network = networkOf(phone)
  const suggested = network === null ? null : codeOfNetwork(network)
  return suggested === code ? null : suggested
}
