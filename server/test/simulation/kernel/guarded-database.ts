import type { Work } from '../../../src/database/connect-database.ts'
import type { Database, Transaction } from '../../../src/database/database.ts'
import type { SqlTag, Statement, Value } from '../../../src/database/sql-tag.ts'

/** The end of a simulated process, at whatever it was doing. */
export class Crash extends Error {
  override name = 'Crash'
}

export type Sent = { texts: TemplateStringsArray; values: Value[] }

/** Every statement of a simulated process goes through its gate. */
export type Gate = {
  /** Throws once the process is dead, so that nothing of it is written any more. */
  pass<Result>(work: () => PromiseLike<Result>): Promise<Result>
  /** Counts what is under way without being a statement of its own: a transaction. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>
  /** Where bugs are planted. */
  alter(sent: Sent): Sent
  /** What rows are called that come in no order; null for those that come in one. */
  labelOf(row: object): string | null
}

/** The same database, as one process sees it. Its transactions are those of the product, statement by statement. */
export function guardDatabase(sql: Database, gate: Gate): Database {
  function begin<Result>(mode: string | Work<Result>, work?: Work<Result>): Promise<Result> {
    const inside = typeof mode === 'string' ? work : mode
    if (inside === undefined) throw new TypeError('begin needs a function')
    const guarded = (tx: Transaction) => inside(guardTransaction(tx, gate))
    return gate.hold(() => (typeof mode === 'string' ? sql.begin(mode, guarded) : sql.begin(guarded)))
  }
  return Object.assign(guardTag(sql, gate), {
    unsafe: (text: string) => gate.pass(() => sql.unsafe(text)),
    begin,
    unhurried: sql.unhurried,
    end: sql.end,
    pool: sql.pool,
  })
}

function guardTransaction(tx: Transaction, gate: Gate): Transaction {
  return Object.assign(guardTag(tx, gate), {
    unsafe: (text: string) => gate.pass(() => tx.unsafe(text)),
    savepoint: <Result>(work: Work<Result>) =>
      tx.savepoint<Result>((inner) => work(guardTransaction(inner, gate))),
    lastly: (work: Work<void>) => tx.lastly((end) => work(guardTransaction(end, gate))),
  })
}

function guardTag(tag: SqlTag, gate: Gate): SqlTag {
  return <Row extends object[]>(texts: TemplateStringsArray, ...values: Value[]) => {
    const sent = gate.alter({ texts, values })
    const statement = tag<Row>(sent.texts, ...sent.values)
    let running: Promise<Awaited<Statement<Row[number]>>> | undefined
    const start = () => {
      running ??= gate.pass(() => statement).then((rows) => inTheirOrder(rows, gate.labelOf))
      return running
    }
    // A fragment is known by a symbol, which goes along with the rest of the statement.
    const guarded: Statement<Row[number]> = {
      ...statement,
      // biome-ignore lint/suspicious/noThenProperty: a statement is awaited like a promise but must not start before.
      then: (onFulfilled, onRejected) => start().then(onFulfilled, onRejected),
      catch: (onRejected) => start().catch(onRejected),
      finally: (onSettled) => start().finally(onSettled),
    }
    return guarded
  }
}

/** What is claimed comes in no order; here it comes in one, or the same seed would not tell the same story. */
function inTheirOrder<Found extends object[]>(rows: Found, labelOf: Gate['labelOf']): Found {
  const [first] = rows
  if (first === undefined || labelOf(first) === null) return rows
  rows.sort((one, other) => ((labelOf(one) ?? '') < (labelOf(other) ?? '') ? -1 : 1))
  return rows
}

/** A statement as it is sent, with its text changed as a whole: it is taken apart again at its parameters. */
export function rewritten({ texts, values }: Sent, change: (text: string) => string): Sent {
  const changed = change(texts.join('\0')).split('\0')
  return { texts: Object.assign(changed, { raw: changed }), values }
}

/** A bug that shows every time would be found by any test; one in five is enough here. */
export function rarely(needle: string, change: (sent: Sent) => Sent): (sent: Sent) => Sent {
  let seen = 0
  return (sent) => {
    if (!sent.texts.some((text) => text.includes(needle))) return sent
    seen += 1
    return seen % 5 === 0 ? change(sent) : sent
  }
}
