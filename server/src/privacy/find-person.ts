import type { Environment } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { isAccountAmong } from '../recipients/recipients.ts'
import { overCollections, overWithdrawals } from './forget-payments.ts'

/** Somebody in the books of one merchant, by whatever leads to them. Nothing of another merchant's is ever looked at. */
export type Person = {
  merchantId: string
  environment: Environment
  /** Phones, and accounts that were paid out to. */
  numbers: string[]
  emails: string[]
  /** Saved customers who are this person. */
  customerIds: string[]
}

type Sql = Database | Transaction
type Named = {
  merchant_id: string
  environment: Environment
  phone: string | null
  email: string | null
  account: string | null
  customer_id: string | null
  numbers: string[] | null
  emails: string[] | null
  customer_ids: string[] | null
}

/** As it was found when it was begun, or as it is now. */
export async function personOf(sql: Sql, named: Named): Promise<Person> {
  const { merchant_id: merchantId, environment, numbers, emails, customer_ids: customerIds } = named
  if (numbers === null || emails === null || customerIds === null) return await findPerson(sql, named)
  return { merchantId, environment, numbers, emails, customerIds }
}

/** With what a saved customer of that id says of itself, and every customer who has the phone or the e-mail. */
async function findPerson(sql: Sql, named: Named): Promise<Person> {
  const { merchant_id: merchantId, environment, phone, email, account, customer_id: customerId } = named
  const own = sql`merchant_id = ${merchantId} and environment = ${environment}`
  const [saved] = await sql<{ phone: string | null; email: string | null }[]>`
    select phone, email from customers where id = ${customerId} and ${own}`
  const numbers = known([phone, account, saved?.phone])
  const emails = known([email, saved?.email]).map((one) => one.toLowerCase())
  const customers = await sql<{ id: string }[]>`
    select id from customers where id = ${customerId} and ${own}
    union select id from customers where ${own} and phone = any(${numbers}::text[])
    union select id from customers where ${own} and email is not null and lower(email) = any(${emails}::text[])`
  return { merchantId, environment, numbers, emails, customerIds: customers.map(({ id }) => id) }
}

function known(values: (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== null && value !== undefined))]
}

/** From one id on, at most so many, made before an instant if one is given. */
export type Slice = { after: string; most: number; before?: string | undefined }

type Ids = { id: string; created_at: Date }[]

/** What this person paid or was asked to pay, in the order of ids. */
export async function collectionsOf(sql: Sql, person: Person, slice: Slice): Promise<Ids> {
  const { merchantId, environment, numbers, emails, customerIds } = person
  const part = (which: Fragment) => sql`
    (select id, created_at from collections where merchant_id = ${merchantId} and environment = ${environment} and ${which}
      ${within(sql, slice)})`
  return await sql<Ids>`
    select id, created_at from (
      ${part(sql`customer_phone is not null and reverse(customer_phone) = any(${numbers.map(backwards)}::text[])`)}
      union ${part(sql`customer_email is not null and lower(customer_email) = any(${emails}::text[])`)}
      union ${part(sql`customer_id = any(${customerIds}::uuid[])`)}
    ) as theirs order by id limit ${slice.most}`
}

/**
 * Payments that somebody else made, or nobody, after this person had tried to: the number stands with the try only, and nothing else of them
 * is this person's.
 */
export async function triedBy(sql: Sql, person: Person, { after, most, before }: Slice): Promise<Ids> {
  const { merchantId, environment, numbers } = person
  return await sql<Ids>`
    select distinct c.id, c.created_at from collection_tries t join collections c on c.id = t.collection_id
    where t.customer_phone = any(${numbers}::text[]) and c.merchant_id = ${merchantId} and c.environment = ${environment}
      and c.customer_phone is distinct from t.customer_phone and c.id > ${after}::uuid
      ${before === undefined ? sql`` : sql`and c.id < ${before}::uuid`}
    order by c.id limit ${most}`
}

/** What was paid out to this person. Refunds follow their payments. */
export async function payoutsTo(sql: Sql, { merchantId, environment, numbers }: Person, slice: Slice) {
  const part = (which: Fragment) => sql`
    (select id, created_at from withdrawals where merchant_id = ${merchantId} and environment = ${environment} and ${which}
      ${within(sql, slice)})`
  return await sql<Ids>`
    select id, created_at from (
      ${part(sql`reverse(destination_identifier) = any(${numbers.map(backwards)}::text[])`)}
      union ${part(sql`method = 'BANK_ACCOUNT' and ${isAccountAmong(sql, sql`destination_identifier`, numbers)}`)}
    ) as theirs order by id limit ${slice.most}`
}

/** Of places that are saved or were looked up, those of somebody's numbers, however their accounts are spelt. */
export function isTheirs(sql: Sql, numbers: readonly string[]): Fragment {
  return sql`(destination_identifier = any(${[...numbers]}::text[])
    or method = 'BANK_ACCOUNT' and ${isAccountAmong(sql, sql`destination_identifier`, numbers)})`
}

export async function refundsOf(sql: Sql, collectionIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from withdrawals where kind = 'refund' and collection_id = any(${[...collectionIds]}::uuid[])`
  return rows.map(({ id }) => id)
}

export async function creditNotesOf(sql: Sql, invoiceIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from credit_notes where invoice_id = any(${[...invoiceIds]}::uuid[])`
  return rows.map(({ id }) => id)
}

export async function invoicesOf(sql: Sql, person: Person, slice: Slice): Promise<Ids> {
  const { merchantId, environment, numbers, emails } = person
  const part = (which: Fragment) => sql`
    (select id, created_at from invoices where merchant_id = ${merchantId} and environment = ${environment} and ${which}
      ${within(sql, slice)})`
  return await sql<Ids>`
    select id, created_at from (
      ${part(sql`reverse(customer_phone) = any(${numbers.map(backwards)}::text[])`)}
      union ${part(sql`customer_email is not null and lower(customer_email) = any(${emails}::text[])`)}
    ) as theirs order by id limit ${slice.most}`
}

function within(sql: Sql, { after, most, before }: Slice): Fragment {
  return sql`and id > ${after}::uuid ${before === undefined ? sql`` : sql`and id < ${before}::uuid`} order by id limit ${most}`
}

/** As the indexes have them, so that the last digits find them too. */
function backwards(text: string): string {
  return [...text].reverse().join('')
}

/** Whether anything of theirs is still on its way: then what it needs may not go. */
export async function isUnderWay(sql: Sql, person: Person): Promise<boolean> {
  const { merchantId, environment, numbers, emails, customerIds } = person
  const own = sql`merchant_id = ${merchantId} and environment = ${environment}`
  const open = sql`not status = any(${overCollections}::text[])`
  const { count } = await sql`
    (select from collections where ${own} and customer_phone is not null
      and reverse(customer_phone) = any(${numbers.map(backwards)}::text[]) and ${open} limit 1)
    union all (select from collections where ${own} and customer_email is not null
      and lower(customer_email) = any(${emails}::text[]) and ${open} limit 1)
    union all (select from collections where ${own} and customer_id = any(${customerIds}::uuid[]) and ${open} limit 1)
    union all (select from withdrawals where ${own} and reverse(destination_identifier) = any(${numbers.map(backwards)}::text[])
      and not status = any(${overWithdrawals}::text[]) limit 1)
    union all (select from withdrawals where ${own} and method = 'BANK_ACCOUNT'
      and ${isAccountAmong(sql, sql`destination_identifier`, numbers)} and not status = any(${overWithdrawals}::text[]) limit 1)`
  return count > 0
}
