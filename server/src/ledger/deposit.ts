import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import type { Book } from './account.ts'
import { depositLegs } from './legs.ts'
import { post } from './post.ts'

export type Deposit = Book & {
  amount: bigint
  cause: string
  reference: string | null
  description: string | null
}

/** Money from outside any provider: an operator's opening balance, a top-up of the sandbox. */
export async function deposit(tx: Transaction, world: World, ...deposits: Deposit[]): Promise<void> {
  await post(
    tx,
    world,
    deposits.map((one) => ({ ...one, type: 'deposit', direction: 'credit', legs: depositLegs(one.amount) })),
  )
}
