export {
  type Account,
  type AccountKind,
  type BalanceOf,
  type Book,
  defaultCurrency,
  type Leg,
} from './account.ts'
export { type Deposit, deposit } from './deposit.ts'
export {
  depositLegs,
  feeBack,
  feeLegs,
  hold,
  moneyBack,
  moneyIn,
  payOutBack,
  payOutFeeLegs,
  payOutLegs,
  releaseHold,
  releaseReserve,
  reserve,
  reserveWithDebt,
} from './legs.ts'
export { post } from './post.ts'
export type { Posting, TransactionType } from './posting.ts'
export { readAvailable, readBalance } from './read-balance.ts'
export { type TransactionFilter, transactionList } from './transaction-list.ts'
