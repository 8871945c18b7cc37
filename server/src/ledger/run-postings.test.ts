import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import type { World } from '../world/world.ts'
import { bookKey, ceiling, type Posting } from './account.ts'
import { moneyBack, moneyIn } from './legs.ts'
import type { OpenAccount } from './open-books.ts'
import { runPostings } from './run-postings.ts'

const world = { clock: systemClock, newId: idsFrom(systemClock) } as World
const book = { merchantId: world.newId(), environment: 'live', currency: 'TZS' } as const

/** What the merchant has after one posting, if it had this before. */
function availableAfter(
  before: bigint,
  effect: Pick<Posting, 'legs' | 'debt'>,
  amount: bigint,
): bigint | undefined {
  const account = (kind: OpenAccount['kind'], provider: string, balance: bigint): OpenAccount => ({
    ...{ ...book, id: world.newId(), kind, provider, balance, entries: 1n, transactions: 1n },
  })
  const accounts = [account('available', '', before), account('clearing', 'simulated', -before)]
  const row = { ...book, cause: 'test', type: 'collection', direction: 'credit', amount } as const
  const { accounts: written } = runPostings(new Map([[bookKey(book), accounts]]), world, [
    { ...row, ...effect },
  ])
  return written.find(({ kind }) => kind === 'available')?.balance
}

test('a balance grows up to its ceiling, and is refused beyond it before anything is written', () => {
  assert.equal(availableAfter(ceiling - 2n, moneyIn('simulated', 1n), 1n), ceiling - 1n)
  assert.throws(() => availableAfter(ceiling - 1n, moneyIn('simulated', 1n), 1n), {
    code: 'amount_not_supported',
  })
})

test('what is beyond it from earlier days may come down, and grows no further', () => {
  const before = ceiling + 10n
  assert.equal(availableAfter(before, moneyBack('simulated', 5n), 5n), ceiling + 5n)
  assert.throws(() => availableAfter(before, moneyIn('simulated', 1n), 1n))
})
