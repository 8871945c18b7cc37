import { createHmac, timingSafeEqual } from 'node:crypto'
import { CallbackBody } from '@malipo/contract'
import type { Static } from 'typebox'
import { isDatabaseAway } from '../database/database.ts'
import { readJson, validator } from '../http/http.ts'
import { idOfReference } from '../primitives/reference.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { PayOutOutcome, Providers, RawCallback } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { CallbackEventType, Heard, Subject, SubjectKind } from './callback-subject.ts'
import { callbackKeeper, forgottenCallbacks, handlingNoter, type StoredCallback } from './store-callbacks.ts'

export type Taken = Heard & { eventId: string }

/** What to do with a callback that nobody genuine has signed: tell the sender, or go and ask the provider. */
type Forged = 'refuse' | 'ask'

type Understood = { kind: SubjectKind; subject: Subject; eventId: string; word: PayOutOutcome }
type Hint = { kind: SubjectKind; subject: Subject; isHint: true }

const checkBody = validator(CallbackBody)

/** Takes callbacks: stores the bytes, understands them, and leaves what follows to the door of what they are about. */
export function callbackTaker(world: World, providers: Providers, kinds: SubjectKind[]) {
  const store = callbackKeeper(world)
  const note = handlingNoter(world)

  async function handle(stored: StoredCallback, forged: Forged): Promise<Taken | null> {
    try {
      const understood = await understand(world, providers, kinds, stored, forged)
      const { kind, subject } = understood
      if ('isHint' in understood) {
        await kind.askNow(subject.id)
        await note({ id: stored.id, subjectId: subject.id, outcome: 'hint' })
        return null
      }
      const { eventId, word } = understood
      const heard = await kind.hear(subject.id, word, eventId)
      await note({ id: stored.id, subjectId: subject.id, outcome: heard.outcome })
      return { eventId, ...heard }
    } catch (error) {
      if (error instanceof Refusal) await note({ id: stored.id, subjectId: null, outcome: 'refused' })
      throw error
    }
  }

  /** What fails a second time would fail for ever, and stand in the way of the others. */
  async function giveUp({ id }: StoredCallback, error: unknown): Promise<void> {
    if (!isDatabaseAway(error)) await note({ id, subjectId: null, outcome: 'refused' })
  }

  return {
    /** Null when it was taken for a hint: the provider was then asked. */
    async take(raw: RawCallback, forged: Forged): Promise<Taken | null> {
      const stored = await store(raw)
      world.crashPoint?.('callback.stored')
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
  kinds: SubjectKind[],
  raw: RawCallback,
  forged: Forged,
): Promise<Understood | Hint> {
  const { kind, subject } = await subjectOf(kinds, raw.body)
  // A merchant's developer plays the provider in the sandbox, and signs as the merchant.
  if (subject.environment === 'sandbox' && isSignedBy(world, subject, raw)) {
    const { event_id: eventId, event_type: type } = readBody(raw.body)
    return { kind, subject, eventId, word: wordOf(kind, type) }
  }
  const callback = providers[subject.environment]?.readCallback(raw) ?? null
  if (callback?.isGenuine) {
    if (callback.about !== kind.about) throw misfit(kind)
    return { kind, subject, eventId: callback.eventId, word: callback.outcome }
  }
  if (forged === 'refuse' && subject.environment === 'sandbox') throw new Refusal('invalid_signature')
  return { kind, subject, isHint: true }
}

async function subjectOf(
  kinds: SubjectKind[],
  body: Uint8Array,
): Promise<{ kind: SubjectKind; subject: Subject }> {
  const { value } = readJson(Buffer.from(body))
  const reference = (value as { provider_reference?: unknown } | null)?.provider_reference
  if (typeof reference !== 'string') throw invalid({ field: 'provider_reference', problem: 'is required' })
  for (const kind of kinds) {
    const id = idOfReference(kind.prefix, reference)
    const subject = id === null ? null : await kind.find(id)
    if (subject) return { kind, subject }
  }
  throw new Refusal('not_found', { message: 'No payment has this provider_reference.' })
}

/** By the merchant's secret, or by one that was replaced and whose time is not over yet. */
function isSignedBy({ vault }: World, subject: Subject, { headers, body }: RawCallback): boolean {
  const given = Buffer.from(headers['x-provider-signature'] ?? '')
  const secrets = [subject.webhook_secret_sealed, ...subject.retired_secrets_sealed]
  return secrets.some((sealed) => isSignature(given, vault.open(sealed), body))
}

/** Compared as they are written, because hexadecimal that is cut or in capitals would decode all the same. */
function isSignature(given: Buffer, secret: string, body: Uint8Array): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function readBody(body: Uint8Array): Static<typeof CallbackBody> {
  const { value, problems } = readJson(Buffer.from(body))
  const found = [...problems, ...checkBody(value)]
  if (found.length > 0) throw invalid(...found)
  return value as Static<typeof CallbackBody>
}

function wordOf({ about }: SubjectKind, type: CallbackEventType): PayOutOutcome {
  if (type === `${about}.success`) return { kind: 'succeeded', providerStatus: 'COMPLETED' }
  if (type === `${about}.failed`) {
    return {
      kind: 'failed',
      providerStatus: 'FAILED',
      reason: 'declined',
      providerMessage: 'told by a callback',
    }
  }
  throw misfit({ about })
}

function misfit({ about }: Pick<SubjectKind, 'about'>): Refusal {
  return invalid({
    field: 'event_type',
    problem: `must be ${about}.success or ${about}.failed for a ${about}`,
  })
}
