import { ApiKey, Caller, FreshApiKey, PayoutCaps } from './api-keys.ts'
import {
  Collection,
  CollectionMethod,
  CollectionState,
  CollectionStatus,
  CollectionStep,
  DynamicQrBody,
  FamilyBPushBody,
  HostedPageBody,
  HostedPageReply,
  MobileNetworkName,
  OrderedMethod,
  PushBody,
  PushReply,
  QrBody,
  QrReply,
  ShownCollection,
} from './collection-fields.ts'
import {
  BillPayment,
  ControlNumber,
  ControlNumberKind,
  ControlNumberRow,
  ControlNumberStatus,
  PaymentMode,
} from './control-numbers.ts'
import { CreditNote } from './credit-notes.ts'
import { Customer } from './customers.ts'
import { DocumentKind, MerchantDocument } from './documents.ts'
import { EventTypeName, MerchantEvent } from './event-fields.ts'
import { FailureCodeName } from './failures.ts'
import { EnvironmentName, RoleName, ScopeName } from './fields.ts'
import {
  DayFigures,
  FailureFigures,
  MerchantSummary,
  MethodFigures,
  NetworkFigures,
  TodayFigures,
} from './figures.ts'
import { Invoice, InvoiceStatus } from './invoices.ts'
import { Member, Removed } from './members.ts'
import { looks, Merchant, OwnMerchant, VerificationStatus } from './merchants.ts'
import { Notification } from './notifications.ts'
import { operations } from './operations.ts'
import { PaymentLink, PaymentLinkStatus } from './payment-links.ts'
import { Me, Person } from './people.ts'
import { RequestDetails, RequestSummary } from './requests.ts'
import { Prompt, SandboxAdvance, SandboxMessage, SandboxProfile, Subscriber, Switchboard } from './sandbox.ts'
import { Found } from './search.ts'
import { OpenSession } from './sessions.ts'
import { TillPayment, TillStanding, TillTotals } from './till.ts'
import { TestBody, TestResult, WebhookConfig } from './webhook-config.ts'
import { Attempt, Delivery } from './webhook-deliveries.ts'
import { EventFilter, OwnWebhookEndpoint } from './webhook-endpoints.ts'

const collections = {
  CollectionStatus,
  CollectionMethod,
  OrderedMethod,
  MobileNetwork: MobileNetworkName,
  DirectCollectionMethod: CollectionState.properties.method.anyOf[0],
  SimulatedStatus: PushBody.properties.simulate_status,
  FailureCode: FailureCodeName,
  HostedPageRequest: HostedPageBody,
  HostedPage: HostedPageReply,
  DirectPushRequest: PushBody,
  DirectPush: PushReply,
  DirectQrRequest: QrBody,
  DirectQr: QrReply,
  CollectionState,
  PushCollectionRequest: FamilyBPushBody,
  DynamicQrCollectionRequest: DynamicQrBody,
  Collection,
  MerchantCollection: ShownCollection,
  MerchantCollectionWithHistory: operations.readMerchantCollection.reply,
  CollectionStep,
  Till: operations.readTill.reply,
  TillPayment,
  TillStanding,
  TillTotals,
  TillSum: TillTotals.properties.paid,
}

const { createInvoice, sendInvoice } = operations
const bills = {
  PaymentLinkStatus,
  PaymentLink,
  PaymentLinkSwitch: operations.changePaymentLink.body.properties.status,
  PublicPaymentLink: operations.readPublicPaymentLink.reply,
  PublicCollection: operations.readPublicCollection.reply,
  LinkedPayment: operations.collectByPublicPaymentLink.reply,
  ControlNumber,
  ControlNumberKind,
  ControlNumberStatus,
  ControlNumbers: operations.createControlNumbers.reply,
  ControlNumberRowRequest: ControlNumberRow,
  PaymentMode,
  BillPayment,
  BillAnswer: BillPayment.properties.answer,
  BillOutcome: BillPayment.properties.outcome,
  InvoiceStatus,
  Invoice,
  CreditNote,
  InvoiceItem: Invoice.properties.items.items,
  InvoiceItemRequest: createInvoice.body.properties.items.items,
  SentInvoice: sendInvoice.reply,
  InvoiceMessage: sendInvoice.reply.properties.messages.items,
  InvoiceMessageChannel: sendInvoice.reply.properties.messages.items.properties.channel,
  InvoiceMessageState: sendInvoice.reply.properties.messages.items.properties.state,
  Customer,
}

