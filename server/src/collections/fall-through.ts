import { referenceOf } from '../primitives/reference.ts'
import type { FailureReason, Provider, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type CollectionRow, referencePrefix } from './collection-row.ts'
import { failureIn, type Report } from './judge-report.ts'
import { asTried } from './judge-try.ts'
import type { Locked } from './lock-collections.ts'
import type { Shown } from './move-collections.ts'
import { mostTries, pageEndOf } from './page-rules.ts'
import { type PageTry, tryIdOf } from './page-try.ts'

/**
 * Refusals after which another provider is asked: that this one does not take the order, does not carry so much, or does not reach the
 * number. Whatever else an order may be refused for is about the payer, and the next one would only repeat it.
 */
const isTheProviders: Record<FailureReason, boolean> = {
  refused: true,
  limit: true,
  invalid_number: true,
  declined: false,
  insufficient_funds: false,
  wrong_pin: false,
  expired: false,
  cancelled: false,
}

/** The refused try as it ended, and the one that begins in its place. */
export type FallThrough = { refused: PageTry; next: PageTry; note: string; shown: Partial<Shown> }

/**
 * What follows where a provider has refused the order itself and the list has somebody else: a new try there. Null in every other case,
 * above all where anybody may have sent the order twice: only of one that was sent once is the first answer the last word.
 */
export function fallThrough(
  world: World,
  registry: Registry,
  found: Locked,
  report: Report,
  at: Date,
): FallThrough | null {
  const { collection, tries } = found
  const failure = refusalIn(report)
  if (failure === null || !isStillAsked(collection, report, at)) return null
  const [refused, before] = [tries.at(-1) ?? onlyTry(collection), tries.slice(0, -1)]
  if (refused.state !== 'open' || refused.number >= mostTries) return null
  const provider = carrierAfter(registry, collection, [...before, refused])
  if (provider === null) return null
  const id = world.newId()
  const next: PageTry = {
    ...refused,
    id,
    number: refused.number + 1,
    provider: provider.name,
    provider_reference: referenceOf(referencePrefix, id),
    // Nobody asked for it on a page.
    attempt: null,
    created_at: at,
  }
  const { code: failure_code, message: failure_reason } = failure
  return {
    refused: { ...refused, state: 'failed', failure_code, failure_reason, ended_at: at },
    next,
    note: `try ${refused.number} was refused: ${failure_code}: ${failure_reason}; try ${next.number} begins elsewhere`,
    shown: {
      provider: next.provider,
      provider_reference: next.provider_reference,
      payment_token: null,
      qr_payload: null,
      // Whoever still holds the try before has lost it; whoever finds no attempt knows that this one was never sent.
      lease: collection.lease + 1,
      attempts: 0,
    },
  }
}

function refusalIn({ word, answersOrder }: Report) {
  if (answersOrder !== true || word.kind !== 'failed' || !isTheProviders[word.reason]) return null
  return failureIn(word)
}

/** Whether it is the order that the collection shows, sent once, of which nobody has a code, and somebody may still pay it. */
function isStillAsked(collection: CollectionRow, { collectionId, tryId }: Report, at: Date): boolean {
  const { status, attempts, qr_payload: code, page_token: token, qr_expires_at: expiresAt } = collection
  const isShown = (tryId ?? collectionId) === tryIdOf(collection)
  const isOver = (expiresAt !== null && expiresAt <= at) || (token !== null && pageEndOf(collection) <= at)
  return status === 'processing' && attempts === 1 && code === null && isShown && !isOver
}

/** Each is asked once for what the payer chose. Who chooses again on a page begins with the first of the list again. */
function carrierAfter(registry: Registry, collection: CollectionRow, tries: PageTry[]): Provider | null {
  const chosenAt = tries.findLastIndex(({ attempt }) => attempt !== null)
  const since = tries.slice(Math.max(chosenAt, 0))
  const last = since.at(-1)
  const { environment, merchant_id: merchantId, amount, currency } = collection
  const { method, customer_phone: phone } = last ? asTried(collection, last) : collection
  return registry.carrierAfter(
    { environment, merchantId, method, amount, currency, phone },
    since.map(({ provider }) => provider),
  )
}

/** The single try of a collection that no page has, as its row tells it. */
function onlyTry(collection: CollectionRow): PageTry {
  const { id, provider, provider_reference, method, customer_phone, created_at } = collection
  if (method === null) throw new Error(`Collection ${id} was refused before anybody picked a way to pay.`)
  const ended = { state: 'open', failure_code: null, failure_reason: null, ended_at: null } as const
  const order = { provider, provider_reference, method, customer_phone, created_at }
  return { id, collection_id: id, number: 1, attempt: null, ...order, ...ended }
}
