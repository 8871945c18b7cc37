import { expectedOfEvents } from './expected-of-events.ts'
import { expectedOfFiscalReceipts } from './expected-of-fiscal-receipts.ts'
import { expectedOfInvoices } from './expected-of-invoices.ts'
import { expectedOfMoney } from './expected-of-money.ts'
import { expectedOfPayouts } from './expected-of-payouts.ts'
import { expectedOfPrivacy } from './expected-of-privacy.ts'
import { expectedOfStatements } from './expected-of-statements.ts'
import {
  everyone,
  everyPerson,
  everyRole,
  noCredentials,
  noKeys,
  outsiders,
  type Row,
  superAdminOnly,
} from './rows.ts'

function keyKeepers(status: number): Row {
  return {
    ...noCredentials,
    ...noKeys,
    ...outsiders,
    owner: status,
    admin: status,
    finance: '403 forbidden',
    developer: status,
    viewer: '403 forbidden',
    cashier: '403 forbidden',
  }
}

function memberKeepers(status: number): Row {
  return {
    ...noCredentials,
    ...noKeys,
    ...outsiders,
    owner: status,
    admin: status,
    finance: '403 forbidden',
    developer: '403 forbidden',
    viewer: '403 forbidden',
    cashier: '403 forbidden',
  }
}

export const expectedAnswers: Record<string, Row> = {
  signUp: everyone,
  signIn: everyone,
  signOut: everyone,
  readSession: everyone,
  requestPasswordReset: everyone,
  resetPassword: everyone,
  verifyTotp: everyone,
  verifyBackupCode: everyone,

  changePassword: everyPerson(200),
  enableTwoFactor: everyPerson(200),
  disableTwoFactor: everyPerson(200),
  regenerateBackupCodes: everyPerson(200),
  listSessions: everyPerson(200),
  revokeSession: everyPerson(200),
  revokeOtherSessions: everyPerson(200),
  changeMe: everyPerson(200),
  readMe: everyPerson(200),
  createMerchant: everyPerson(201),
  acceptInvitation: everyPerson(200),

  readMerchant: {
    ...noCredentials,
    ...outsiders,
    ...everyRole,
    live_key: 200,
    sandbox_key: 200,
    narrow_key: 200,
    foreign_key: '403 merchant_mismatch',
  },

  changeMerchantLooks: memberKeepers(200),
  inviteMember: memberKeepers(201),
  listMembers: { ...noCredentials, ...noKeys, ...outsiders, ...everyRole },
  changeMember: memberKeepers(200),
  removeMember: memberKeepers(200),

  uploadDocument: memberKeepers(201),
  listDocuments: { ...noCredentials, ...noKeys, ...outsiders, ...everyRole },
  removeDocument: memberKeepers(200),
  adminListDocuments: superAdminOnly(200),
  adminReadDocument: superAdminOnly(200),

  readCaller: {
    ...noCredentials,
    ...outsiders,
    ...everyRole,
    live_key: 200,
    sandbox_key: 200,
    narrow_key: 200,
    foreign_key: '403 merchant_mismatch',
  },
  createApiKey: keyKeepers(201),
  listApiKeys: keyKeepers(200),
  changeApiKey: keyKeepers(200),
  revokeApiKey: keyKeepers(200),
  rotateApiKey: keyKeepers(201),

  createCustomer: {
    ...noCredentials,
    ...outsiders,
    live_key: 201,
    sandbox_key: 201,
    narrow_key: '403 insufficient_scope',
    foreign_key: '403 merchant_mismatch',
    owner: 201,
    admin: 201,
    finance: 201,
    developer: 201,
    viewer: '403 forbidden',
    cashier: '403 forbidden',
  },
  listCustomers: {
    ...noCredentials,
    ...outsiders,
    ...everyRole,
    live_key: 200,
    sandbox_key: 200,
    narrow_key: '403 insufficient_scope',
    foreign_key: '403 merchant_mismatch',
  },
  /** A live customer, which for a sandbox key does not exist. */
  readCustomer: {
    ...noCredentials,
    ...outsiders,
    ...everyRole,
    live_key: 200,
    sandbox_key: '404 not_found',
    narrow_key: '403 insufficient_scope',
    foreign_key: '403 merchant_mismatch',
  },
  changeCustomer: {
    ...noCredentials,
    ...outsiders,
    live_key: 200,
    sandbox_key: '404 not_found',
    narrow_key: '403 insufficient_scope',
    foreign_key: '403 merchant_mismatch',
    owner: 200,
    admin: 200,
    finance: 200,
    developer: 200,
    viewer: '403 forbidden',
    cashier: '403 forbidden',
  },

  ...expectedOfMoney,
  ...expectedOfInvoices,
  ...expectedOfStatements,
  ...expectedOfFiscalReceipts,
  ...expectedOfPrivacy,
  ...expectedOfPayouts,
  ...expectedOfEvents,

  adminListMerchants: superAdminOnly(200),
  adminReadMerchant: superAdminOnly(200),
  adminCreateMerchant: superAdminOnly(201),
  adminChangeMerchant: superAdminOnly(200),
}
