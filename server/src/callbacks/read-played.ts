import { createHmac, timingSafeEqual } from 'node:crypto'
import { CallbackBody } from '@malipo/contract'
import type { Static } from 'typebox'
import { readJson, validator } from '../http/http.ts'
import { invalid, type Refusal } from '../primitives/refusal.ts'
import type { PayOutOutcome, RawCallback } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { CallbackEventType, Subject, SubjectKind } from './callback-subject.ts'

const checkBody = validator(CallbackBody)

/** What a callback in the words of the interface is about, before anybody believes it. */
export function referenceIn(body: Uint8Array): string {
  const { value } = readJson(Buffer.from(body))
  const reference = (value as { provider_reference?: unknown } | null)?.provider_reference
  if (typeof reference !== 'string') throw invalid({ field: 'provider_reference', problem: 'is required' })
  return reference
}

/**
 * What a merchant's developer says who plays the provider in the sandbox, signed as the merchant; null where the
 * signature is none of theirs.
 */
export function readPlayed(
  world: World,
  kind: SubjectKind,
  subject: Subject,
  raw: RawCallback,
  /** It held when it came; since then the secret may have been replaced. */
  isProven: boolean,
): { eventId: string; word: PayOutOutcome } | null {
  if (subject.environment !== 'sandbox') return null
  if (!isProven && !isSignedBy(world, subject, raw)) return null
  const { event_id: eventId, event_type: type } = readBody(raw.body)
  return { eventId, word: wordOf(kind, type) }
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
      providerMessage: 'Declined, as a callback told.',
    }
  }
  throw misfit({ about })
}

export function misfit({ about }: Pick<SubjectKind, 'about'>): Refusal {
  return invalid({
    field: 'event_type',
    problem: `must be ${about}.success or ${about}.failed for a ${about}`,
  })
}
