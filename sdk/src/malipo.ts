import { bindCalls } from './bind-calls.ts'
import type { CallLines } from './call.ts'
import { createClient } from './client.ts'
import { followEvents, type StreamOptions, type StreamQuery } from './follow-events.ts'
import type { MalipoOptions } from './options.ts'
import * as resources from './resources/resources.ts'
import { type WaitOptions, waitForOutcome } from './wait-for-outcome.ts'

export interface Collections extends resources.CollectionsCalls {
  /**
   * Waits until a collection is `successful`, `failed` or `reversed`, and gives it back: ask `isPaid` about it. Rejects with an
   * `OutcomeUnknownError` when the time is over, two minutes unless told otherwise: the customer may still pay.
   */
  waitForOutcome(collection_id: string, options?: WaitOptions): Promise<resources.CollectionState>
}

export interface Events extends resources.EventsCalls {
  /**
   * Follows events as they happen: `for await (const event of malipo.events.stream())`. It comes back by itself when the line is cut and misses
   * nothing. Go on where an earlier program ended with `lastEventId`; those of the last half minute may then come again.
   */
  stream(query?: StreamQuery, options?: StreamOptions): AsyncGenerator<resources.MalipoEvent, void>
}

/**
 * The client of a Malipo service: `new Malipo({ baseUrl, apiKey })`. Fields are named as in the reference. A call that fails for
 * lack of an answer is made again where that is safe, with the same idempotency key.
 */
export class Malipo {
  readonly collections: Collections
  readonly paymentLinks: resources.PaymentLinksCalls
  readonly controlNumbers: resources.ControlNumbersCalls
  readonly invoices: resources.InvoicesCalls
  readonly customers: resources.CustomersCalls
  readonly withdrawals: resources.WithdrawalsCalls
  readonly disbursements: resources.DisbursementsCalls
  /** Many disbursements as one; `rows` may be the text of a CSV. */
  readonly batches: resources.BatchesCalls
  readonly recipients: resources.RecipientsCalls
  readonly refunds: resources.RefundsCalls
  readonly destinations: resources.DestinationsCalls
  readonly networks: resources.NetworksCalls
  readonly balance: resources.BalanceCalls
  readonly transactions: resources.TransactionsCalls
  readonly fiscal: resources.FiscalCalls
  readonly statements: resources.StatementsCalls
  readonly settlements: resources.SettlementsCalls
  readonly privacyRequests: resources.PrivacyRequestsCalls
  readonly exports: resources.ExportsCalls
  readonly summary: resources.SummaryCalls
  readonly search: resources.SearchCalls
  readonly events: Events
  readonly webhooks: resources.WebhooksCalls
  readonly webhookEndpoints: resources.WebhookEndpointsCalls
  readonly deliveries: resources.DeliveriesCalls
  readonly requests: resources.RequestsCalls
  readonly sandbox: resources.SandboxCalls
  readonly till: resources.TillCalls
  readonly documents: resources.DocumentsCalls
  readonly checkout: resources.CheckoutCalls
  readonly merchants: resources.MerchantsCalls
  readonly members: resources.MembersCalls
  readonly apiKeys: resources.ApiKeysCalls
  readonly notifications: resources.NotificationsCalls
  readonly auth: resources.AuthCalls
  /** For Super Admins. */
  readonly admin: resources.AdminCalls

  constructor(options: MalipoOptions) {
    // What proves who calls stays in here: nothing of it can be seen on the client.
    const client = createClient(options)
    const bind = <Resource>(lines: CallLines): Resource => bindCalls(client, lines)
    const collections = bind<resources.CollectionsCalls>(resources.collectionsLines)
    this.collections = {
      ...collections,
      waitForOutcome: (id, waiting) => waitForOutcome(collections.get, id, waiting),
    }
    this.paymentLinks = bind(resources.paymentLinksLines)
    this.controlNumbers = bind(resources.controlNumbersLines)
    this.invoices = bind(resources.invoicesLines)
    this.customers = bind(resources.customersLines)
    this.withdrawals = bind(resources.withdrawalsLines)
    this.disbursements = bind(resources.disbursementsLines)
    this.batches = bind(resources.batchesLines)
    this.recipients = bind(resources.recipientsLines)
    this.refunds = bind(resources.refundsLines)
    this.destinations = bind(resources.destinationsLines)
    this.networks = bind(resources.networksLines)
    this.balance = bind(resources.balanceLines)
    this.transactions = bind(resources.transactionsLines)
    this.fiscal = bind(resources.fiscalLines)
    this.statements = bind(resources.statementsLines)
    this.settlements = bind(resources.settlementsLines)
    this.privacyRequests = bind(resources.privacyRequestsLines)
    this.exports = bind(resources.exportsLines)
    this.summary = bind(resources.summaryLines)
    this.search = bind(resources.searchLines)
    const events = bind<resources.EventsCalls>(resources.eventsLines)
    this.events = { ...events, stream: (query, following) => followEvents(client, events, query, following) }
    this.webhooks = bind(resources.webhooksLines)
    this.webhookEndpoints = bind(resources.webhookEndpointsLines)
    this.deliveries = bind(resources.deliveriesLines)
    this.requests = bind(resources.requestsLines)
    this.sandbox = bind(resources.sandboxLines)
    this.till = bind(resources.tillLines)
    this.documents = bind(resources.documentsLines)
    this.checkout = bind(resources.checkoutLines)
    this.merchants = bind(resources.merchantsLines)
    this.members = bind(resources.membersLines)
    this.apiKeys = bind(resources.apiKeysLines)
    this.notifications = bind(resources.notificationsLines)
    this.auth = bind(resources.authLines)
    this.admin = bind(resources.adminLines)
  }
}
