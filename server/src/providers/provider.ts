import type { collectionMethods, FailureCode, orderedMethods, withdrawalMethods } from '@malipo/contract'

export type CollectionMethod = (typeof collectionMethods)[number]
/** What somebody can be asked to pay by. */
export type OrderedMethod = (typeof orderedMethods)[number]
export type PayOutMethod = (typeof withdrawalMethods)[number]

/** What can be carried in one direction. Amounts are in minor units, and multiples of the smallest. */
export type Carries<Method> = {
  methods: readonly Method[]
  currencies: readonly string[]
  amounts: { smallest: bigint; least: bigint; most: bigint }
  /** Where a mobile network has a least amount of its own for pushes, by its name. A number only hints at its network. */
  leastOn?: Readonly<Record<string, bigint>>
  /** Our codes of the networks and banks that money goes to, where those are not all there are. */
  destinations?: readonly string[]
  /** When it takes orders, where that is not always. Told to merchants; nothing is refused for it. */
  hours?: Hours
}

/** From when to when on each day, in Dar es Salaam, like `06:00`. */
export type Hours = { from: string; to: string }

/**
 * How what it has collected goes back to whoever paid: it returns its own payment (`native`), or the money is paid out like any other.
 * `partial` tells whether it returns parts, `days` for how long after the payment.
 */
export type Refunds =
  | { way: 'pay_out' }
  | { way: 'native'; partial: boolean; days: number | null; amounts: Carries<string>['amounts'] }

/** What a provider can carry, as data, so that what it cannot is refused before anything is created. */
export type Capabilities = Carries<CollectionMethod> & {
  payOuts: Carries<PayOutMethod>
  refunds: Refunds
  /** Whether the same reference sent twice is one payment. Without that nothing is ever sent again. */
  knowsRepeats: boolean
  /** Whether its callbacks carry a signature that can hold. Where they do not, each is only a reason to ask. */
  signsCallbacks: boolean
  /** The most bytes that a callback of theirs has; whoever sends more is somebody else. */
  callbackBytes: number
  /** Whether we judge what comes in (self-payment, risk) or the provider plays all of it. */
  weScreen: boolean
  /** What its list has, where it has one: of what it does not list, leaving out says nothing. Both unless told. */
  lists?: readonly ProviderCallback['about'][]
  /** Of which kinds of destinations it tells names, where it tells any. All that it pays to unless told. */
  tellsNamesOf?: readonly PayOutMethod[]
  /** Whether what was collected lies in the same balance that payouts are made from. Not known unless told. */
  float?: 'separate' | 'one_balance'
}

/** A payment to be asked for. `reference` is ours and the same in every word about this payment. */
export type CollectOrder = {
  reference: string
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
}

/** Money to be paid out. It is sent only when a Super Admin has approved, always under the same reference. */
export type PayOutOrder = {
  reference: string
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

/** A payment of theirs to be returned, whole or in part. `paidAs` is the reference under which it was made. */
export type RefundOrder = PayOutOrder & { paidAs: string }

/** What went over the wire, with secrets masked, because support asks for it. */
export type Exchange = { request: unknown; response: unknown }

/** What went over the wire for a word about a collection, call by call in its order. The registry has it kept. */
export type Traced = { exchanges?: Exchange[] }

/** What merchants read as `failure_code`. To reject is for people here, and no provider's word. */
export type FailureReason = Exclude<FailureCode, 'rejected'>

/**
 * Nobody knows. `answered` tells those words that nobody understood from silence: a provider who says too much of it is
 * not asked for a while, and one odd payment must not stand for all.
 */
export type Unknown = { kind: 'unknown'; because: string; answered?: true }

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
      /** Whose number that is, where the provider says so. */
      payerName?: string
      /** The provider wants a person to look first. */
      hold?: string
    }
  | { kind: 'failed'; providerStatus: string; reason: FailureReason; providerMessage: string }
  | { kind: 'reversed'; providerStatus: string }
  | Unknown

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
  outcome: PayOutOutcome
  /** Of money that came for a control number: what was paid, under the receipt that is the reference. */
  bill?: BillPaid
  /** Whether the provider's own signature holds. If not, the callback is only a hint to go and ask. */
  isGenuine: boolean
}

export type RawCallback = { headers: Record<string, string>; body: Uint8Array }

