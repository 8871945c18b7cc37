import { inColumns, namesOf, type Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { type CollectionRow, typesFor } from './collection-row.ts'

/** For what somebody has paid who was not asked to. */
type Billed = Pick<
  CollectionRow,
  'merchant_id' | 'environment' | 'customer_id' | 'invoice_id' | 'description'
> & {
  id: string
  merchant_reference: string | null
}

/** What the provider took, under its own receipt. */
type Received = {
  provider: string
  reference: string
  amount: bigint
  currency: string
  payer: string | null
}

/** The collection that a payment becomes which came by itself. Nothing is ever sent for it. */
export function receivedCollection(world: World, billed: Billed, received: Received): CollectionRow {
  const now = world.clock.now()
  return {
    id: world.newId(),
    merchant_id: billed.merchant_id,
    environment: billed.environment,
    api_key_id: null,
    created_by: null,
    made_in: null,
    family: 'B',
    method: 'BILL_PAY',
    status: 'processing',
    amount: received.amount,
    currency: received.currency,
    customer_id: billed.customer_id,
    customer_name: null,
    customer_phone: received.payer,
    customer_email: null,
    payer_name: null,
    reference: billed.merchant_reference,
    description: billed.description,
    metadata: null,
    payment_link_id: null,
    invoice_id: billed.invoice_id,
    control_number_id: billed.id,
    redirect_url: null,
    cancel_url: null,
    callback_url: null,
    page_token: null,
    public_token: null,
    receipt_token: null,
    page_ends_at: null,
    provider: received.provider,
    provider_reference: received.reference,
    provider_payment_status: null,
    failure_code: null,
    failure_reason: null,
    payment_token: null,
    qr_payload: null,
    qr_expires_at: null,
    simulate_status: null,
    moves: 1,
    due_at: now,
    ends_at: null,
    lease: 0,
    // Whoever comes upon it looks it up: there is no order that could be sent.
    attempts: 1,
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

/** Writes it as all others are written, with its one try, its first step and its count. */
export async function receivePayment(tx: Transaction, collection: CollectionRow): Promise<void> {
  const types = typesFor([collection])
  const columns = namesOf(types)
  await tx`
    with made as (
      insert into collections (${columns}) select ${columns} from ${inColumns('row', [collection], types)}
      returning id, merchant_id, environment, method, status, provider, provider_reference, created_at
    ), tried as (
      insert into collection_tries (id, merchant_id, collection_id, number, provider, provider_reference, method, created_at)
      select id, merchant_id, id, 1, provider, provider_reference, method, created_at from made
    ), told as (
      insert into collection_history (merchant_id, collection_id, seq, to_status, source, at)
      select merchant_id, id, 1, status, 'payer', created_at from made
    )
    insert into collection_counts (merchant_id, environment, method, status, change)
    select merchant_id, environment, method, status, 1 from made`
}
