import { isPutAside } from '../../database/database.ts'
import { type Check, type Found, firstOf } from './check.ts'
import { historyOf } from './history-of.ts'

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
  ...historyOf({
    noun: 'collection',
    names: {
      whole: 'every collection has a history without gaps that ends at its status',
      joined: 'every step of a history begins where the one before ended',
      legal: 'every step of a history is a legal one',
    },
    rows: (tx) => tx`select id, status, moves from collections`,
    steps: (tx) => tx`select collection_id as id, seq, from_status, to_status from collection_history`,
    inParts: 'collection_history',
    legalSteps,
  }),
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
          where to_status = any(${announcedPayouts}::text[]) or event is not null
          union all
          select 'batch', batch_id, seq from disbursement_batch_history where event is not null
          union all
          select 'statement', id, 1 from statements where status = 'READY'
          union all
          select 'invoice', invoice_id, seq from invoice_history where event is not null
          union all
          select 'credit note', id, 1 from credit_notes
          union all
          select 'fiscal receipt', id, seq from fiscal_receipts cross join generate_series(1, told) seq
          union all
          select 'control number', control_number_id, seq from control_number_history where event is not null) h
        full join events e on e.resource_id = h.id and e.sequence = h.seq
        where (h.seq is null or e.id is null)
          and not (h.seq is null and (
            ${isPutAside(tx, 'collection_history', tx`e.resource_id`)} and exists (select from collections c where c.id = e.resource_id)
            or ${isPutAside(tx, 'withdrawal_history', tx`e.resource_id`)} and exists (select from withdrawals w where w.id = e.resource_id)))
        union all
        -- The key of events is one for each part of them.
        select 'step ' || sequence || ' of ' || resource_id || ' was announced ' || count(*) || ' times' from events
        group by resource_id, sequence having count(*) > 1
        limit 1`),
  },
]
