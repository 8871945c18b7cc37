import type { Transaction } from '../database/database.ts'
import { leaveOutPeople } from '../primitives/leave-out-people.ts'
import { erasedName } from '../primitives/stand-ins.ts'
import { forgetEventsOf } from './forget-events.ts'

type Ids = readonly string[]

/** Whoever locks rows of a batch has locked the batch before. */
export async function lockBatchesOf(tx: Transaction, withdrawalIds: Ids): Promise<void> {
  await tx`
    select from disbursement_batches
    where id in (select batch_id from withdrawals where id = any(${[...withdrawalIds]}::uuid[])) order by id for update`
}

type Paid = {
  batch_id: string
  name: string
  destination_name: string
  bank_account_name: string | null
  registered_name: string | null
  destination_identifier: string
}

/**
 * What merchants wrote beside a batch that paid somebody. It goes on being called what it was, without them: the others in it have
 * not asked for anything.
 */
export async function forgetWordsOfBatches(tx: Transaction, withdrawalIds: Ids): Promise<void> {
  const paid = await tx<Paid[]>`
    select w.batch_id, b.name, w.destination_name, w.bank_account_name, w.name_check->>'registered_name' as registered_name,
      w.destination_identifier
    from withdrawals w join disbursement_batches b on b.id = w.batch_id where w.id = any(${[...withdrawalIds]}::uuid[])`
  if (paid.length === 0) return
  const batches = [...Map.groupBy(paid, ({ batch_id: id }) => id)].map(([id, rows]) => ({
    id,
    name: rows.reduce((name, row) => leaveOutPeople(name, peopleIn(row)), rows[0]?.name ?? erasedName),
  }))
  const ids = batches.map(({ id }) => id)
  await tx`
    update disbursement_batches b set name = c.name, metadata = null
    from unnest(${ids}::uuid[], ${batches.map(({ name }) => name)}::text[]) as c (id, name) where b.id = c.id`
  await forgetToldOf(tx, ids)
}

function peopleIn(row: Paid) {
  const names = [row.destination_name, row.bank_account_name, row.registered_name]
  return { names, numbers: [row.destination_identifier] }
}

async function forgetToldOf(tx: Transaction, ids: Ids): Promise<void> {
  await forgetEventsOf(tx, ids)
  await tx`update notifications set text = ${`${erasedName}.`} where batch_id = any(${[...ids]}::uuid[])`
}

/** All of it, where its time is over. Answers with those that are: of the others everything is still needed. */
export async function forgetBatches(tx: Transaction, ids: Ids): Promise<string[]> {
  const over = await tx<{ id: string }[]>`
    update disbursement_batches set name = ${erasedName}, metadata = null
    where id = any(${[...ids]}::uuid[]) and status in ('DONE', 'REJECTED') returning id`
  const gone = over.map(({ id }) => id)
  await forgetToldOf(tx, gone)
  return gone
}
