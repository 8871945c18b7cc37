import type { Transaction } from '../../database/database.ts'
import { type Check, type Found, firstOf } from './check.ts'

/** Every way of a collection, told apart from the code that moves it, so that a mistake there is seen here. */
const legalSteps: readonly [from: string | null, to: string][] = [
  [null, 'created'],
  [null, 'processing'],
  ['created', 'processing'],
  ['created', 'failed'],
  ['processing', 'processing'],
  ['processing', 'successful'],
  ['processing', 'failed'],
  ['processing', 'pending_clearance'],
  ['pending_clearance', 'successful'],
  ['pending_clearance', 'failed'],
  ['successful', 'reversed'],
  ['failed', 'successful'],
]

const announced = ['successful', 'failed', 'reversed', 'pending_clearance']
/** Approvals, questions and rejections were not always announced: their history says from when on they are. */
const announcedPayouts = ['SUCCESS', 'FAILED', 'REVERSED']

export const historyChecks: Check[] = [
  {
    check: 'every collection has a history without gaps that ends at its status',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || coalesce(c.id, h.id) || ' (' || coalesce(c.status, 'none') || ', ' || coalesce(c.moves, 0)
          || ' moves) has ' || coalesce(h.moves, 0) || ' steps that end at ' || coalesce(h.ends_at, 'nothing') as found
        from collections c
        full join (select collection_id as id, count(*) as moves, max(seq) as highest,
            (array_agg(to_status order by seq desc))[1] as ends_at
          from collection_history group by collection_id) h on h.id = c.id
        where (c.moves, c.moves, c.status) is distinct from (h.moves, h.highest, h.ends_at)
        limit 1`),
  },
  {
    check: 'every step of a history begins where the one before ended',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'step ' || seq || ' of collection ' || collection_id || ' begins at ' || coalesce(from_status, 'nothing')
          || ' after ' || coalesce(before, 'nothing') as found
        from (select collection_id, seq, from_status,
            lag(to_status) over (partition by collection_id order by seq) as before
          from collection_history) steps
        where from_status is distinct from before
        limit 1`),
  },
  { check: 'every step of a history is a legal one', look: findIllegalStep },
  {
    check: 'every announced step has exactly one event, and there is no other event',
    look: (tx) =>
      firstOf(tx<Found>`
        select case when e.id is null
            then 'step ' || h.seq || ' of ' || h.kind || ' ' || h.id || ' was not announced'
            else 'event ' || e.id || ' announces what did not happen' end as found
        from (
          select 'collection' as kind, collection_id as id, seq from collection_history
          where to_status = any(${announced}::text[])
          union all
          select 'withdrawal', withdrawal_id, seq from withdrawal_history
          where to_status = any(${announcedPayouts}::text[]) or event is not null) h
        full join events e on e.resource_id = h.id and e.sequence = h.seq
        where h.seq is null or e.id is null
        limit 1`),
  },
]

function findIllegalStep(tx: Transaction): Promise<string | null> {
  return firstOf(tx<Found>`
    select 'step ' || h.seq || ' of collection ' || h.collection_id || ' goes from '
      || coalesce(h.from_status, 'nothing') || ' to ' || h.to_status as found
    from collection_history h
    where not exists (
      select from unnest(${legalSteps.map(([from]) => from)}::text[], ${legalSteps.map(([, to]) => to)}::text[])
        as legal (from_status, to_status)
      where (legal.from_status, legal.to_status) is not distinct from (h.from_status, h.to_status))
    limit 1`)
}