const figures = {
  Found,
  FoundKind: Found.properties.kind,
  Findings: operations.searchMerchant.reply,
  MerchantSummary,
  TodayFigures,
  DayFigures,
  NetworkFigures,
  MethodFigures,
  FailureFigures,
}

const { changeWebhookConfig, checkWebhook } = operations
const CheckRow = checkWebhook.reply.properties.items.items
const telling = {
  EventType: EventTypeName,
  MerchantEvent,
  SuccessEventName: WebhookConfig.properties.success_event_name.anyOf[0],
  EventTypeOrAll: changeWebhookConfig.body.properties.events.anyOf[0].items,
  WebhookConfig,
  WebhookEndpoint: WebhookConfig.properties.endpoints.items,
  WebhookEndpointStatus: WebhookConfig.properties.endpoints.items.properties.status,
  WebhookTestRequest: TestBody,
  WebhookTestResult: TestResult,
  OwnWebhookEndpoint,
  EventFilter,
  WebhookCheck: CheckRow,
  WebhookCheckKind: CheckRow.properties.check,
  WebhookDelivery: Delivery,
  WebhookDeliveryStatus: Delivery.properties.status,
  WebhookDeliveryCause: Delivery.properties.cause,
  WebhookAttempt: Attempt,
  WebhookAttemptResult: Attempt.properties.result,
  RequestLogEntry: RequestSummary,
  RequestLogEntryWithBodies: RequestDetails,
  RequestMethod: RequestSummary.properties.method,
  RequestAuthentication: operations.listRequests.query.properties.authenticated_by,
  ErrorCode: operations.listRequests.query.properties.error_code,
  Notification,
}

const sandbox = {
  SandboxProfile,
  SandboxSwitchboard: Switchboard,
  SandboxPrompt: Prompt,
  SandboxAnswer: operations.answerSandboxPrompt.body.properties.answer,
  SandboxSubscriber: Subscriber,
  SandboxMessage,
  SandboxAdvance,
  SandboxStep: SandboxAdvance.properties.what,
  SandboxMessageChannel: SandboxMessage.properties.channel,
}

const { readSession, enableTwoFactor, verifyTotp, signOut, signIn } = operations
const account = {
  Environment: EnvironmentName,
  Role: RoleName,
  Scope: ScopeName,
  Merchant,
  OwnMerchant,
  MerchantDocument,
  DocumentKind,
  DocumentType: MerchantDocument.properties.content_type,
  VerificationStatus,
  PageLanguage: looks.language.anyOf[0],
  Member,
  Removed,
  InvitedMember: operations.inviteMember.reply,
  MemberStatus: Member.properties.status,
  Membership: operations.acceptInvitation.reply,
  ApiKey,
  FreshApiKey,
  PayoutCaps,
  PayoutCapsRequest: operations.createApiKey.body.properties.payout_caps,
  Caller,
  CallerKey: Caller.properties.api_key.anyOf[0],
  CallerCaps: Caller.properties.api_key.anyOf[0].properties.payout_caps.anyOf[0],
  Person,
  Me,
  OpenSession,
  BackupCodes: operations.regenerateBackupCodes.reply,
  Session: readSession.reply.properties.session.anyOf[0],
  SignedIn: signIn.reply,
  PasswordRequest: enableTwoFactor.body,
  SecondFactorRequest: verifyTotp.body,
  Done: signOut.reply,
}

/** What those who collect and are paid out read and write. Bodies and replies that are not here are called after their operation. */
export const schemasOfMerchants = {
  ...collections,
  ...bills,
  ...figures,
  ...telling,
  ...sandbox,
  ...account,
}
