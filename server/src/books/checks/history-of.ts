import { type Fragment, isPutAside, type TableInParts, type Transaction } from '../../database/database.ts'
import { type Check, type Found, firstOf } from './check.ts'

type History = {
  noun: 'collection' | 'withdrawal' | 'batch' | 'control number'
  /** What the checks are called: books remember by that how each ended. */
  names: { whole: string; joined: string; legal: string }
  /** Each with `id`, `status` and `moves`. */
  rows(tx: Transaction): Fragment
  /** Each with `id`, `seq`, `from_status` and `to_status`. */
  steps(tx: Transaction): Fragment
  /** Where the steps lie, if some of them may have been put aside. */
  inParts?: TableInParts
  /** Every way, told apart from the code that moves it, so that a mistake there is seen here. */
  legalSteps: readonly [from: string | null, to: string][]
  /** Of the steps `h` that are not legal those that once were. */
  wasLegal?(tx: Transaction): Fragment
}

/** What holds of every history, whatever moves: it has no gaps, its steps join each other, and each of them is a legal one. */
export function historyOf({ noun, names, rows, steps, inParts, legalSteps, wasLegal }: History): Check[] {
  const [from, to] = [legalSteps.map(([step]) => step), legalSteps.map(([, step]) => step)]
  const isAway = (tx: Transaction, id: Fragment) => (inParts ? isPutAside(tx, inParts, id) : tx`false`)
  return [
    {
      check: names.whole,
      look: (tx) =>
        firstOf(tx<Found>`
          select ${noun}::text || ' ' || coalesce(r.id, h.id) || ' (' || coalesce(r.status, 'none') || ', '
            || coalesce(r.moves, 0) || ' moves) has ' || coalesce(h.moves, 0) || ' steps that end at '
            || coalesce(h.ends_at, 'nothing') as found
          from (${rows(tx)}) r
          full join (select id, count(*) as moves, max(seq) as highest,
              (array_agg(to_status order by seq desc))[1] as ends_at
            from (${steps(tx)}) s group by id) h on h.id = r.id
          where (r.moves, r.moves, r.status) is distinct from (h.moves, h.highest, h.ends_at)
            and not ${isAway(tx, tx`coalesce(r.id, h.id)`)}
          limit 1`),
    },
    {
      check: names.joined,
      look: (tx) =>
        firstOf(tx<Found>`
          select 'step ' || seq || ' of ' || ${noun}::text || ' ' || id || ' begins at '
            || coalesce(from_status, 'nothing') || ' after ' || coalesce(before, 'nothing') as found
          from (select id, seq, from_status, lag(to_status) over (partition by id order by seq) as before
            from (${steps(tx)}) s) steps
          where from_status is distinct from before
            and not (before is null and ${isAway(tx, tx`steps.id`)})
          limit 1`),
    },
    {
      check: names.legal,
      look: (tx) =>
        firstOf(tx<Found>`
          select 'step ' || h.seq || ' of ' || ${noun}::text || ' ' || h.id || ' goes from '
            || coalesce(h.from_status, 'nothing') || ' to ' || h.to_status as found
          from (${steps(tx)}) h
          where not exists (
            select from unnest(${from}::text[], ${to}::text[]) as legal (from_status, to_status)
            where (legal.from_status, legal.to_status) is not distinct from (h.from_status, h.to_status))
            and not ${wasLegal ? wasLegal(tx) : tx`false`}
          limit 1`),
    },
  ]
}
