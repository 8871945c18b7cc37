import type { Transaction } from '../database/database.ts'
import { forgetEventsOf } from './forget-events.ts'
import { numbersOfCollections, numbersOfCustomers, numbersOfInvoices } from './numbers-of-person.ts'

type Ids = readonly string[]

export async function forgetNumbersOfCollections(tx: Transaction, collectionIds: Ids): Promise<void> {
  await forgetNumbers(tx, await numbersOfCollections(tx, collectionIds))
}

export async function forgetNumbersOfInvoices(tx: Transaction, invoiceIds: Ids): Promise<void> {
  await forgetNumbers(tx, await numbersOfInvoices(tx, invoiceIds))
}

export async function forgetNumbersOfCustomers(
  tx: Transaction,
  person: Parameters<typeof numbersOfCustomers>[1],
): Promise<void> {
  await forgetNumbers(tx, await numbersOfCustomers(tx, person))
}

/** What they are for in words goes, from them and from what was told of them. They can be paid as before. */
async function forgetNumbers(tx: Transaction, ids: string[]): Promise<void> {
  // In the order in which those lock them who move several.
  await tx`select from control_numbers where id = any(${ids}::uuid[]) order by id for update`
  await tx`
    update control_numbers set description = null where id = any(${ids}::uuid[]) and description is not null`
  await forgetEventsOf(tx, ids)
}
