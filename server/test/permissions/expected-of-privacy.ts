import { noCredentials, noKeys, outsiders, type Row, superAdminOnly } from './rows.ts'

// Written by hand from the specification, like the table that these rows belong to.

/** What people ask about themselves is answered by those who answer for the merchant. */
const keepers = (status: number): Row => ({
  ...noCredentials,
  ...noKeys,
  ...outsiders,
  owner: status,
  admin: status,
  finance: '403 forbidden',
  developer: '403 forbidden',
  viewer: '403 forbidden',
  cashier: '403 forbidden',
})

/** All of a merchant's people in one file. */
const owners = (status: number): Row => ({ ...keepers(status), admin: '403 forbidden' })

export const expectedOfPrivacy: Record<string, Row> = {
  requestPrivacy: keepers(202),
  listPrivacyRequests: keepers(200),
  readPrivacyRequest: keepers(200),
  readPrivacyRequestFile: keepers(200),
  requestExport: owners(202),
  listExports: owners(200),
  readExport: owners(200),
  readExportFile: owners(200),
  adminReadRetention: superAdminOnly(200),
  adminChangeRetention: superAdminOnly(200),
}
