import { BatchDossier, MayDecideBatch, QueuedBatch } from './admin-disbursement-batches.ts'
import { AdminMerchant, MerchantDossier } from './admin-merchants.ts'
import { WithdrawalDossier } from './admin-withdrawals.ts'
import { OperatorAlert } from './alerts.ts'
import { BookCheck, Books } from './books.ts'
import { CallbackBody } from './callbacks.ts'
import { CollectionDossier } from './clearance.ts'
import { CollectionExchange } from './collection-exchanges.ts'
import { DeadLetter } from './dead-letters.ts'
import { MayClear, MayDecidePayout } from './decision-fields.ts'
import { Discrepancy } from './discrepancies.ts'
import { AdminDocument } from './documents.ts'
import { EvidenceWord } from './evidence-fields.ts'
import { FloatTopUp } from './float-top-ups.ts'
import { AdminNetwork, AdminNetworkStanding, JudgedNetwork, NetworkPin } from './networks.ts'
import { operations } from './operations.ts'
import { Operator } from './operators.ts'
import { PricingRule, PricingTrial, TriedKind, TriedMerchant } from './pricing-rules.ts'
import { CarriedNetwork, ProviderFigures, ProviderRoute, ProviderStanding } from './providers.ts'
import { Quarantined } from './quarantine.ts'
import { Queue, QueueCount } from './queue.ts'
import { Reconciliation, ReconciliationFinding } from './reconciliations.ts'
import { Retention } from './retention.ts'
import { RiskHit, RiskListEntry, RiskRule, RiskRuleVersions, RiskSample, RiskSimulation } from './risk.ts'
import { RiskComparisonOf, RiskCondition, RiskConditionInside, RiskFact } from './risk-fields.ts'
import { KnownMapping, StatementMapping } from './statement-mappings.ts'

const payouts = {
  AdminMerchant,
  AdminDocument,
  MerchantDossier,
  MerchantOwner: MerchantDossier.properties.owners.items,
  MerchantInEnvironment: MerchantDossier.properties.live,
  MerchantHistoryEntry: MerchantDossier.properties.history.items,
  MerchantLooks: MerchantDossier.properties.looks,
  CreatedMerchant: operations.adminCreateMerchant.reply,
  QueuedWithdrawal: operations.adminListWithdrawals.reply.properties.items.items,
  QueuedRefund: operations.adminListWithdrawals.reply.properties.items.items.properties.refund.anyOf[0],
  RefundedCollection:
    operations.adminListWithdrawals.reply.properties.items.items.properties.refund.anyOf[0].properties
      .collection,
  WithdrawalSort: operations.adminListWithdrawals.query.properties.kind,
  WithdrawalDossier,
  WithdrawalMerchant: WithdrawalDossier.properties.merchant,
  WithdrawalDossierStep: WithdrawalDossier.properties.history.items,
  WithdrawalExchange: WithdrawalDossier.properties.exchanges.items,
  RiskHint: WithdrawalDossier.properties.risk_hints.items,
  RiskCheck: WithdrawalDossier.properties.risk_checks.items,
  RiskKind: WithdrawalDossier.properties.risk_checks.items.properties.kind,
  RiskResult: WithdrawalDossier.properties.risk_checks.items.properties.result,
  CanPay: WithdrawalDossier.properties.can_pay,
  WithdrawalApproval: WithdrawalDossier.properties.approved_by.items,
  WithdrawalMessage: WithdrawalDossier.properties.thread.items,
  WithdrawalMessageWho: WithdrawalDossier.properties.thread.items.properties.who,
  MayDecidePayout,
  QueuedBatch,
  BatchDossier,
  BatchDossierStep: BatchDossier.properties.history.items,
  BatchApproval: BatchDossier.properties.approved_by.items,
  MayDecideBatch,
  DecisionHindrance: MayDecidePayout.properties.why.anyOf[0],
  WithdrawalOutcome: operations.adminResolveWithdrawal.body.properties.outcome,
  NoteRequest: operations.adminRejectWithdrawal.body,
  ApprovalRequest: operations.adminApproveWithdrawal.body,
  OptionalNoteRequest: operations.adminRetryWithdrawal.body,
  PayoutRecipient: WithdrawalDossier.properties.recipient.anyOf[0],
  PricingRule,
  PricingTier: PricingRule.properties.processor_tiers.anyOf[0].items,
  PricingTrial,
  TriedKind,
  TriedMerchant,
  PricingChannel: operations.adminListPricingRules.query.properties.channel,
}

