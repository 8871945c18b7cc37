import type { transactionTypes } from '@malipo/contract'
import type { BalanceOf, Book, Leg } from './account.ts'

export type TransactionType = (typeof transactionTypes)[number]

export type Posting = Book & {
  /** What makes it happen. The same cause moves money once: the second posting with it aborts. */
  cause: string
  type: TransactionType
  /** As the merchant sees it: one amount, in or out. */
  direction: 'credit' | 'debit'
  amount: bigint
  collectionId?: string | null
  withdrawalId?: string | null
  reference?: string | null
  description?: string | null
  /** Asked under the lock, after the postings before it, so that it may decide by what is there. */
  legs(balanceOf: BalanceOf): Leg[]
}
