import { readersOfLive, readersOfTheirEnvironment } from './expected-of-money.ts'
import { noCredentials, noKeys, outsiders, type Row, superAdminOnly } from './rows.ts'

// Written by hand from the specification, like the table that these rows belong to.

/** What a business tells the tax authority of itself is for those who lead it. */
const switching: Row = {
  ...noCredentials,
  ...noKeys,
  ...outsiders,
  owner: 200,
  admin: 200,
  finance: '403 forbidden',
  developer: '403 forbidden',
  viewer: '403 forbidden',
  cashier: '403 forbidden',
}

export const expectedOfFiscalReceipts: Record<string, Row> = {
  readFiscalSettings: readersOfTheirEnvironment,
  changeFiscalSettings: switching,
  listFiscalReceipts: readersOfTheirEnvironment,
  readFiscalReceipt: readersOfLive,
  retryFiscalReceipt: { ...switching, owner: 202, admin: 202, finance: 202 },
  listFiscalDays: readersOfTheirEnvironment,
  adminListFiscalReceipts: superAdminOnly(200),
}
