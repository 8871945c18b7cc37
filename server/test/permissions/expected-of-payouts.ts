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

export const expectedOfPayouts: Record<string, Row> = {
  quoteWithdrawal: dashboardReaders,
  submitWithdrawal: onDashboard(202),
  listWithdrawals: dashboardReaders,
  readWithdrawal: dashboardReaders,
  answerInfoRequest: onDashboard(200),
  cancelWithdrawal: onDashboard(200),

  disburseToWallet: disbursing,
  disburseToMobileMoney: disbursing,
  disburseToBank: disbursing,
  listDisbursements: readersOfTheirEnvironment,
  readDisbursement: readersOfLive,
  cancelDisbursement: {
    ...withdrawers(200),
    live_key: 200,
    sandbox_key: '404 not_found',
    narrow_key: '403 insufficient_scope',
    foreign_key: '403 merchant_mismatch',
  },
  listDestinations: {
    ...noCredentials,
    ...outsiders,
    ...everyRole,
    live_key: 200,
    sandbox_key: 200,
    narrow_key: 200,
    foreign_key: '403 merchant_mismatch',
  },

  listNotifications: dashboardReaders,
  markNotification: dashboardReaders,
  markAllNotifications: dashboardReaders,

  adminListWithdrawals: superAdminOnly(200),
  adminReadWithdrawal: superAdminOnly(200),
  approveWithdrawal: superAdminOnly(200),
  rejectWithdrawal: superAdminOnly(200),
  requestWithdrawalInfo: superAdminOnly(200),
  resolveWithdrawal: superAdminOnly(200),
  retryWithdrawal: superAdminOnly(200),
  setPricingRule: superAdminOnly(200),
  listPricingRules: superAdminOnly(200),
  readAuditLog: superAdminOnly(200),
  verifyAuditLog: superAdminOnly(200),
}
