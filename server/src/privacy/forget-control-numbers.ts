import type { Transaction } from '../database/database.ts'
import { forgetEventsOf } from './forget-events.ts'

type Ids = readonly string[]

/** An order is one payer's, as a link is that may be used once; what is paid often says nothing of any one of them. */
export async function forgetNumbersOfCollections(tx: Transaction, collectionIds: Ids): Promise<void> {
  const paid = await tx<{ id: string }[]>`
    select id from control_numbers where kind = 'ORDER' and id in (
      select control_number_id from collections where id = any(${[...collectionIds]}::uuid[]))`
  await forgetNumbers(tx, paid)
}

export async function forgetNumbersOfInvoices(tx: Transaction, invoiceIds: Ids): Promise<void> {
  const asking = await tx<{ id: string }[]>`
    select id from control_numbers where invoice_id = any(${[...invoiceIds]}::uuid[])`
  await forgetNumbers(tx, asking)
}

/** Also those that nobody has paid. */
export async function forgetNumbersOfCustomers(
  tx: Transaction,
  { merchantId, environment, customerIds }: { merchantId: string; environment: string; customerIds: Ids },
): Promise<void> {
  const theirs = await tx<{ id: string }[]>`
    select id from control_numbers where merchant_id = ${merchantId} and environment = ${environment}
      and customer_id = any(${[...customerIds]}::uuid[])`
  await forgetNumbers(tx, theirs)
}

/** What they are for in words goes, from them and from what was told of them. They can be paid as before. */
async function forgetNumbers(tx: Transaction, numbers: { id: string }[]): Promise<void> {
  const ids = numbers.map(({ id }) => id)
  // In the order in which those lock them who move several.
  await tx`select from control_numbers where id = any(${ids}::uuid[]) order by id for update`
  await tx`
    update control_numbers set description = null where id = any(${ids}::uuid[]) and description is not null`
  await forgetEventsOf(tx, ids)
}