const evidence = {
  AdminControlNumber: operations.adminListControlNumbers.reply.properties.items.items,
  AdminCollection: operations.adminListCollections.reply.properties.items.items,
  CollectionDossier,
  CollectionMerchant: CollectionDossier.properties.merchant,
  CollectionTry: CollectionDossier.properties.tries.items,
  CollectionTryState: CollectionDossier.properties.tries.items.properties.state,
  MayClear,
  ClearedCollection: operations.adminClearCollection.reply,
  ClearanceRequest: operations.adminClearCollection.body,
  CollectionExchange,
  CollectionExchangeCall: CollectionExchange.properties.call,
  Evidence: EvidenceWord,
  EvidenceSource: EvidenceWord.properties.source,
  Discrepancy,
  ProposedAction: Discrepancy.properties.proposal.anyOf[0].properties.action,
  DiscrepancyKind: Discrepancy.properties.kind,
  DiscrepancyProposal: Discrepancy.properties.proposal.anyOf[0],
  SettlementAction: Discrepancy.properties.action.anyOf[0],
  SettlementChoice: Discrepancy.properties.choices.items,
  SettlementEffect: Discrepancy.properties.choices.items.properties.effect.anyOf[0],
  SettlementHindrance: Discrepancy.properties.choices.items.properties.why.anyOf[0],
  ContradictedPayment: Discrepancy.properties.payment.anyOf[0],
  SettlementStatus: Discrepancy.properties.status,
  QueueOrder: operations.adminListDeadLetters.query.properties.order,
  DeadLetter,
  DeadLetterAction: DeadLetter.properties.action.anyOf[0],
  Quarantined,
  QuarantinedKind: Quarantined.properties.about,
  AuditEntry: operations.adminListAuditLog.reply.properties.items.items,
}

const { takeSandboxCallback, takeProviderCallback } = operations
const providers = {
  ProviderStanding,
  ProviderState: ProviderStanding.properties.state,
  ProviderCapabilities: ProviderStanding.properties.collections,
  ProviderBreaker: ProviderStanding.properties.breakers.items,
  ProviderFloat: ProviderStanding.properties.float,
  ProviderFault: ProviderStanding.properties.last_errors.items,
  ProviderFigures,
  CarriedNetwork,
  AdminNetwork,
  AdminNetworkStanding,
  NetworkPin,
  JudgedNetwork,
  PushFigures: CarriedNetwork.properties.last_hour,
  ProviderErrors: ProviderFigures.properties.errors,
  ProviderErrorsOfCall: ProviderFigures.properties.errors.properties.by_call.items,
  ProviderRoute,
  RoutedMethod: ProviderRoute.properties.method.anyOf[0],
  FloatTopUp,
  Retention,
  SandboxCallbackRequest: CallbackBody,
  CallbackEventType: CallbackBody.properties.event_type,
  SandboxCallbackReply: takeSandboxCallback.reply,
  SandboxCallbackOutcome: takeSandboxCallback.reply.properties.outcome,
  ProviderCallbackReply: takeProviderCallback.reply,
  ProviderCallbackOutcome: takeProviderCallback.reply.properties.outcome,
}

const house = {
  OperatorAlert,
  ReadMarkRequest: operations.adminMarkAlert.body,
  AlertKind: OperatorAlert.properties.kind,
  AlertStatus: operations.adminListAlerts.query.properties.status,
  Books,
  BookCheck,
  BookState: BookCheck.properties.state,
  Operator,
  OperatorMaker: Operator.properties.created_by.anyOf[0],
  Queue,
  QueueCount,
}

const books = {
  Reconciliation,
  ReconciliationSource: Reconciliation.properties.source,
  ReconciliationStatus: Reconciliation.properties.status,
  ReconciliationCounts: Reconciliation.properties.counts,
  ReconciliationFloat: Reconciliation.properties.float,
  ReconciliationFinding,
  ReconciliationFindingKind: ReconciliationFinding.properties.kind,
  StatementMapping,
  KnownStatementMapping: KnownMapping,
  StatementKind: ReconciliationFinding.properties.about,
  StatementStateWord: StatementMapping.properties.states.items,
  StatementState: StatementMapping.properties.states.items.properties.state,
  StatementKindWord: StatementMapping.properties.kinds.items,
  IgnoredCell: StatementMapping.properties.ignore.items,
  DecimalMark: StatementMapping.properties.decimal_mark,
  Delimiter: StatementMapping.properties.delimiter,
}

const risk = {
  RiskRule,
  RiskRuleVersions,
  RiskRuleRequest: operations.adminCreateRiskRule.body,
  RiskCondition,
  RiskConditionInside,
  RiskConditionInnermost: RiskComparisonOf,
  RiskField: RiskComparisonOf.properties.field,
  RiskComparison: RiskComparisonOf.properties.is,
  RiskAppliesTo: RiskRule.properties.applies_to,
  RiskAction: RiskHit.properties.action,
  RiskMode: RiskRule.properties.mode,
  RiskHit,
  RiskOutcome: RiskHit.properties.outcome,
  RiskFact,
  RiskSimulation,
  RiskSum: RiskSimulation.properties.sums.items,
  RiskEnding: RiskSimulation.properties.outcomes.items,
  RiskSample,
  RiskListEntry,
}

/** What Super Admins and providers read and write. */
export const schemasOfAdministration = { ...payouts, ...evidence, ...providers, ...books, ...house, ...risk }
