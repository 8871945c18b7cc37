export { type AccountOfAddress, findAccountOfAddress, proveAddress } from './addresses.ts'
export { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key.ts'
export { createPerson, takeOverAccount } from './create-person.ts'
export { matcherFor } from './find-api-keys.ts'
export { createIdentify, type Identify, type OnKeyUsed } from './identify.ts'
export { addMembers, endMembership } from './memberships.ts'
export {
  countPayout,
  insertPayoutCaps,
  leftOn,
  type PayoutCapsWish,
  readPayoutCaps,
  refuseBeyondCaps,
} from './payout-caps.ts'
export type {
  KeyPrincipal,
  Membership,
  MerchantRow,
  Person,
  PersonPrincipal,
  Principal,
} from './principal.ts'
export {
  type AskedMoney,
  type Decider,
  findTie,
  refuseMembers,
  refuseOwnMoney,
  tieColumn,
} from './refuse-own-money.ts'
export { resealSecondFactors } from './reseal-second-factors.ts'
export { createSessions, type SessionCall, type SessionReply, type Sessions } from './sessions.ts'