/** What a provider says was paid for a control number, which nobody had ordered there. Its receipt is the reference. */
export type BillPaid = {
  number: string
  amount: bigint
  currency: string
  /** Who paid, canonical, where the provider says so. */
  payer: string | null
  /** The merchant at whose counter it was paid, where the provider tells merchants apart: a number of another one is unknown there. */
  account: string | null
}

/** What a provider asks before it takes money for a number. */
export type BillQuestion = Pick<BillPaid, 'number' | 'amount' | 'currency' | 'account'> & { provider: string }

/** Whether money for a number would be welcome, and if not, why. */
export type BillAnswer = { kind: 'payable' | 'unknown' | 'closed' | 'too_low' | 'too_high' }

/** How we answer. Whoever hears nothing within `billPatienceMs` takes it for a no. */
export type AnswerBill = (question: BillQuestion) => Promise<BillAnswer>

export const billPatienceMs = 3_000

/** What is asked about, by the reference under which it was sent. */
export type Asked = { reference: string }

/** A payout is asked about with its method too: where each has a counter of its own, the others have never heard of it. */
export type AskedPayOut = Asked & Pick<PayOutOrder, 'method'>

/** Only `cancelled` is definite: nobody can pay the order any more, also if it arrives only after this. */
export type Cancelled = { kind: 'cancelled'; providerStatus: string } | Outcome

/** What lies ready at the provider for payouts. */
export type Float = { kind: 'known'; amount: bigint; currency: string } | Unknown

/**
 * What came of a question that moves nothing, asked to see whether they know us. `refused` is their own word about who we are, `blocked`
 * about where we call from; all else is not known. `theirTime` is what their clock said then.
 */
export type Probed = (
  | { kind: 'ok' }
  | { kind: 'refused'; because: string }
  | { kind: 'blocked'; because: string }
  | Unknown
) & { theirTime: Date | null; exchanges: Exchange[] }

/** Whose account or number it is, as the provider knows them. */
export type NameFound =
  | { kind: 'found'; name: string }
  | { kind: 'not_found' }
  /** They tell no names of such destinations. */
  | { kind: 'not_supported' }
  | Unknown

/** One line of what the provider has in its own books. */
export type Listed = { reference: string; about: ProviderCallback['about']; outcome: Outcome; at: Date }

/** What a payer will see of an order, so that a page can say it before the phone does. */
export type PayerView = {
  /** The name that the prompt shows as receiver, where it is not the merchant's. */
  payee_shown: string | null
  /** What to dial when no prompt comes, like `*150*00#`. */
  menu_code: string | null
  /** What else to do when no prompt comes, in each language that pages speak. */
  help: { sw: string; en: string } | null
  /** What its own wallet is called, where the order goes to one. */
  wallet: string | null
}

/**
 * The port. An adapter speaks the provider's tongue inside and ours outside: no database, no retries, no clock of its
 * own. It never throws for what the provider answers; what it cannot read is `unknown`. Every call ends when its signal
 * does. The last members are for those who have them.
 */
export type Provider = {
  name: string
  can: Capabilities
  collect(order: CollectOrder, signal: AbortSignal): Promise<Outcome & Traced>
  lookUp(payment: Asked, signal: AbortSignal): Promise<LookedUp & Traced>
  payOut(order: PayOutOrder, signal: AbortSignal): Promise<PayOutOutcome>
  lookUpPayOut(payment: AskedPayOut, signal: AbortSignal): Promise<PayOutLookedUp>
  /** For those whose `refunds` are `native`: both, or neither. */
  refund?(order: RefundOrder, signal: AbortSignal): Promise<PayOutOutcome>
  lookUpRefund?(refund: Asked, signal: AbortSignal): Promise<PayOutLookedUp>
  /** Null when it is no callback of theirs at all. */
  readCallback(raw: RawCallback): ProviderCallback | null
  cancel?(payment: Asked, signal: AbortSignal): Promise<Cancelled & Traced>
  balance?(signal: AbortSignal): Promise<Float>
  /** Harmless: whoever asks it a hundred times has changed nothing. */
  probe?(signal: AbortSignal): Promise<Probed>
  lookUpName?(
    recipient: Pick<PayOutOrder, 'merchantId' | 'method' | 'destinationCode' | 'identifier'>,
    signal: AbortSignal,
  ): Promise<NameFound>
  list?(span: { from: Date; to: Date }, signal: AbortSignal): AsyncIterable<Listed>
  describe?(order: Pick<CollectOrder, 'method' | 'phone'>): PayerView
}
