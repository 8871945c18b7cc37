import type { collectionMethods, Environment, withdrawalMethods } from '@malipo/contract'

export type CollectionMethod = (typeof collectionMethods)[number]
export type PayOutMethod = (typeof withdrawalMethods)[number]

/** What a provider can carry, as data, so that what it cannot is refused before anything is created. */
export type Capabilities = {
  methods: readonly CollectionMethod[]
  currencies: readonly string[]
  /** In minor units. Amounts must be multiples of the smallest. */
  amounts: { smallest: bigint; least: bigint; most: bigint }
  /** Whether the same reference sent twice is one payment. Without that nothing is ever sent again. */
  knowsRepeats: boolean
  /** Whether we judge what comes in (self-payment, risk) or the provider plays all of it. */
  weScreen: boolean
  payOuts: {
    methods: readonly PayOutMethod[]
    currencies: readonly string[]
    amounts: { smallest: bigint; least: bigint; most: bigint }
  }
}

/** A payment to be asked for. `reference` is ours and the same in every word about this payment. */
export type CollectOrder = {
  reference: string
  environment: Environment
  merchantId: string
  merchantName: string
  method: CollectionMethod
  amount: bigint
  currency: string
  /** Canonical digits; null where nothing is pushed to anybody. */
  phone: string | null
  /** After this the provider should take no money for it. */
  expiresAt: Date | null
  description: string | null
  /** What a caller asked a simulation to play; real providers never see one. */
  simulate: { status: string | null; family: 'A' | 'B' }
}

/** Money to be paid out. It is sent only when a Super Admin has approved, always under the same reference. */
export type PayOutOrder = {
  reference: string
  environment: Environment
  merchantId: string
  method: PayOutMethod
  amount: bigint
  currency: string
  /** Our own code of the network or bank; the adapter knows theirs. */
  destinationCode: string
  recipientName: string
  /** A canonical phone, or an account number as it was written. */
  identifier: string
}

/** What went over the wire, with secrets masked, because support asks for it. */
export type Exchange = { request: unknown; response: unknown }

export type FailureReason =
  | 'declined'
  | 'insufficient_funds'
  | 'wrong_pin'
  | 'expired'
  | 'invalid_number'
  | 'limit'
  | 'refused'

/** What a provider said. Not knowing is an answer too, and never the same as failure. */
export type Outcome =
  | { kind: 'pending'; providerStatus: string; qr?: { paymentToken: string; payload: string } }
  | {
      kind: 'succeeded'
      providerStatus: string
      /** What was paid, where the provider says so. */
      paid?: { amount: bigint; currency: string }
      /** Who paid, canonical, where the provider says so. */
      payer?: string
      /** The provider wants a person to look first. */
      hold?: string
    }
  | { kind: 'failed'; providerStatus: string; reason: FailureReason; providerMessage: string }
  | { kind: 'reversed'; providerStatus: string }
  | { kind: 'unknown'; because: string }

/** What a provider says about a payout: also that it does not talk to our address. */
export type PayOutOutcome = (
  | Outcome
  | { kind: 'blocked'; providerStatus: string; providerMessage: string }
) & {
  exchange?: Exchange
}
export type PayOutLookedUp = PayOutOutcome | { kind: 'never_seen'; exchange?: Exchange }

/** A look-up may also learn that the provider never heard of the payment. */
export type LookedUp = Outcome | { kind: 'never_seen' }

export type ProviderCallback = {
  /** Names the event, so that it acts once. */
  eventId: string
  reference: string
  about: 'collection' | 'disbursement'
  outcome: Outcome
  /** Whether the provider's own signature holds. If not, the callback is only a hint to go and ask. */
  isGenuine: boolean
}

export type RawCallback = { headers: Record<string, string>; body: Uint8Array }

/**
 * The port. An adapter speaks the provider's tongue inside and ours outside: no database, no retries, no clock of its
 * own. It never throws for what the provider answers; what it cannot read is `unknown`.
 */
export type Provider = {
  name: string
  can: Capabilities
  collect(order: CollectOrder): Promise<Outcome>
  lookUp(payment: { reference: string; environment: Environment }): Promise<LookedUp>
  payOut(order: PayOutOrder): Promise<PayOutOutcome>
  lookUpPayOut(payment: { reference: string; environment: Environment }): Promise<PayOutLookedUp>
  /** How long a simulated approval takes for this merchant; null where a Super Admin approves. */
  approvalDelayMs(merchantId: string): Promise<number | null>
  /** Null when it is no callback of theirs at all. */
  readCallback(raw: RawCallback): ProviderCallback | null
}

/** Which provider carries what. Live has none until the operator names one. */
export type Providers = { live: Provider | null; sandbox: Provider }
