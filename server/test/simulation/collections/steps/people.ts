import { post } from '../../../../src/ledger/ledger.ts'
import { knownCollections } from '../known.ts'
import { bookOf, type Collection } from '../mirror.ts'
import type { Process } from '../process.ts'
import type { Stage } from '../stage.ts'

/** A Super Admin clears or declines what is held, and now and then what is not. */
export function decide(stage: Stage, isRight = false): void {
  const { chance } = stage
  const known = knownCollections(stage)
  const held = known.filter(({ status }) => status === 'pending_clearance')
  if (isRight && held.length === 0) return
  const isWrong = held.length === 0 || (!isRight && chance.happens(0.15))
  if (known.length === 0) return
  const collection = chance.pick(isWrong ? known : held)
  const to = chance.happens(0.65) ? 'successful' : 'failed'
  const otherEnvironment = collection.environment === 'live' ? 'sandbox' : 'live'
  const environment = chance.happens(0.05) ? otherEnvironment : collection.environment
  const by = { adminId: stage.adminId, hasSecondFactor: true, requestId: 'simulation', environment }
  asSuperAdmin(stage, `decide ${collection.description} ${to}`, async ({ decideClearance }) => {
    return (await decideClearance(by, collection.id, { to, note: null })).collection.status
  })
}

export function settle(stage: Stage): void {
  const { chance, mirror } = stage
  const labelOf = (id: string) => mirror.collections.get(id)?.description ?? ''
  // By what they say: their ids are made in whatever order the processes came to it.
  const told = [...mirror.discrepancies.values()]
    .map((one) => ({ ...one, name: `${labelOf(one.collection_id)} ${one.kind} ${one.theirs}` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const open = told.filter(({ status }) => status === 'open')
  if (told.length === 0) return
  const discrepancy = chance.pick(open.length > 0 && chance.happens(0.85) ? open : told)
  const environment = mirror.collections.get(discrepancy.collection_id)?.environment ?? 'live'
  const action = chance.pick(['accept_provider', 'keep_ours'] as const)
  const by = { adminId: stage.adminId, hasSecondFactor: true, requestId: 'simulation', environment }
  asSuperAdmin(stage, `settle ${discrepancy.name} ${action}`, async ({ settleDiscrepancy }) => {
    return (await settleDiscrepancy(by, discrepancy.id, { action, note: null })).status
  })
}

const refusals = ['invalid_state', 'not_found', 'validation_error'] as const

/** What is refused changes nothing. */
function asSuperAdmin(stage: Stage, what: string, work: (process: Process) => Promise<string>): void {
  const process = stage.processes.a
  stage.mustChangeNothing = true
  stage.launch(
    process,
    what,
    async () => {
      const line = await work(process)
      stage.mustChangeNothing = false
      return line
    },
    refusals,
  )
}

/** Money leaves, so that a reversal may find nothing there; now and then more is wished for than there is. */
export function spend(stage: Stage): void {
  const { chance } = stage
  const known = knownCollections(stage).filter(({ status }) => status === 'successful')
  if (known.length === 0) return
  const book = chance.pick(known)
  const available = availableIn(stage, book)
  const amount = chance.pick([available, available, available, Math.ceil(available / 2), available + 1])
  if (amount === 0) return
  const key = bookOf(book)
  const { world } = stage.processes.b
  stage.mustChangeNothing = true
  stage.launch(
    stage.processes.b,
    `spend ${amount}`,
    async () => {
      const minor = BigInt(amount)
      await world.sql.begin((tx) =>
        post(tx, world, [
          {
            merchantId: book.merchant_id,
            environment: book.environment,
            currency: book.currency,
            cause: `spending in step ${stage.step}`,
            type: 'withdrawal_fee',
            direction: 'debit',
            amount: minor,
            legs: [
              { account: 'available', amount: -minor },
              { account: 'fees', amount: minor },
            ],
          },
        ]),
      )
      stage.mustChangeNothing = false
      stage.spent.set(key, (stage.spent.get(key) ?? 0) + amount)
      return 'spent'
    },
    ['insufficient_balance'],
  )
}

function availableIn({ mirror }: Stage, collection: Collection): number {
  const book = bookOf(collection)
  for (const account of mirror.accounts.values()) {
    if (account.kind === 'available' && bookOf(account) === book) return account.balance
  }
  return 0
}
