// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

/** `twice`: another row goes to the same place. `paid_lately`: the same amount went there in the last seven days, or is on its way. `new`: nothing was ever paid there. `name_differs`: its look-up found another name. `under_review`: a rule wants it looked at, and it needs an approval of its own after that of the batch; only Super Admins read this. `cooling`: its recipient was saved not long ago. `blocked`: its recipient was blocked or removed since. */
export type BatchRowWarningKind = 'twice' | 'paid_lately' | 'new' | 'name_differs' | 'under_review' | 'cooling' | 'blocked'

export type BatchStatus = 'PENDING_ADMIN_APPROVAL' | 'INFO_REQUESTED' | 'PROCESSING' | 'PAUSED' | 'REJECTED' | 'DONE'

export type BookedType = 'collection' | 'collection_fee' | 'collection_reversal' | 'clearance_release' | 'withdrawal_reservation' | 'withdrawal_release' | 'withdrawal' | 'withdrawal_fee' | 'withdrawal_reversal' | 'refund_reservation' | 'refund_release' | 'refund' | 'refund_fee' | 'refund_reversal' | 'debt' | 'debt_repayment' | 'deposit' | 'clearance_hold' | 'clearance_return' | 'payer_return' | 'clearing_split'

export type CallbackTitle = 'callback.proven' | 'callback.unproven'

export type CheckTitle = 'check.begun' | 'check.ended'

export type CollectionMethod = 'USSD_PUSH' | 'STK_PUSH' | 'PROVIDER_PESA_PUSH' | 'DYNAMIC_QR' | 'BILL_PAY'

/** What is true now. */
export type CollectionStand = 'waiting_for_choice' | 'being_sent' | 'waiting_for_payer' | 'waiting_for_another_try' | 'silent' | 'stuck' | 'held' | 'paid' | 'failed' | 'returned'

export type CollectionStateTitle = 'state.begun' | 'state.changed' | 'state.noted'

export type CollectionStatus = 'created' | 'processing' | 'pending_clearance' | 'successful' | 'failed' | 'reversed'

/** `ORDER` is for one order and is `PAID` once that is; `CUSTOMER` is paid again and again. */
export type ControlNumberKind = 'ORDER' | 'CUSTOMER'

export type ControlNumberStatus = 'ACTIVE' | 'PAID' | 'EXPIRED' | 'CANCELLED'

export type DecimalMark = '.' | ','

/** Why the caller may not, or may not approve: something that ties them to it, or what it lacks. Null where nothing does. */
export type DecisionHindrance = 'no_second_factor' | 'asked_for_it' | 'member_of_merchant' | 'former_member' | 'made_its_key' | 'decided' | 'approved_by_you' | 'payouts_held' | 'merchant_restricted' | 'insufficient_balance' | 'payment_reversed' | 'recipient_cooling' | 'recipient_blocked'

/** Found out by the first line unless told. */
export type Delimiter = ',' | ';' | '|' | '\t'

export type DiscrepancyKind = 'success_after_failure' | 'failure_after_success' | 'other_amount' | 'other_currency' | 'success_before_request' | 'reversal_after_failure' | 'reversal_after_refund' | 'unknown_reference' | 'paid_twice' | 'overpaid' | 'another_try_paid' | 'paid_after_void' | 'bill_refused' | 'missing_there' | 'missing_here' | 'different_amount' | 'different_state'

export type DiscrepancyTitle = 'discrepancy.opened' | 'discrepancy.settled'

export type DocumentKind = 'tin_certificate' | 'business_registration' | 'other'

/** By what the file begins with. */
export type DocumentType = 'application/pdf' | 'image/png' | 'image/jpeg'

export type Environment = 'live' | 'sandbox'

