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
  }
}

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
  createHostedCollection: collectors(201),
  createWalletPush: collectors(202),
  createProviderPesa: collectors(202),
  createQr: collectors(202),
  createUssdPush: collectors(202),
  createStkPush: collectors(202),
  createProviderPesaPush: collectors(202),
  createDynamicQr: collectors(202),

  readCollectionState: readersOfLive,
  refreshCollection: readersOfLive,
  listCollections: dashboardReaders,
  readCollection: dashboardReaders,

  createPaymentLink: collectors(201),
  /** The key that is short of scopes has this one. */
  listPaymentLinks: { ...readersOfTheirEnvironment, narrow_key: 200 },
  readPaymentLink: { ...readersOfLive, narrow_key: 200 },
  changePaymentLink: { ...readersOfLive, viewer: '403 forbidden' },

  /** The token in the address is the only credential that counts here. */
  readPublicPaymentLink: everyone,
  collectByPaymentLink: everyone,
  readPublicCollection: everyone,

  listTransactions: readersOfTheirEnvironment,
  readBalance: readersOfTheirEnvironment,

  readSandboxProfile: sandboxReaders,
  changeSandboxProfile: sandboxChangers,
  readSwitchboard: sandboxReaders,
  changeSwitchboard: sandboxChangers,
  topUpSandbox: sandboxChangers,
  listSandboxMessages: sandboxReaders,
  listPrompts: sandboxReaders,
  answerPrompt: sandboxChangers,
  readSubscriber: sandboxReaders,
  changeSubscriber: sandboxChangers,

  /** With a valid signature, which is the only credential that counts here. */
  takeCallback: everyone,
  takeProviderCallback: everyone,

  adminListCollections: superAdminOnly(200),
  clearCollection: superAdminOnly(200),
  declineCollection: superAdminOnly(200),
  listCollectionExchanges: superAdminOnly(200),
  adminListDiscrepancies: superAdminOnly(200),
  settleDiscrepancy: superAdminOnly(200),
  adminListDeadLetters: superAdminOnly(200),
  adminListQuarantine: superAdminOnly(200),
  settleDeadLetter: superAdminOnly(200),
  listProviders: superAdminOnly(200),
  changeProvider: superAdminOnly(200),
  drainProvider: superAdminOnly(200),
  pauseProvider: superAdminOnly(200),
  resumeProvider: superAdminOnly(200),
  setProviderRoute: superAdminOnly(200),
  listProviderRoutes: superAdminOnly(200),
  listFloatTopUps: superAdminOnly(200),
  recordFloatTopUp: superAdminOnly(200),
  reverseFloatTopUp: superAdminOnly(200),
  requestReconciliation: superAdminOnly(200),
  listReconciliations: superAdminOnly(200),
  readReconciliation: superAdminOnly(200),
  listReconciliationFindings: superAdminOnly(200),
  readReconciliationReport: superAdminOnly(200),
  listStatementMappings: superAdminOnly(200),
  setStatementMapping: superAdminOnly(200),
  removeStatementMapping: superAdminOnly(200),
}
