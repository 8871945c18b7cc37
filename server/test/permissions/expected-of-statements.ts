import { readersOfLive, readersOfTheirEnvironment } from './expected-of-money.ts'
import { noCredentials, noKeys, outsiders, type Row } from './rows.ts'

// Written by hand from the specification, like the table that these rows belong to.

/** Whoever may read what moved may have it written down; it moves nothing. */
const asking: Row = {
  ...readersOfTheirEnvironment,
  ...{ live_key: 202, sandbox_key: 202, owner: 202, admin: 202, finance: 202, developer: 202, viewer: 202 },
}

/** Who is mailed is for those who answer for money. */
const scheduling: Row = {
  ...noCredentials,
  ...noKeys,
  ...outsiders,
  owner: 200,
  admin: 200,
  finance: 200,
  developer: '403 forbidden',
  viewer: '403 forbidden',
  cashier: '403 forbidden',
}

export const expectedOfStatements: Record<string, Row> = {
  requestStatement: asking,
  listStatements: readersOfTheirEnvironment,
  readStatement: readersOfLive,
  readStatementFile: readersOfLive,
  readStatementSchedule: readersOfTheirEnvironment,
  changeStatementSchedule: scheduling,
  listSettlements: readersOfTheirEnvironment,
}
