import type { Transaction } from '../database/database.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { referenceOf } from '../primitives/reference.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Provider, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type CollectionMethod, type CollectionRow, referencePrefix } from './collection-row.ts'
import { lockPage, type PageName } from './lock-page.ts'
import { moveCollections, stepsOf } from './move-collections.ts'
import { judgePage, mostTries, pageEndOf } from './page-rules.ts'
import { keepTries, type PageTry } from './page-try.ts'
import { vetTry } from './vet-try.ts'

export type TryWish = PageName & {
  method: CollectionMethod
  phone: string | null
  /** Made by the page for each form that it shows: the same one twice, in however many tabs, is one try. */
  attempt: string
}

export type Begun = { collection: CollectionRow; tried: PageTry; isNew: boolean }

/**
 * The customer picks a way to pay on the page: a try begins, at whoever carries such payments now. It is due at once, so that a
 * worker sends it. Of two who pick at the same moment the row's lock lets one begin; the other is told what is open.
 */
export async function beginTry(
  tx: Transaction,
  world: World,
  registry: Registry,
  wish: TryWish,
): Promise<Begun> {
  refuseMalformed(wish)
  const at = world.clock.now()
  const { collection, tries } = await lockPage(tx, wish)
  const same = tries.find(({ attempt }) => attempt === wish.attempt)
  if (same) return { collection, tried: same, isNew: false }
  refuseUnlessFree(collection, tries, at)
  await refuseSuspended(tx, collection)
  const provider = carrierOf(registry, collection, wish)
  const tried = draftTry(world, { collection, tries, provider, at }, wish)
  const review = await vetTry(tx, world, collection, tried)
  const steps = stepsOf(
    {
      collection,
      path: ['processing'],
      source: 'customer',
      providerStatus: 'PENDING',
      note: `try ${tried.number} begins: ${tried.method}`,
      shown: {
        method: tried.method,
        customer_phone: tried.customer_phone ?? collection.customer_phone,
        provider: tried.provider,
        provider_reference: tried.provider_reference,
        payment_token: null,
        qr_payload: null,
        // A code on a page lives as long as the page does.
        qr_expires_at: tried.method === 'DYNAMIC_QR' ? pageEndOf(collection) : null,
        // Whoever still holds the try before has lost it; whoever finds no attempt knows that this one was never sent.
        lease: collection.lease + 1,
        attempts: 0,
      },
    },
    at,
  )
  await keepTries(tx, [{ ...tried, merchant_id: collection.merchant_id }])
  if (review !== null)
    await tx`update collections set review_hit = ${review} where id = ${collection.id} and merchant_id = ${collection.merchant_id}`
  await moveCollections(tx, world, steps)
  world.crashPoint?.('try.beginning')
  return { collection: steps.at(-1)?.after ?? collection, tried, isNew: true }
}

/** Whatever a form may send. */
function refuseMalformed({ phone, attempt }: TryWish): void {
  if (phone !== null && !/^\+?[0-9]{9,15}$/.test(phone))
    throw invalid({ field: 'phone', problem: 'must have 9 to 15 digits' })
  if (attempt === '' || attempt.length > longestAttempt)
    throw invalid({ field: 'attempt', problem: `must have 1 to ${longestAttempt} characters` })
}

const longestAttempt = 100

function carrierOf(registry: Registry, collection: CollectionRow, { method, ...wish }: TryWish): Provider {
  const { amount, currency, environment, merchant_id: merchantId } = collection
  const phone = wish.phone === null ? collection.customer_phone : canonicalPhone(wish.phone)
  return registry.carrierFor({ environment, merchantId, method, amount, currency, phone })
}

type Ground = { collection: CollectionRow; tries: PageTry[]; provider: Provider; at: Date }

/** The first has the id of its collection, and so the reference that was promised when that was made. */
function draftTry(world: World, { collection, tries, provider, at }: Ground, wish: TryWish): PageTry {
  const payer = wish.phone === null ? collection.customer_phone : canonicalPhone(wish.phone)
  const isPush = wish.method !== 'DYNAMIC_QR'
  if (isPush && payer === null) throw invalid({ field: 'phone', problem: 'is required' })
  const isFirst = tries.length === 0
  const id = isFirst ? collection.id : world.newId()
  return {
    id,
    collection_id: collection.id,
    number: tries.length + 1,
    provider: provider.name,
    provider_reference: isFirst ? collection.provider_reference : referenceOf(referencePrefix, id),
    method: wish.method,
    customer_phone: isPush ? payer : null,
    attempt: wish.attempt,
    state: 'open',
    failure_code: null,
    failure_reason: null,
    created_at: at,
    ended_at: null,
  }
}

function refuseUnlessFree(collection: CollectionRow, tries: PageTry[], at: Date): void {
  if (judgePage({ collection, tries, at, canCancel: false }).begin) return
  const open = tries.find(({ state }) => state === 'open')
  const { status } = collection
  throw new Refusal('invalid_state', {
    message: messageFor(open, tries.length),
    details: { status, open_try: open ? { number: open.number, method: open.method } : null },
  })
}

/** A page lives for a day, and whoever was suspended since it was made collects nothing on it either. */
async function refuseSuspended(tx: Transaction, { merchant_id: merchantId }: CollectionRow): Promise<void> {
  const [active] = await tx`select from merchants where id = ${merchantId} and is_active`
  if (!active) throw new Refusal('merchant_inactive')
}

function messageFor(open: PageTry | undefined, made: number): string {
  if (open) return 'A try to pay is open. Finish it on the phone, or use another way first.'
  if (made >= mostTries) return `This was tried ${mostTries} times. Ask the shop for a new payment.`
  return 'This payment is over. Ask the shop for a new one.'
}
