import type { Environment, Found } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { Question } from './read-question.ts'

export type Kind = Static<typeof Found>['kind']
type Owner = { merchantId: string; environment: Environment; today: string }
type Row = Omit<Static<typeof Found>, 'amount' | 'created_at'> & { amount: bigint | null; created_at: Date }

const mostFound = 20

/** So many numbers that end alike, and names that begin alike, are looked at: each look is one range of an index. */
const mostPhones = 50
const mostNames = 100

/** What a kind is looked for in, and how it is shown. */
type Place = {
  kind: Kind
  table: Fragment
  shown: Fragment
  phone?: Fragment
  reference?: Fragment
  /** Which rows of the table are of the kind, if not all. */
  only?: Fragment
}

/** Newest first, of these kinds. What is found in two ways is one. */
export async function findMatches(
  sql: Database,
  owner: Owner,
  kinds: readonly Kind[],
  question: Question,
): Promise<Static<typeof Found>[]> {
  const ways = placesOf(sql, owner)
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap((place) => waysTo(sql, owner, place, question))
  if (ways.length === 0) return []
  const all = ways.map((way) => sql`(${way})`).reduce((before, way) => sql`${before} union ${way}`)
  const rows = await sql<Row[]>`select * from (${all}) as found order by id desc limit ${mostFound}`
  return rows.map(({ amount, created_at: at, ...rest }) => ({
    ...rest,
    amount: amount === null ? null : textFromMinor(amount),
    created_at: at.toISOString(),
  }))
}

function placesOf(sql: Database, { today }: Owner): Place[] {
  return [
    {
      kind: 'collection',
      table: sql`collections`,
      shown: sql`coalesce(nullif(customer_name, ''), customer_phone, reference, provider_reference) as title,
        coalesce(reference, customer_phone) as detail, amount, currency, status`,
      phone: sql`customer_phone`,
      reference: sql`reference`,
    },
    ...(['withdrawal', 'refund'] as const).map((kind) => ({
      kind,
      table: sql`withdrawals`,
      shown: sql`destination_name as title, coalesce(merchant_reference, destination_identifier) as detail, amount, currency,
        status`,
      phone: sql`destination_identifier`,
      reference: sql`merchant_reference`,
      only: sql`and kind = ${kind}`,
    })),
    {
      kind: 'invoice',
      table: sql`invoices`,
      shown: sql`'INV-' || lpad(number::text, greatest(6, length(number::text)), '0') as title, customer_name as detail,
        total as amount, currency,
        case when status = 'SENT' and due_date < ${today}::date then 'OVERDUE' else status end as status`,
      phone: sql`customer_phone`,
    },
    {
      kind: 'payment_link',
      table: sql`payment_links`,
      shown: sql`coalesce(nullif(description, ''), token) as title, token as detail, amount, currency, status`,
    },
    {
      kind: 'control_number',
      table: sql`control_numbers`,
      shown: sql`number as title, coalesce(nullif(description, ''), merchant_reference) as detail, amount, currency, status`,
      reference: sql`merchant_reference`,
    },
    {
      kind: 'customer',
      table: sql`customers`,
      shown: sql`name as title, coalesce(phone, email) as detail, null::bigint as amount, null::text as currency,
        null::text as status`,
      phone: sql`phone`,
      only: sql`and erased_at is null`,
    },
  ]
}

/** Each reads one range of an index, or a few, and no more of any than could be shown. */
function waysTo(sql: Database, owner: Owner, place: Place, question: Question): Fragment[] {
  const { kind, table, shown, phone, reference, only = sql`` } = place
  const { id, phone: whole, endOfPhone: end, invoiceNumber, controlNumber, name } = question
  const columns = sql`${kind}::text as kind, id, ${shown}, created_at`
  const mine = sql`merchant_id = ${owner.merchantId} and environment = ${owner.environment}
    ${only}`
  const where = (condition: Fragment) =>
    sql`select ${columns} from ${table} where ${mine} and ${condition} order by id desc limit ${mostFound}`
  const ways: Fragment[] = []
  if (id !== null) ways.push(where(sql`id = ${id}`))
  if (reference !== undefined) ways.push(where(sql`${reference} = ${question.reference}`))
  if (phone !== undefined && whole !== null) ways.push(where(sql`reverse(${phone}) = reverse(${whole})`))
  if (phone !== undefined && end !== null) {
    const numbers = endingWith(sql, { table, phone, mine, end })
    ways.push(sql`
      select one.* from (${numbers}) numbers cross join lateral (${where(sql`reverse(${phone}) = numbers.number`)}) one
      order by id desc limit ${mostFound}`)
  }
  if (kind === 'invoice' && invoiceNumber !== null) ways.push(where(sql`number = ${invoiceNumber}::bigint`))
  if (kind === 'control_number' && controlNumber !== null) ways.push(where(sql`number = ${controlNumber}`))
  if (kind === 'customer' && name !== null) {
    const first = sql`select ${columns} from ${table} where ${mine} and lower(name) ~>=~ ${name}
      and lower(name) ~<~ ${after(name)} order by lower(name) using ~<~ limit ${mostNames}`
    ways.push(sql`select * from (${first}) named order by id desc limit ${mostFound}`)
  }
  return ways
}

type Ending = { table: Fragment; phone: Fragment; mine: Fragment; end: string }

/**
 * The different numbers that end so, read backwards: one look into the index for each, however many rows each number has. A plain
 * search would read all payments of somebody who pays every day.
 */
function endingWith(sql: Database, { table, phone, mine, end }: Ending): Fragment {
  const backwards = [...end].reverse().join('')
  const next = (beyond: Fragment) => sql`
    select reverse(${phone}) as number from ${table} where ${mine} and ${beyond} and reverse(${phone}) ~<~ ${after(backwards)}
    order by reverse(${phone}) using ~<~ limit 1`
  return sql`
    with recursive numbers as (
      (${next(sql`reverse(${phone}) ~>=~ ${backwards}`)})
      union all
      select (${next(sql`reverse(${phone}) ~>~ numbers.number`)}) from numbers where numbers.number is not null
    )
    select number from numbers where number is not null limit ${mostPhones}`
}

/** Behind everything that begins so, byte by byte. */
function after(beginning: string): string {
  return `${beginning}\u{10FFFF}`
}