export type EventType = 'collection.success' | 'collection.successful' | 'collection.failed' | 'collection.reversed' | 'collection.pending_clearance' | 'disbursement.approved' | 'disbursement.info_requested' | 'disbursement.success' | 'disbursement.failed' | 'disbursement.reversed' | 'disbursement_batch.approved' | 'disbursement_batch.rejected' | 'disbursement_batch.paused' | 'disbursement_batch.done' | 'refund.success' | 'refund.failed' | 'refund.rejected' | 'refund.reversed' | 'statement.ready' | 'invoice.paid' | 'invoice.partially_paid' | 'invoice.overpaid' | 'invoice.reopened' | 'invoice.voided' | 'credit_note.issued' | 'fiscal_receipt.issued' | 'fiscal_receipt.failed' | 'control_number.paid' | 'control_number.reopened' | 'control_number.expired' | 'control_number.cancelled'

export type EvidenceSource = 'reply' | 'callback' | 'look_up'

export type ExchangeTitle = 'exchange.collect' | 'exchange.look_up' | 'exchange.cancel' | 'exchange.pay_out' | 'exchange.callback'

export type FailureCode = 'declined' | 'insufficient_funds' | 'wrong_pin' | 'expired' | 'cancelled' | 'invalid_number' | 'limit' | 'refused' | 'rejected'

export type FiscalReceiptStatus = 'QUEUED' | 'ISSUED' | 'FAILED'

export type InvoiceStatus = 'DRAFT' | 'SENT' | 'PARTIALLY_PAID' | 'PAID' | 'CREDITED' | 'VOID' | 'OVERDUE'

export type MemberStatus = 'active' | 'invited'

export type MobileNetwork = 'M-Pesa' | 'Airtel Money' | 'Mixx by Yas' | 'HaloPesa' | 'T-Pesa'

/** `not_supported`: no name is told of such destinations. `unavailable`: nobody answered; ask again later. */
export type NameLookUpOutcome = 'found' | 'not_found' | 'not_supported' | 'unavailable'

/** Case, accents, titles and the order of words do not count. `close` forgives one letter, a missing word, initials and masked letters. */
export type NameMatch = 'exact' | 'close' | 'different'

/** By what became of payments in the last 15 minutes; `unknown` where those were fewer than 20. Refuses nothing: approved payouts to a network that is `down` wait, and go by themselves. */
export type NetworkStatus = 'up' | 'slow' | 'down' | 'unknown'

/** What comes next, or whom it waits for. */
export type NextStep = 'payer_chooses' | 'payer_tries_again' | 'order_is_sent' | 'provider_is_asked' | 'operator_decides' | 'merchant_answers' | 'nothing'

export type OrderedMethod = 'USSD_PUSH' | 'STK_PUSH' | 'PROVIDER_PESA_PUSH' | 'DYNAMIC_QR'

export type PageLanguage = 'sw' | 'en'

export type PaymentLinkStatus = 'ACTIVE' | 'INACTIVE' | 'EXPIRED' | 'PAID'

/** `EXACT`: the amount and nothing else. `PART`: in parts, up to the amount. `ANY`: whatever the payer sends. */
export type PaymentMode = 'EXACT' | 'PART' | 'ANY'

export type ProposedAction = 'accept_provider' | 'keep_ours'

export type QuarantinedKind = 'collection' | 'withdrawal'

/** Which come first: the newest, unless told otherwise. A `cursor` goes on in the order it is from. */
export type QueueOrder = 'newest' | 'oldest'

/** `COOLING`: money can be asked for, and is not approved before `usable_from`. `BLOCKED`: nothing can be asked for. */
export type RecipientStatus = 'COOLING' | 'READY' | 'BLOCKED'

/** Whether the merchant asked for it, or the money never was the merchant’s: a held payment that was declined, or one that came late or with another amount. */
export type RefundOrigin = 'requested' | 'declined' | 'mispaid'

export type RefundReason = 'requested' | 'duplicate' | 'not_delivered' | 'overpaid' | 'other'

/** `native`: the provider returns its own payment. `pay_out`: the money is sent to the payer as any payout. Chosen before the first call. */
export type RefundWay = 'native' | 'pay_out'

export type RegistrationStatus = 'NONE' | 'PENDING' | 'REGISTERED' | 'REFUSED'

export type RequestMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type RiskAction = 'allow' | 'block' | 'review'

export type Role = 'owner' | 'admin' | 'finance' | 'developer' | 'viewer' | 'cashier'

