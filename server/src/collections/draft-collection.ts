import { randomBytes } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { joinMetadata } from '../metadata/metadata.ts'
import { minorFromText } from '../primitives/money.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { referenceOf } from '../primitives/reference.ts'
import { Refusal } from '../primitives/refusal.ts'
import { firstWaitMs, type Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type CollectionMethod, type CollectionRow, referencePrefix } from './collection-row.ts'
import { usualPageLifeMs } from './page-rules.ts'
import type { Payee } from './payee.ts'

/** What the callers of both families ask for, in one shape. */
export type Draft = {
  family: 'A' | 'B'
  /** Null for the hosted page, where the customer picks. */
  method: CollectionMethod | null
  amount: string
  currency: string | undefined
  phone?: string | undefined
  simulateStatus?: string | undefined
  /** How long a code may be paid; without it, for ever. */
  livesForMs?: number
  /** How long the hosted page may be used. */
  pageLivesForMs?: number
} & Partial<
  Pick<
    CollectionRow,
    | 'customer_id'
    | 'customer_name'
    | 'customer_email'
    | 'reference'
    | 'description'
    | 'metadata'
    | 'payment_link_id'
    | 'invoice_id'
    | 'redirect_url'
    | 'cancel_url'
    | 'callback_url'
    | 'public_token'
  >
>

/** Business rules that need nothing but the caller and the provider, in the order in which they are promised. */
export function draftCollection(
  world: World,
  registry: Registry,
  caller: Payee,
  draft: Draft,
): CollectionRow {
  // The hosted page always runs the real flow, whichever key asks for it.
  const environment = draft.method === null ? 'live' : caller.environment
  if (environment === 'live' && !caller.merchant.is_active) throw new Refusal('merchant_inactive')
  if (draft.simulateStatus !== undefined && environment === 'live') {
    throw new Refusal('simulate_status_not_allowed')
  }
  const { merchantId } = caller
  const { method } = draft
  const currency = draft.currency ?? 'TZS'
  const amount = minorFromText(draft.amount)
  if (amount === null) throw new Error('An amount passed validation and is none.')
  const phone = draft.phone === undefined ? null : canonicalPhone(draft.phone)
  const provider = registry.carrierFor({ environment, merchantId, method, amount, currency, phone })
  return rowOf(world, caller, draft, { environment, provider: provider.name, currency, amount })
}

/** The same where whoever takes it in also sends it: nobody else looks after it until an answer may be expected. */
export function sentAtOnce(row: CollectionRow): CollectionRow {
  return { ...row, due_at: new Date(row.created_at.getTime() + firstWaitMs), attempts: 1 }
}

function rowOf(
  world: World,
  caller: Payee,
  draft: Draft,
  known: { environment: Environment; provider: string; currency: string; amount: bigint },
): CollectionRow {
  const now = world.clock.now()
  const id = world.newId()
  const isHosted = draft.method === null
  const pageEndsAt = isHosted ? new Date(now.getTime() + (draft.pageLivesForMs ?? usualPageLifeMs)) : null
  return {
    id,
    merchant_id: caller.merchantId,
    environment: known.environment,
    api_key_id: caller.by?.kind === 'key' ? caller.by.keyId : null,
    created_by: caller.by?.kind === 'person' ? caller.by.user.id : null,
    made_in: caller.environment === known.environment ? null : caller.environment,
    family: draft.family,
    method: draft.method,
    status: isHosted ? 'created' : 'processing',
    amount: known.amount,
    currency: known.currency,
    customer_id: draft.customer_id ?? null,
    customer_name: draft.customer_name ?? null,
    customer_phone: draft.phone === undefined ? null : canonicalPhone(draft.phone),
    customer_email: draft.customer_email ?? null,
    payer_name: null,
    reference: draft.reference ?? null,
    description: draft.description ?? null,
    metadata: joinMetadata(draft.metadata),
    payment_link_id: draft.payment_link_id ?? null,
    invoice_id: draft.invoice_id ?? null,
    control_number_id: null,
    redirect_url: draft.redirect_url ?? null,
    cancel_url: draft.cancel_url ?? null,
    callback_url: draft.callback_url ?? null,
    page_token: isHosted ? randomBytes(16).toString('base64url') : null,
    public_token: draft.public_token ?? null,
    receipt_token: null,
    page_ends_at: pageEndsAt,
    provider: known.provider,
    provider_reference: referenceOf(referencePrefix, id),
    provider_payment_status: isHosted ? null : 'PENDING',
    failure_code: null,
    failure_reason: null,
    payment_token: null,
    qr_payload: null,
    qr_expires_at: draft.livesForMs === undefined ? null : new Date(now.getTime() + draft.livesForMs),
    simulate_status: draft.simulateStatus ?? null,
    moves: 1,
    due_at: isHosted ? null : now,
    ends_at: pageEndsAt,
    lease: 0,
    // Whoever finds none knows that the provider was never called.
    attempts: 0,
    created_at: now,
    updated_at: now,
    completed_at: null,
    refunded: null,
    refund_claimed: null,
    credited: null,
    refunds_reckoned: null,
    review_hit: null,
  }
}
