import type { Resolve } from '../../../src/collections/collections.ts'
import { moneyIn, post } from '../../../src/ledger/ledger.ts'
import type { World } from '../../../src/world/world.ts'
import type { Sent } from '../kernel/guarded-database.ts'
import type { Plant } from './process.ts'

/** Bugs that the simulation must find, or it proves nothing; and how it tells of each. */
export const plants: { title: string; told: RegExp; plant: Plant }[] = [
  {
    title: 'a repeated success that credits again under another cause',
    told: /was credited 2 times instead of 1/,
    plant: { resolver: creditingAgain },
  },
  {
    title: 'a step whose event is dropped',
    told: /has 0 events for step/,
    plant: {
      alter: rarely('insert into events', (text) => text.replace('from told\n', 'from told limit 0\n')),
    },
  },
  {
    title: 'a move without its history',
    told: /has \d moves, and \d in its history/,
    plant: {
      alter: rarely('null::collection_history', (text) =>
        text.replace('null::collection_history, \0::json)', '$& limit 0'),
      ),
    },
  },
  {
    title: 'a reversal whose shortfall is taken from deposits instead of becoming a debt',
    told: /in available and receivable, and should have/,
    plant: { alter: shortfallFromDeposits },
  },
  {
    title: 'a collection that is credited with a cent too much',
    told: /booked by collection for/,
    plant: { alter: aCentTooMuch },
  },
  {
    title: 'a move that is not counted',
    told: /collections .* and \d+ are counted/,
    plant: {
      alter: rarely('null::collection_counts', (text) =>
        text.replace('having sum(change) <> 0', 'having sum(change) > 0'),
      ),
    },
  },
  {
    title: 'an idempotency key that is not looked at',
    told: /made two collections|answered with two collections/,
    plant: { alter: forgettingKeys },
  },
  {
    title: 'a worker that looks after what is over',
    told: /is looked after at|was sent though it was over|was sent twice/,
    plant: {
      alter: rarely('due_at = m.due_at', (text) => text.replace('due_at = m.due_at', 'due_at = c.due_at')),
    },
  },
]

/** A bug that shows every time would be found by any test; one in five is enough here. */
function rarely(needle: string, change: (text: string) => string): (sent: Sent) => Sent {
  let seen = 0
  return (sent) => {
    if (!sent.texts.some((text) => text.includes(needle))) return sent
    seen += 1
    return seen % 5 === 0 ? rewritten(sent, change) : sent
  }
}

/** The statement as a whole is changed: its parts are put together and taken apart at its parameters. */
function rewritten({ texts, values }: Sent, change: (text: string) => string): Sent {
  const changed = change(texts.join('\0')).split('\0')
  return { texts: Object.assign(changed, { raw: changed }), values }
}

function creditingAgain(world: World, resolve: Resolve): Resolve {
  let again = 0
  return async (report) => {
    const resolution = await resolve(report)
    const { outcome, collection } = resolution
    const isRepeat =
      report.word.kind === 'succeeded' && outcome !== 'applied' && collection.status === 'successful'
    if (!isRepeat) return resolution
    again += 1
    await world.sql.begin((tx) =>
      post(tx, world, [
        {
          merchantId: collection.merchant_id,
          environment: collection.environment,
          currency: collection.currency,
          cause: `collection ${collection.id} credit ${again}`,
          type: 'collection',
          direction: 'credit',
          amount: collection.amount,
          collectionId: collection.id,
          legs: moneyIn(collection.provider, collection.amount),
        },
      ]),
    )
    return resolution
  }
}

type Journalled = { id: string; kind: string; entries: string }

/** The first debt of a book is written into a new account of the wrong kind. */
function shortfallFromDeposits(sent: Sent): Sent {
  if (!sent.texts.some((text) => text.includes('new_transactions'))) return sent
  const accounts = JSON.parse(String(sent.values.at(-1))) as Journalled[]
  const changed = accounts.map((account) =>
    account.kind === 'receivable' && account.entries === '1' ? { ...account, kind: 'deposits' } : account,
  )
  return { texts: sent.texts, values: [...sent.values.slice(0, -1), JSON.stringify(changed)] }
}

/** Where the columns of the transactions stand among the parameters of the journal. */
const typeAt = 6
const amountAt = 8

function aCentTooMuch(sent: Sent): Sent {
  if (!sent.texts.some((text) => text.includes('new_transactions'))) return sent
  const cells = (at: number) => String(sent.values[at]).slice(1, -1).split(',')
  const types = cells(typeAt)
  const amounts = cells(amountAt).map((amount, position) =>
    types[position] === 'collection' ? String(BigInt(amount) + 1n) : amount,
  )
  return { texts: sent.texts, values: sent.values.with(amountAt, `{${amounts.join(',')}}`) }
}

/** Every request gets a key of its own, whatever it says. */
function forgettingKeys(sent: Sent): Sent {
  if (!sent.texts.some((text) => text.includes('insert into idempotency_keys'))) return sent
  return rewritten(sent, (text) => text.replace('m.environment, m.key,', 'm.environment, m.id,'))
}