/** Null: for every method that has no list of its own. */
export type RoutedMethod = 'USSD_PUSH' | 'STK_PUSH' | 'PROVIDER_PESA_PUSH' | 'DYNAMIC_QR' | 'BILL_PAY' | 'MOBILE_MONEY' | 'BANK_ACCOUNT' | 'PROVIDER_PESA'

export type SettlementAction = 'accept_provider' | 'keep_ours' | 'return_to_payer' | 'refund' | 'keep'

/** What it does to the payment and its books: it is booked as paid, taken back, ended unpaid, or ended with a refund that waits for approval; what the merchant has too much of is refunded in the same way. Null where this way is not open to its kind. */
export type SettlementEffect = 'nothing' | 'paid' | 'taken_back' | 'ended' | 'returned' | 'refunded' | 'not_owed'

/** Why it is not allowed. */
export type SettlementHindrance = 'settled' | 'not_for_this_kind' | 'own_statement' | 'no_second_factor' | 'asked_for_it' | 'member_of_merchant' | 'former_member' | 'made_its_key'

export type SettlementStatus = 'open' | 'settled'

export type StatementKind = 'collection' | 'disbursement'

export type StatementOccasion = 'requested' | 'daily' | 'monthly'

export type StatementState = 'paid' | 'failed' | 'reversed' | 'open'

export type StatementStatus = 'PREPARING' | 'READY'

export type SuccessEventName = 'collection.success' | 'collection.successful'

/** `STANDARD`: 18 % of VAT are in every amount, which needs a VRN. `ZERO_RATED`, `EXEMPT`: none is. */
export type TaxCode = 'STANDARD' | 'ZERO_RATED' | 'EXEMPT'

export type TransactionDirection = 'credit' | 'debit'

export type TransactionType = 'collection' | 'collection_fee' | 'collection_reversal' | 'clearance_release' | 'withdrawal_reservation' | 'withdrawal_release' | 'withdrawal' | 'withdrawal_fee' | 'withdrawal_reversal' | 'refund_reservation' | 'refund_release' | 'refund' | 'refund_fee' | 'refund_reversal' | 'debt' | 'debt_repayment' | 'deposit'

export type TryTitle = 'try.begun' | 'try.failed' | 'try.cancelled' | 'try.paid'

export type VerificationStatus = 'unverified' | 'pending' | 'verified'

export type WebhookAttemptResult = 'delivered' | 'refused' | 'redirected' | 'gone' | 'timeout' | 'unreachable' | 'blocked'

export type WebhookDeliveryCause = 'event' | 'replay'

/** pending is still owed; exhausted is given up, and can be retried or replayed. */
export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'exhausted'

export type WebhookEndpointStatus = 'on' | 'failing' | 'off'

export type WebhookTitle = 'webhook.owed' | 'webhook.attempted'

export type WithdrawalMethod = 'MOBILE_MONEY' | 'BANK_ACCOUNT' | 'PROVIDER_PESA'

/** What is true now. */
export type WithdrawalStand = 'waiting_for_approval' | 'waiting_for_answer' | 'waiting_to_be_sent' | 'being_paid' | 'unclear' | 'stuck' | 'blocked' | 'contradicted' | 'paid' | 'failed' | 'rejected' | 'returned'

export type WithdrawalStateTitle = 'state.begun' | 'state.changed' | 'state.noted' | 'state.asked' | 'state.answered'

export type WithdrawalStatus = 'PENDING_ADMIN_APPROVAL' | 'INFO_REQUESTED' | 'PROCESSING' | 'SUCCESS' | 'FAILED' | 'REJECTED' | 'NEEDS_ADMIN_ATTENTION' | 'NEEDS_RECONCILIATION' | 'BLOCKED_IP_WHITELIST' | 'REVERSED'

/** Why an approved one is not sent yet: its merchant was suspended since, the operator compares the books with those of providers after a restore, its provider is stopped or does not answer, the network it goes to is down, or its provider has too little of our money. It is sent by itself once that is over. */
export type WithdrawalWait = 'merchant' | 'reconciliation' | 'provider' | 'network' | 'float'
