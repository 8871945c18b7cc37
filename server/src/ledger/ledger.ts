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
export {
  beginningOfBook,
  type Cut,
  cutBook,
  isHeld,
  movedAfter,
  type Standing,
  slackMs,
  standingAt,
} from './cut-book.ts'
export { findHeldBooks } from './find-held-books.ts'
export { keptBook } from './kept-book.ts'
export {
  borneBack,
  borneLegs,
  depositLegs,
  feeBack,
  feeLegs,
  floatBack,
  floatIn,
  hold,
  moneyBack,
  moneyIn,
  oweNoMore,
  oweToPayer,
  payOutBack,
  payOutFeeLegs,
  payOutLegs,
  releaseHold,
  releaseReserve,
  releaseReturn,
  releaseToPay,
  reserve,
  reserveReturn,
  reserveWithDebt,
  returnBack,
  returnHold,
  returnLegs,
} from './legs.ts'
export { type Deposit, deposit, post } from './post.ts'
export { readAvailable, readBalance, readFloats } from './read-balance.ts'
export { type BookRow, readRows } from './read-rows.ts'
export { described, type TransactionFilter, transactionList } from './transaction-list.ts'
