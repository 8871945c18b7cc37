import type { Resolve } from '../../../src/collections/collections.ts'
import { moneyIn, post } from '../../../src/ledger/ledger.ts'
import type { World } from '../../../src/world/world.ts'
import { rarely, rewritten, type Sent } from '../kernel/guarded-database.ts'
import type { Plant } from '../kernel/room.ts'
import type { CollectionSeams } from './process.ts'

export const plants: Plant<CollectionSeams>[] = [
  {
    broken: 'a repeated success that credits again under another cause',
    judges: ['collections'],
    told: /was credited 2 times instead of 1/,
    seams: { resolve: creditingAgain },
  },
  {
    broken: 'a step whose event is dropped',
    judges: ['collections'],
    told: /has 0 events for step/,
    seams: { sql: rarely('insert into events', put('from told\n', 'from told limit 0\n')) },
  },
  {
    broken: 'a move without its history',
    judges: ['collections'],
    told: /has \d moves, and \d in its history/,
    seams: {
      sql: rarely(
        'null::collection_history',
        put('null::collection_history, \0::json)', 'null::collection_history, \0::json) limit 0'),
      ),
    },
  },
  {
    broken: 'a reversal whose shortfall is taken from deposits instead of becoming a debt',
    judges: ['books'],
    told: /in available and receivable, and should have/,
    seams: { sql: shortfallFromDeposits },
  },
  {
    broken: 'a collection that is credited with a cent too much',
    judges: ['collections'],
    told: /booked by collection for/,
    seams: { sql: aCentTooMuch },
  },
  {
    broken: 'a move that is not counted',
    judges: ['collections'],
    told: /collections .* and \d+ are counted/,
    seams: {
      sql: rarely('null::collection_counts', put('having sum(change) <> 0', 'having sum(change) > 0')),
    },
  },
  {
    broken: 'an idempotency key that is not looked at',
    judges: ['rows', 'requests'],
    told: /made two collections|answered with two collections/,
    seams: { sql: forgettingKeys },
  },
  {
    broken: 'a success beside the try that paid, of which no person is told',
    judges: ['end'],
    told: /is paid at the provider, and (successful|reversed|pending_clearance) here/,
    seams: {
      sql: put(
        'from json_populate_recordset(null::discrepancies, \0::json) one',
        "from (select * from json_populate_recordset(null::discrepancies, \0::json) where kind <> 'another_try_paid') one",
      ),
    },
  },
  {
    broken: 'a page that lets a try begin while another one is open',
    judges: ['tries'],
    told: /has 2 open tries|though a try is open/,
    seams: { sql: takingOpenForFailed },
  },
  {
    broken: 'a worker that looks after what is over',
    judges: ['doors'],
    // The table itself refuses it.
    told: /collections_are_due_while_processing/,
    seams: { sql: rarely('due_at = m.due_at', put('due_at = m.due_at', 'due_at = c.due_at')) },
  },
]

function put(needle: string, instead: string): (sent: Sent) => Sent {
  return (sent) => rewritten(sent, (text) => text.replace(needle, instead))
}

/** Only where a try begins: who holds a page for that reads its tries alone. */
function takingOpenForFailed(sent: Sent): Sent {
  return rewritten(sent, (text) =>
    text.replaceAll("coalesce(state, 'open')", "replace(coalesce(state, 'open'), 'open', 'failed')"),
  )
}

function creditingAgain(world: World, resolve: Resolve): Resolve {
  let again = 0
  return async (report, of) => {
    const resolution = await resolve(report, of)
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
          ...moneyIn(collection.provider, collection.amount),
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
  return rewritten(sent, (text) => text.replace('environment, key, decode', 'environment, id, decode'))
}
