import { dashboardReaders, readersOfLive, readersOfTheirEnvironment } from './expected-of-money.ts'
import { everyRole, noCredentials, noKeys, outsiders, type Row, superAdminOnly } from './rows.ts'

// Written by hand from the specification, like the table that these rows belong to.

/** Money leaves only at the word of those who answer for it. */
function withdrawers(status: number) {
  return {
    ...noCredentials,
    ...outsiders,
    owner: status,
    admin: status,
    finance: status,
    developer: '403 forbidden',
    viewer: '403 forbidden',
    cashier: '403 forbidden',
  } as const
}

const onDashboard = (status: number): Row => ({ ...withdrawers(status), ...noKeys })

const disbursing: Row = {
  ...withdrawers(202),
  live_key: 202,
  sandbox_key: 202,
  narrow_key: '403 insufficient_scope',
  foreign_key: '403 merchant_mismatch',
}

/** What is live is not there for a key of the sandbox. */
const changingLive: Row = {
  ...withdrawers(200),
  live_key: 200,
  sandbox_key: '404 not_found',
  narrow_key: '403 insufficient_scope',
  foreign_key: '403 merchant_mismatch',
}

/** Where money can go is told to every key. */
const networkReaders: Row = {
  ...noCredentials,
  ...outsiders,
  ...everyRole,
  live_key: 200,
  sandbox_key: 200,
  narrow_key: 200,
  foreign_key: '403 merchant_mismatch',
}

export const expectedOfPayouts: Record<string, Row> = {
  quoteWithdrawal: dashboardReaders,
  submitWithdrawal: onDashboard(202),
  listWithdrawals: dashboardReaders,
  readWithdrawal: dashboardReaders,
  readWithdrawalTimeline: dashboardReaders,
  answerWithdrawalInfoRequest: onDashboard(200),
  cancelWithdrawal: onDashboard(200),

  createWalletDisbursement: disbursing,
  createMobileMoneyDisbursement: disbursing,
  createBankDisbursement: disbursing,
  listDisbursements: readersOfTheirEnvironment,
  readDisbursement: readersOfLive,
  changeDisbursement: {
    ...withdrawers(200),
    live_key: 200,
    sandbox_key: '404 not_found',
    narrow_key: '403 insufficient_scope',
    foreign_key: '403 merchant_mismatch',
  },
  cancelDisbursement: {
    ...withdrawers(200),
    live_key: 200,
    sandbox_key: '404 not_found',
    narrow_key: '403 insufficient_scope',
    foreign_key: '403 merchant_mismatch',
  },
  createDisbursementBatch: disbursing,
  quoteDisbursementBatch: readersOfTheirEnvironment,
  listDisbursementBatches: readersOfTheirEnvironment,
  readBatchTemplate: readersOfTheirEnvironment,
  readDisbursementBatch: readersOfLive,
  listBatchRows: readersOfLive,
  changeDisbursementBatch: changingLive,
  answerBatchInfoRequest: changingLive,
  cancelDisbursementBatch: changingLive,
  retryFailedRows: { ...changingLive, ...withdrawers(202), live_key: 202 },
  quoteRefund: readersOfLive,
  createRefund: { ...changingLive, ...withdrawers(202), live_key: 202 },
  listRefunds: readersOfTheirEnvironment,
  readRefund: readersOfLive,
  answerRefundInfoRequest: changingLive,
  changeRefund: changingLive,
  cancelRefund: changingLive,
  createRecipient: { ...disbursing, ...withdrawers(201), live_key: 201, sandbox_key: 201 },
  listRecipients: readersOfTheirEnvironment,
  readRecipient: readersOfLive,
  changeRecipient: changingLive,
  removeRecipient: changingLive,
  readRecipientSettings: readersOfTheirEnvironment,
  changeRecipientSettings: { ...onDashboard(200), finance: '403 forbidden' },
  listDestinations: networkReaders,

  listNetworks: networkReaders,
  predictNetwork: networkReaders,
  lookUpDestination: {
    ...withdrawers(200),
    live_key: 200,
    sandbox_key: 200,
    narrow_key: '403 insufficient_scope',
    foreign_key: '403 merchant_mismatch',
  },

  listNotifications: dashboardReaders,
  markNotification: dashboardReaders,
  markAllNotifications: dashboardReaders,

  adminListWithdrawals: superAdminOnly(200),
  adminReadWithdrawal: superAdminOnly(200),
  adminReadWithdrawalTimeline: superAdminOnly(200),
  adminApproveWithdrawal: superAdminOnly(200),
  adminRejectWithdrawal: superAdminOnly(200),
  adminRequestWithdrawalInfo: superAdminOnly(200),
  adminResolveWithdrawal: superAdminOnly(200),
  adminRetryWithdrawal: superAdminOnly(200),
  adminRetryReturn: superAdminOnly(200),
  adminListBatches: superAdminOnly(200),
  adminReadBatch: superAdminOnly(200),
  adminApproveBatch: superAdminOnly(200),
  adminRejectBatch: superAdminOnly(200),
  adminRequestBatchInfo: superAdminOnly(200),
  adminPauseBatch: superAdminOnly(200),
  adminResumeBatch: superAdminOnly(200),
  adminSetPricingRule: superAdminOnly(200),
  adminListPricingRules: superAdminOnly(200),
  adminTryPricingRule: superAdminOnly(200),
  adminListAuditLog: superAdminOnly(200),
  adminVerifyAuditLog: superAdminOnly(200),
  adminReadQueue: superAdminOnly(200),
  adminListAlerts: superAdminOnly(200),
  adminMarkAlert: superAdminOnly(200),
  adminReadBooks: superAdminOnly(200),
  adminCheckBooks: superAdminOnly(202),
  adminListOperators: superAdminOnly(200),
}
