import { everyone, everyRole, noCredentials, noKeys, outsiders, type Row, superAdminOnly } from './rows.ts'

// Written by hand from the specification, like the table that these rows belong to.

/** Making collections takes the scope, or a role that may earn money for the merchant; so does billing for them. */
export function collectors(status: number): Row {
  return {
    ...noCredentials,
    ...outsiders,
    live_key: status,
    sandbox_key: status,
    narrow_key: '403 insufficient_scope',
    foreign_key: '403 merchant_mismatch',
    owner: status,
    admin: status,
    finance: status,
    developer: status,
    viewer: '403 forbidden',
    cashier: '403 forbidden',
  }
}

/** Prompts and codes are what a till is for. */
const atTheTill: Row = { ...collectors(202), cashier: 202 }

/** A live collection that a live key made, which for a sandbox key does not exist. */
export const readersOfLive: Row = {
  ...noCredentials,
  ...outsiders,
  ...everyRole,
  live_key: 200,
  sandbox_key: '404 not_found',
  narrow_key: '403 insufficient_scope',
  foreign_key: '403 merchant_mismatch',
}

export const dashboardReaders: Row = { ...noCredentials, ...noKeys, ...outsiders, ...everyRole }

/** Each environment shows what it has, be it nothing. */
export const readersOfTheirEnvironment: Row = { ...readersOfLive, sandbox_key: 200 }

/** Live keys are closed out before it matters whose they are and what they may. */
const liveKeysAreForbidden = {
  live_key: '403 forbidden',
  narrow_key: '403 forbidden',
  foreign_key: '403 forbidden',
} as const

const sandboxReaders: Row = {
  ...noCredentials,
  ...liveKeysAreForbidden,
  ...outsiders,
  ...everyRole,
  sandbox_key: 200,
}
const sandboxChangers: Row = { ...sandboxReaders, viewer: '403 forbidden' }

export const expectedOfMoney: Record<string, Row> = {
  createHostedPage: collectors(201),
  createDirectWalletPush: collectors(202),
  createDirectProviderPesa: collectors(202),
  createDirectQr: collectors(202),
  createUssdPushCollection: atTheTill,
  createStkPushCollection: atTheTill,
  createProviderPesaPushCollection: atTheTill,
  createDynamicQrCollection: atTheTill,

  /** For a cashier one of their own of today: of any other they are told that it is not there. */
  readCollectionStatus: { ...readersOfLive, cashier: 200 },
  refreshCollectionStatus: { ...readersOfLive, cashier: 200 },
  changeCollection: {
    ...readersOfLive,
    viewer: '403 forbidden',
    cashier: '403 forbidden',
  },
  /** Viewers take nothing, and so have no till. */
  readTill: { ...dashboardReaders, viewer: '403 forbidden', cashier: 200 },
  listMerchantCollections: dashboardReaders,
  readMerchantCollection: dashboardReaders,
  readCollectionTimeline: readersOfLive,

  createControlNumber: collectors(201),
  createControlNumbers: collectors(201),
  listControlNumbers: readersOfTheirEnvironment,
  readControlNumber: readersOfLive,
  cancelControlNumber: { ...readersOfLive, viewer: '403 forbidden' },

  createPaymentLink: collectors(201),
  /** The key that is short of scopes has this one. */
  listPaymentLinks: { ...readersOfTheirEnvironment, narrow_key: 200 },
  readPaymentLink: { ...readersOfLive, narrow_key: 200 },
  changePaymentLink: { ...readersOfLive, viewer: '403 forbidden' },

  /** The token in the address is the only credential that counts here. */
  readPublicPaymentLink: everyone,
  collectByPublicPaymentLink: everyone,
  readPublicCollection: everyone,
  listPublicNetworks: everyone,

  listTransactions: readersOfTheirEnvironment,
  readBalance: readersOfTheirEnvironment,
  readMerchantSummary: readersOfTheirEnvironment,
  searchMerchant: dashboardReaders,

  readSandboxProfile: sandboxReaders,
  changeSandboxProfile: sandboxChangers,
  readSandboxSwitchboard: sandboxReaders,
  changeSandboxSwitchboard: sandboxChangers,
  topUpSandbox: sandboxChangers,
  advanceSandbox: sandboxChangers,
  paySandboxBill: sandboxChangers,
  listSandboxMessages: sandboxReaders,
  listSandboxPrompts: sandboxReaders,
  answerSandboxPrompt: sandboxChangers,
  readSandboxSubscriber: sandboxReaders,
  changeSandboxSubscriber: sandboxChangers,
  changeSandboxNetwork: sandboxChangers,

  /** With a valid signature, which is the only credential that counts here. */
  takeSandboxCallback: everyone,
  takeProviderCallback: everyone,

  adminListCollections: superAdminOnly(200),
  adminListControlNumbers: superAdminOnly(200),
  adminClearCollection: superAdminOnly(200),
  adminDeclineCollection: superAdminOnly(200),
  adminReadCollection: superAdminOnly(200),
  adminReadCollectionTimeline: superAdminOnly(200),
  adminListCollectionExchanges: superAdminOnly(200),
  adminListDiscrepancies: superAdminOnly(200),
  adminReadDiscrepancy: superAdminOnly(200),
  adminSettleDiscrepancy: superAdminOnly(200),
  adminListDeadLetters: superAdminOnly(200),
  adminListQuarantine: superAdminOnly(200),
  adminReadDeadLetter: superAdminOnly(200),
  adminSettleDeadLetter: superAdminOnly(200),
  adminListProviders: superAdminOnly(200),
  adminReadProviderFigures: superAdminOnly(200),
  adminChangeProvider: superAdminOnly(200),
  adminDrainProvider: superAdminOnly(200),
  adminPauseProvider: superAdminOnly(200),
  adminResumeProvider: superAdminOnly(200),
  adminSetProviderRoute: superAdminOnly(200),
  adminListRiskRules: superAdminOnly(200),
  adminCreateRiskRule: superAdminOnly(201),
  adminReadRiskRule: superAdminOnly(200),
  adminChangeRiskRule: superAdminOnly(200),
  adminTryRiskRule: superAdminOnly(202),
  adminReadRiskSimulation: superAdminOnly(200),
  adminListRiskHits: superAdminOnly(200),
  adminListRiskListEntries: superAdminOnly(200),
  adminSetRiskListEntry: superAdminOnly(200),
  adminRemoveRiskListEntry: superAdminOnly(200),
  adminListProviderRoutes: superAdminOnly(200),
  adminListNetworks: superAdminOnly(200),
  adminPinNetwork: superAdminOnly(200),
  adminListFloatTopUps: superAdminOnly(200),
  adminRecordFloatTopUp: superAdminOnly(200),
  adminReverseFloatTopUp: superAdminOnly(200),
  adminRequestReconciliation: superAdminOnly(200),
  adminListReconciliations: superAdminOnly(200),
  adminReadReconciliation: superAdminOnly(200),
  adminListReconciliationFindings: superAdminOnly(200),
  adminReadReconciliationReport: superAdminOnly(200),
  adminListStatementMappings: superAdminOnly(200),
  adminSetStatementMapping: superAdminOnly(200),
  adminRemoveStatementMapping: superAdminOnly(200),
}
