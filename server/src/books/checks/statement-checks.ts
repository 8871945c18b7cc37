import type { Fragment, Transaction } from '../../database/database.ts'
import { readRows, type Standing } from '../../ledger/ledger.ts'
import { textFromMinor } from '../../primitives/money.ts'
import {
  bookOf,
  hashStatement,
  type StatementRow,
  statementColumns,
  sumsOfDay,
} from '../../statements/statements.ts'
import { type Check, type Found, firstOf } from './check.ts'

export const statementChecks: Check[] = [
  {
    check: 'every closed day begins where the one before ended, and ends as the book has it',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'the ' || d.environment || ' book of merchant ' || d.merchant_id || ' in ' || d.currency || ' goes on ' || d.day
          || ' from row ' || d.first_seq || ' to ' || d.last_seq || ', after ' || d.before || ', and ends at '
          || concat_ws('/', d.available, d.reserved, d.held) as found
        from (
          select *, coalesce(lag(last_seq) over book, 0) as before, coalesce(lag(reserved_seq) over book, 0) as reserved_before,
            coalesce(lag(held_seq) over book, 0) as held_before
          from book_days window book as (partition by merchant_id, environment, currency order by day)) d
        where d.first_seq <> d.before + 1 or d.reserved_seq < d.reserved_before or d.held_seq < d.held_before
          or d.available <> coalesce((select t.balance_after from ledger_transactions t where t.merchant_id = d.merchant_id
            and t.environment = d.environment and t.currency = d.currency and t.seq = d.last_seq), 0)
          or d.reserved <> ${balanceIn(tx, 'reserved', tx`d.reserved_seq`)} or d.held <> ${balanceIn(tx, 'held', tx`d.held_seq`)}
        limit 1`),
  },
  {
    check: 'whatever moved is on one side of the end of a day, in all accounts of its merchant',
    // The rows of a chain are in the order of the book, so that the last before its place and the first after it tell.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'the ' || d.environment || ' book of merchant ' || d.merchant_id || ' ends ' || d.day || ' after row ' || d.last_seq
          || ', and its account ' || chain.kind || ' with entry ' || chain.place || ' of another side' as found
        from book_days d
        cross join lateral (values ('reserved', d.reserved_seq), ('held', d.held_seq)) as chain (kind, place)
        where (select t.seq from ${entriesOf(tx)} and e.seq <= chain.place and t.seq is not null order by e.seq desc limit 1) > d.last_seq
          or (select t.seq from ${entriesOf(tx)} and e.seq > chain.place and t.seq is not null order by e.seq limit 1) <= d.last_seq
        limit 1`),
  },
  {
    check: 'a book is closed as far as its last closed day says, and no day after that is',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'the ' || b.environment || ' book of merchant ' || b.merchant_id || ' in ' || b.currency || ' is closed through '
          || coalesce(b.closed_through::text, 'no day') || ' after row ' || b.last_seq || ', and its last day is '
          || coalesce(d.day || ' after row ' || d.last_seq, 'none') as found
        from book_closings b
        left join lateral (
          select * from book_days d where d.merchant_id = b.merchant_id and d.environment = b.environment and d.currency = b.currency
          order by day desc limit 1) d on true
        where (b.last_seq, b.reserved_seq, b.held_seq)
            is distinct from (coalesce(d.last_seq, 0), coalesce(d.reserved_seq, 0), coalesce(d.held_seq, 0))
          or d.day is not null and b.closed_through is null or d.day > b.closed_through
        limit 1`),
  },
  {
    check: 'every statement opens as its first day began and closes as its last day ended',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'statement ' || s.id || ' opens at ' || concat_ws('/', opening_available, opening_reserved, opening_held)
          || ' and closes at ' || concat_ws('/', closing_available, closing_reserved, closing_held) || ' with the rows '
          || coalesce(first_seq || ' to ' || s.last_seq, 'none') as found
        from statements s
        left join book_closings b using (merchant_id, environment, currency)
        left join lateral (${endBefore(tx, tx`s.from_day`)}) o on true
        left join lateral (${endBefore(tx, tx`s.to_day + 1`)}) c on true
        where s.status = 'READY' and (b.closed_through is null or b.closed_through < s.to_day
          or (opening_available, opening_reserved, opening_held)
            is distinct from (coalesce(o.available, 0), coalesce(o.reserved, 0), coalesce(o.held, 0))
          or (closing_available, closing_reserved, closing_held)
            is distinct from (coalesce(c.available, 0), coalesce(c.reserved, 0), coalesce(c.held, 0))
          or (s.first_seq, s.last_seq) is distinct from (case when coalesce(c.last_seq, 0) > coalesce(o.last_seq, 0)
            then coalesce(o.last_seq, 0) + 1 end, case when c.last_seq > coalesce(o.last_seq, 0) then c.last_seq end))
        limit 1`),
  },
  { check: 'every statement sums up and hashes the rows of the book', look: lookAtRows },
  {
    check: 'what is settled of a day equals its rows',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'merchant ' || merchant_id || ' has settled on ' || day || ' with ' || provider || ' ' || network || ' by '
          || concat_ws('/', sum(count), sum(gross), sum(fees), sum(refunds), sum(reversals)) || ' another sum than its rows' as found
        from (
          select merchant_id, environment, currency, day, provider, network, count, gross, fees, refunds, reversals from settlements
          union all
          select d.merchant_id, d.environment, d.currency, d.day, r.provider, r.network, -r.count, -r.gross, -r.fees, -r.refunds,
            -r.reversals
          from book_days d join book_closings b using (merchant_id, environment, currency)
          cross join lateral (${sumsOfDay(tx)}) r
          where d.day <= b.followed_through) both_sides
        group by merchant_id, environment, currency, day, provider, network
        having sum(count) <> 0 or sum(gross) <> 0 or sum(fees) <> 0 or sum(refunds) <> 0 or sum(reversals) <> 0
        limit 1`),
  },
]

function accountOf(tx: Transaction, kind: Fragment): Fragment {
  return tx`(select a.id from ledger_accounts a where a.merchant_id = d.merchant_id and a.environment = d.environment
    and a.currency = d.currency and a.kind = ${kind} and a.provider = '')`
}

function balanceIn(tx: Transaction, kind: 'reserved' | 'held', seq: Fragment): Fragment {
  return tx`coalesce((select e.balance_after from ledger_entries e where e.account_id = ${accountOf(tx, tx`${kind}::text`)}
    and e.seq = ${seq}), 0)`
}

function entriesOf(tx: Transaction): Fragment {
  return tx`ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account_id = ${accountOf(tx, tx`chain.kind`)}`
}

function endBefore(tx: Transaction, day: Fragment): Fragment {
  return tx`select d.last_seq, d.available, d.reserved, d.held from book_days d
    where d.merchant_id = s.merchant_id and d.environment = s.environment and d.currency = s.currency and d.day < ${day}
    order by d.day desc limit 1`
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** One after the other, with a page of rows in memory. */
async function lookAtRows(tx: Transaction): Promise<string | null> {
  for (let last = beforeAll; ; ) {
    const [next] = await tx<StatementRow[]>`
      select ${statementColumns(tx)} from statements where id > ${last} and status = 'READY' order by id limit 1`
    if (next === undefined) return null
    const wrong = await wrongWith(tx, next)
    if (wrong !== null) return `statement ${next.id} ${wrong}`
    last = next.id
  }
}

async function wrongWith(tx: Transaction, statement: StatementRow): Promise<string | null> {
  const hash = hashStatement(statement, standing(statement, 'opening'))
  const span = { first: statement.first_seq ?? 1n, last: statement.last_seq ?? 0n }
  let [count, credits, debits] = [0, 0n, 0n]
  for await (const rows of readRows(tx, bookOf(statement), span)) {
    hash.add(rows)
    count += rows.length
    for (const { direction, amount } of rows) {
      if (direction === 'credit') credits += amount
      else debits += amount
    }
  }
  const summed = [count, textFromMinor(credits), textFromMinor(debits)].join('/')
  const { totals } = statement
  const told = [totals?.count, totals?.credits, totals?.debits].join('/')
  if (summed !== told) return `says ${told}, and its rows sum up to ${summed}`
  const sha256 = hash.end(standing(statement, 'closing'))
  return sha256 === statement.sha256 ? null : `has the hash ${statement.sha256}, and its rows ${sha256}`
}

function standing(row: StatementRow, end: 'opening' | 'closing'): Standing {
  return {
    available: row[`${end}_available`] ?? 0n,
    reserved: row[`${end}_reserved`] ?? 0n,
    held: row[`${end}_held`] ?? 0n,
  }
}
