import type { Resolve } from '../../../src/collections/collections.ts'
import { moneyIn, post } from '../../../src/ledger/ledger.ts'
import type { World } from '../../../src/world/world.ts'
import { rarely, rewritten, type Sent } from '../kernel/guarded-database.ts'
import type { Plant } from '../kernel/room.ts'
import type { CollectionSeams } from './process.ts'

const accountsWithoutDebt = `id, merchant_id, environment, currency,
  case when kind = 'receivable' and entries = 1 then 'deposits' else kind end, provider, balance, entries, transactions`

const aCentTooMuch = `t.id, t.merchant_id, t.environment, t.currency, t.seq, t.type, t.direction,
  case t.type when 'collection' then t.amount + 1 else t.amount end, t.balance_after, t.cause, t.collection_id, t.withdrawal_id,
  t.reference, t.description`

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
        'insert into collection_history',
        put('note, at\n      from \0', 'note, at\n      from \0 limit 0'),
      ),
    },
  },
  {
    broken: 'a reversal whose shortfall is taken from deposits instead of becoming a debt',
    judges: ['books'],
    told: /in available and receivable, and should have/,
    // The first debt of a book is written into a new account of the wrong kind.
    seams: { sql: put('select a.* from \0', `select ${accountsWithoutDebt} from \0`) },
  },
  {
    broken: 'a collection that is credited with a cent too much',
    judges: ['collections'],
    told: /booked by collection for/,
    seams: { sql: put('select t.*', `select ${aCentTooMuch}`) },
  },
  {
    broken: 'a move that is not counted',
    judges: ['collections'],
    told: /collections .* and \d+ are counted/,
    seams: {
      sql: rarely(
        'method, status, change from',
        put('method, status, change from \0', 'method, status, change from \0 where change > 0'),
      ),
    },
  },
  {
    broken: 'an idempotency key that is not looked at',
    judges: ['rows', 'requests'],
    told: /made two collections|answered with two collections/,
    // Every request gets a key of its own, whatever it says.
    seams: {
      sql: put(
        'select scope, key_environment, key, fingerprint',
        'select scope, key_environment, id, fingerprint',
      ),
    },
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
