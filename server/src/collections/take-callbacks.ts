import { createHmac, timingSafeEqual } from 'node:crypto'
import { CallbackBody } from '@malipo/contract'
import type { Static } from 'typebox'
import { isDatabaseAway } from '../database/database.ts'
import { readJson, validator } from '../http/http.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Outcome, Providers, RawCallback } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Resolve } from './collection-resolver.ts'
import { type CollectionRow, idOfReference } from './collection-row.ts'
import type { Resolution } from './resolve-collections.ts'
import { callbackKeeper, forgottenCallbacks, handlingNoter, type StoredCallback } from './store-callbacks.ts'
import { ask } from './submit-collections.ts'

export type Taken = { eventId: string; outcome: Resolution['outcome']; collection: CollectionRow }

/** What to do with a callback that nobody genuine has signed: tell the sender, or go and ask the provider. */
type Forged = 'refuse' | 'ask'

type Understood = { eventId: string; collection: CollectionRow; outcome: Outcome }
type Owned = CollectionRow & { webhook_secret_sealed: Buffer }

const checkBody = validator(CallbackBody)

/** Takes callbacks: stores the bytes, understands them, and leaves what follows to the one door. */
export function callbackTaker(world: World, providers: Providers, resolve: Resolve) {
  const store = callbackKeeper(world)
  const note = handlingNoter(world)

  async function handle(stored: StoredCallback, forged: Forged): Promise<Taken | null> {
    try {
      const understood = await understand(world, providers, stored, forged)
      if ('hint' in understood) {
        await askNow(world, providers, resolve, understood.hint)
        await note({ id: stored.id, collectionId: understood.hint.id, outcome: 'hint' })
        return null
      }
      const { eventId, collection, outcome: word } = understood
      const resolution = await resolve({ collectionId: collection.id, source: 'callback', word, eventId })
      await note({ id: stored.id, collectionId: collection.id, outcome: resolution.outcome })
      return { eventId, ...resolution }
    } catch (error) {
      if (error instanceof Refusal) await note({ id: stored.id, collectionId: null, outcome: 'refused' })
      throw error
    }
  }

  /** What fails a second time would fail for ever, and stand in the way of the others. */
  async function giveUp({ id }: StoredCallback, error: unknown): Promise<void> {
    if (!isDatabaseAway(error)) await note({ id, collectionId: null, outcome: 'refused' })
  }

  return {
    /** Null when it was taken for a hint: the provider is then asked at once. */
    async take(raw: RawCallback, forged: Forged): Promise<Taken | null> {
      const stored = await store(raw)
      world.reach?.('callback.stored')
      return await handle(stored, forged)
    },
    /** Takes up what was stored by somebody who did not live to handle it. */
    async takeForgotten(): Promise<number> {
      const forgotten = await forgottenCallbacks(world.sql, world.clock.now())
      await Promise.all(
        forgotten.map((stored) => handle(stored, 'ask').catch((error) => giveUp(stored, error))),
      )
      return forgotten.length
    },
  }
}

export type CallbackTaker = ReturnType<typeof callbackTaker>

async function understand(
  world: World,
  providers: Providers,
  raw: RawCallback,
  forged: Forged,
): Promise<Understood | { hint: CollectionRow }> {
  const collection = await collectionOf(world, raw.body)
  // A merchant's developer plays the provider in the sandbox, and signs as the merchant.
  if (collection.environment === 'sandbox' && isSignedBy(world, collection, raw)) {
    const { event_id: eventId, event_type: type } = readBody(raw.body)
    return { eventId, collection, outcome: outcomeOf(type) }
  }
  const callback = providers[collection.environment]?.readCallback(raw) ?? null
  if (callback?.isGenuine) return { eventId: callback.eventId, collection, outcome: callback.outcome }
  if (forged === 'refuse' && collection.environment === 'sandbox') throw new Refusal('invalid_signature')
  return { hint: collection }
}

async function collectionOf({ sql }: World, body: Uint8Array): Promise<Owned> {
  const { value } = readJson(Buffer.from(body))
  const reference = (value as { provider_reference?: unknown } | null)?.provider_reference
  if (typeof reference !== 'string') throw invalid({ field: 'provider_reference', problem: 'is required' })
  const id = idOfReference(reference)
  const [found] =
    id === null
      ? []
      : await sql<Owned[]>`
        select c.*, m.webhook_secret_sealed from collections c join merchants m on m.id = c.merchant_id
        where c.id = ${id}`
  if (!found) throw new Refusal('not_found', { message: 'No payment has this provider_reference.' })
  return found
}

/** Compared as they are written, because hexadecimal that is cut or in capitals would decode all the same. */
function isSignedBy(
  { vault }: World,
  { webhook_secret_sealed: sealed }: Owned,
  { headers, body }: RawCallback,
): boolean {
  const expected = Buffer.from(createHmac('sha256', vault.open(sealed)).update(body).digest('hex'))
  const given = Buffer.from(headers['x-provider-signature'] ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function readBody(body: Uint8Array): Static<typeof CallbackBody> {
  const { value, problems } = readJson(Buffer.from(body))
  const found = [...problems, ...checkBody(value)]
  if (found.length > 0) throw invalid(...found)
  return value as Static<typeof CallbackBody>
}

function outcomeOf(type: Static<typeof CallbackBody>['event_type']): Outcome {
  if (type === 'collection.success') return { kind: 'succeeded', providerStatus: 'COMPLETED' }
  if (type === 'collection.failed') {
    return {
      kind: 'failed',
      providerStatus: 'FAILED',
      reason: 'declined',
      providerMessage: 'told by a callback',
    }
  }
  throw invalid({
    field: 'event_type',
    problem: 'must be collection.success or collection.failed for a collection',
  })
}

/** Anybody can send a forged callback, and neither the provider nor our own schedule must suffer for it. */
const hintAgainAfterMs = 10_000

async function askNow(
  { sql, clock }: World,
  providers: Providers,
  resolve: Resolve,
  { id, environment, provider_reference: reference }: CollectionRow,
): Promise<void> {
  const now = clock.now()
  const provider = providers[environment]
  const [mayAsk] = await sql`
    update collections set hinted_at = ${now}
    where id = ${id} and method is not null
      and (hinted_at is null or hinted_at < ${new Date(now.getTime() - hintAgainAfterMs)})
    returning id`
  if (!mayAsk || !provider) return
  const word = await ask(() => provider.lookUp({ reference, environment }))
  if (word.kind !== 'never_seen') await resolve({ collectionId: id, source: 'look_up', word })
}
