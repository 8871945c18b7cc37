import { type Fragment, isPutAside, type TableInParts, type Transaction } from '../../database/database.ts'
import { type Check, type Found, firstOf } from './check.ts'

export const archiveChecks: Check[] = [
  {
    check: 'what was put aside, with what came since, is every step of its payments',
    // Rows are not here any more; how many there were, and how far each payment has moved, is.
    look: (tx) =>
      firstOf(tx<Found>`
        ${asideOf(tx, 'collection_history', tx`collections`, tx`collection_id`)}
        union all
        ${asideOf(tx, 'withdrawal_history', tx`withdrawals`, tx`withdrawal_id`)}
        limit 1`),
  },
]

function asideOf(tx: Transaction, table: TableInParts, owners: Fragment, key: Fragment): Fragment {
  const history = table === 'collection_history' ? tx`collection_history` : tx`withdrawal_history`
  return tx`
    select 'archive ' || p.archive || ' has ' || p.steps || ' steps and ' || l.late || ' came since, of ' || m.made as found
    from archived_parts p
    cross join lateral (select coalesce(sum(o.moves), 0) as made from ${owners} o
      where (p.from_id is null or o.id >= p.from_id) and o.id < p.to_id) m
    cross join lateral (select count(*) as late from ${history} h
      where (p.from_id is null or h.${key} >= p.from_id) and h.${key} < p.to_id) l
    where p.of_table = ${table} and p.back_at is null and p.steps + l.late <> m.made
    union all
    select 'step ' || l.highest || ' to ' || l.ends_at || ' of ' || o.id || ', which is put aside, is not its last: ' || o.moves || ' to ' || o.status
    from (select h.${key} as id, max(h.seq) as highest, (array_agg(h.to_status order by h.seq desc))[1] as ends_at
      from ${history} h where ${isPutAside(tx, table, tx`h.${key}`)} group by h.${key}) l
    join ${owners} o on o.id = l.id
    where (l.highest, l.ends_at) is distinct from (o.moves, o.status)`
}
