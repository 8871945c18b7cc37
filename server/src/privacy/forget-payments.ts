import type { Fragment, Transaction } from '../database/database.ts'
import { erasedName, erasedNumber } from '../primitives/stand-ins.ts'
import { forgetWordsOfBatches, lockBatchesOf } from './forget-batches.ts'
import { forgetNumbersOfCollections, forgetNumbersOfInvoices } from './forget-control-numbers.ts'
import { forgetEventsOf } from './forget-events.ts'

/** States in which nothing is under way any more. */
export const overCollections = ['successful', 'failed', 'reversed']
export const overWithdrawals = ['SUCCESS', 'FAILED', 'REJECTED', 'REVERSED']

type Ids = readonly string[]

/** What merchants wrote beside payments in words of their own, and every copy of who they were of. Answers with those that are over. */
export async function forgetWordsOfCollections(tx: Transaction, ids: Ids): Promise<string[]> {
  // In the order in which those lock them who move several.
  await tx`select from collections where id = any(${[...ids]}::uuid[]) order by id for update`
  const over = await tx<{ id: string }[]>`
    update collections set metadata = null, description = null
    where id = any(${[...ids]}::uuid[]) and status = any(${overCollections}::text[]) returning id`
  const gone = over.map(({ id }) => id)
  await forgetEventsOf(tx, gone)
  await tx`
    update payment_links set description = null, metadata = null
    where id in (select payment_link_id from collections where id = any(${gone}::uuid[])) and single_use
      and (description is not null or metadata is not null)`
  await forgetNumbersOfCollections(tx, gone)
  return gone
}

export async function forgetWordsOfWithdrawals(tx: Transaction, ids: Ids): Promise<string[]> {
  await lockBatchesOf(tx, ids)
  await tx`select from withdrawals where id = any(${[...ids]}::uuid[]) order by id for update`
  const over = await tx<{ id: string }[]>`
    update withdrawals set metadata = null, refund_note = null
    where id = any(${[...ids]}::uuid[]) and status = any(${overWithdrawals}::text[]) returning id`
  const gone = over.map(({ id }) => id)
  await forgetEventsOf(tx, gone)
  await forgetWordsOfBatches(tx, gone)
  // What it was about is told by the title, and the payout is a step away.
  await tx`
    update notifications set text = ${`${erasedName}.`}
    where withdrawal_id = any(${gone}::uuid[])`
  return gone
}

/** Who paid. Amounts, ids, references and states stay. Answers with those that are over: of the others everything is still needed. */
export async function forgetCollections(tx: Transaction, ids: Ids): Promise<string[]> {
  const gone = await forgetWordsOfCollections(tx, ids)
  await tx`
    update collections set customer_name = null, payer_name = null, customer_phone = ${networkOnly(tx)}, customer_email = null, redirect_url = null,
      cancel_url = null, callback_url = null
    where id = any(${gone}::uuid[])`
  const tries = await tx<{ id: string }[]>`
    update collection_tries set customer_phone = null
    where id = any(${gone}::uuid[]) or (collection_id = any(${gone}::uuid[]) and number > 1) returning id`
  await forgetNotes(tx, [...gone, ...tries.map(({ id }) => id)])
  return gone
}

/** Whom tries asked that did not pay, of payments that are others'. */
export async function forgetTries(tx: Transaction, ids: Ids, numbers: readonly string[]): Promise<void> {
  const tries = await tx<{ id: string }[]>`
    update collection_tries t set customer_phone = null from collections c
    where c.id = t.collection_id and c.id = any(${[...ids]}::uuid[]) and c.status = any(${overCollections}::text[])
      and t.customer_phone = any(${[...numbers]}::text[]) returning t.id`
  await forgetNotes(
    tx,
    tries.map(({ id }) => id),
  )
}

/** A country and a network: what days are counted and settled by. A million people have the same. */
function networkOnly(tx: Transaction): Fragment {
  return tx`left(customer_phone, 6) || repeat('*', greatest(length(customer_phone) - 6, 0))`
}

/** Who was paid. */
export async function forgetWithdrawals(tx: Transaction, ids: Ids): Promise<string[]> {
  const gone = await forgetWordsOfWithdrawals(tx, ids)
  await tx`
    with forgotten as (
      update withdrawals set destination_name = ${erasedName}, destination_identifier = ${erasedNumber},
        bank_account_name = case when bank_account_name is null then null else ${erasedName} end, name_check = null
      where id = any(${gone}::uuid[]) returning provider_reference)
    update network_payouts n set recipient_name = ${erasedName}, identifier = ${erasedNumber}
    from forgotten f where n.reference = f.provider_reference`
  await forgetNotes(tx, gone)
  return gone
}

/** Who was billed, and for what in words. */
export async function forgetInvoices(tx: Transaction, ids: Ids): Promise<string[]> {
  await tx`
    update invoices set customer_name = ${erasedName}, customer_phone = ${erasedNumber}, customer_email = null, notes = null,
      metadata = null, items = (
        select json_agg(jsonb_set(item.value::jsonb, '{description}', to_jsonb(${erasedName}::text)) order by item.place)
        from json_array_elements(items) with ordinality as item (value, place))
    where id = any(${[...ids]}::uuid[])`
  // The reason of a refund is one of a few words, and names nobody.
  await tx`
    update credit_notes set reason = case when refund_id is null then ${erasedName} else reason end, items = (
        select json_agg(jsonb_set(item.value::jsonb, '{description}', to_jsonb(${erasedName}::text)) order by item.place)
        from json_array_elements(items) with ordinality as item (value, place))
    where invoice_id = any(${[...ids]}::uuid[])`
  await forgetWordsOfInvoices(tx, ids)
  return [...ids]
}

/**
 * Their links and control numbers say in words what they are for, as they do; and what was told of them and of their credit notes says
 * all of it.
 */
export async function forgetWordsOfInvoices(tx: Transaction, ids: Ids): Promise<void> {
  const notes = await tx<{ id: string }[]>`
    select id from credit_notes where invoice_id = any(${[...ids]}::uuid[])`
  await forgetEventsOf(tx, [...ids, ...notes.map(({ id }) => id)])
  await tx`update invoices set metadata = null where id = any(${[...ids]}::uuid[]) and metadata is not null`
  await tx`
    update payment_links set metadata = null
    where id in (select payment_link_id from invoices where id = any(${[...ids]}::uuid[])) and metadata is not null`
  await forgetNumbersOfInvoices(tx, ids)
}

/** What a provider added in its own words to what it said. */
async function forgetNotes(tx: Transaction, ids: Ids): Promise<void> {
  await tx`update provider_words set note = null where subject_id = any(${[...ids]}::uuid[]) and note is not null`
}
