export type { Posting, TransactionType } from './account.ts'
export {
  type Account,
  type AccountKind,
  type Book,
  defaultCurrency,
  type Leg,
  operatorsBook,
  tooLittle,
} from './account.ts'
export { findHeldBooks } from './find-held-books.ts'
export {
  depositLegs,
  feeBack,
  feeLegs,
  floatBack,
  floatIn,
  hold,
  moneyBack,
  moneyIn,
  payOutBack,
  payOutFeeLegs,
  payOutLegs,
  releaseHold,
  releaseReserve,
  releaseToPay,
  reserve,
  reserveWithDebt,
  returnHold,
} from './legs.ts'
export { type Deposit, deposit, post } from './post.ts'
export { readAvailable, readBalance, readFloats } from './read-balance.ts'
export { type TransactionFilter, transactionList } from './transaction-list.ts'
