import type { Database, Transaction } from '../database/database.ts'

type Sql = Database | Transaction
type Ids = readonly string[]

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

/** An order is one payer's, as a link is that may be used once; what is paid often says nothing of any one of them. */
export async function numbersOfCollections(sql: Sql, collectionIds: Ids): Promise<string[]> {
  return idsOf(
    await sql<{ id: string }[]>`
      select id from control_numbers where kind = 'ORDER' and id in (
        select control_number_id from collections where id = any(${[...collectionIds]}::uuid[]))`,
  )
}

export async function numbersOfInvoices(sql: Sql, invoiceIds: Ids): Promise<string[]> {
  return idsOf(
    await sql<
      { id: string }[]
    >`select id from control_numbers where invoice_id = any(${[...invoiceIds]}::uuid[])`,
  )
}

/** Also those that nobody has paid. */
export async function numbersOfCustomers(
  sql: Sql,
  { merchantId, environment, customerIds }: { merchantId: string; environment: string; customerIds: Ids },
): Promise<string[]> {
  return idsOf(
    await sql<{ id: string }[]>`
      select id from control_numbers where merchant_id = ${merchantId} and environment = ${environment}
        and customer_id = any(${[...customerIds]}::uuid[])`,
  )
}
