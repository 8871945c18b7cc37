import type {
  DayFigures,
  Environment,
  FailureFigures,
  MerchantSummary,
  MethodFigures,
  NetworkFigures,
} from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'

type Wish = {
  merchantId: string
  environment: Environment
  currency: string
  today: string
  /** At least one, in their order. */
  days: readonly string[]
}

type Row = {
  day: string
  method: string
  network: string
  status: string
  failure_code: string
  many: number
  amount: string
  fees: string
}

/** What was counted, as charts show it. A merchant has a few rows for each day, however many payments it has. */
export async function readSummary(sql: Database, wish: Wish): Promise<Static<typeof MerchantSummary>> {
  const { currency, today, days } = wish
  const [rows, open] = await Promise.all([readRows(sql, wish), countOpen(sql, wish)])
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const within = days.flatMap((day) => byDay.get(day) ?? [])
  return {
    from: days[0] ?? today,
    to: days.at(-1) ?? today,
    currency,
    today: { ...figuresOf(today, byDay.get(today)), ...open },
    days: days.map((day) => figuresOf(day, byDay.get(day))),
    networks: kindsOf(within, ({ network }) => network).map(([network, some]) => ({
      network: (network === '' ? null : network) as Static<typeof NetworkFigures>['network'],
      ...sharesOf(some),
    })),
    methods: kindsOf(within, ({ method }) => method).map(([method, some]) => ({
      method: (method === '' ? null : method) as Static<typeof MethodFigures>['method'],
      ...sharesOf(some),
      paid_amount: amountOf(some.filter(isPaid)),
    })),
    failures: failuresOf(within),
  }
}

/** What is summed up and what is not yet, at one moment. */
function readRows(sql: Database, { merchantId, environment, currency, today, days }: Wish): Promise<Row[]> {
  const wanted = sql`merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency}
    and (day between ${days[0] ?? today}::date and ${days.at(-1) ?? today}::date or day = ${today}::date)`
  const columns = sql`day, method, network, status, failure_code, many, amount, fees`
  return sql<Row[]>`
    select day::text, method, network, status, failure_code, sum(many)::int as many, sum(amount)::text as amount,
      sum(fees)::text as fees
    from (select ${columns} from collection_days where ${wanted}
      union all select ${columns} from collection_day_changes where ${wanted}) counted
    group by 1, 2, 3, 4, 5 having sum(many) <> 0`.then((rows) => rows)
}

/** In any currency: what is open is counted by its state alone. */
async function countOpen(sql: Database, { merchantId, environment }: Wish) {
  const [counted] = await sql<{ waiting: number; held: number }[]>`
    select coalesce(sum(change) filter (where status = 'processing'), 0)::int as waiting,
      coalesce(sum(change) filter (where status = 'pending_clearance'), 0)::int as held
    from collection_counts where merchant_id = ${merchantId} and environment = ${environment}`
  return counted ?? { waiting: 0, held: 0 }
}

function figuresOf(day: string, rows: readonly Row[] = []): Static<typeof DayFigures> {
  const paid = rows.filter(isPaid)
  const reversed = rows.filter(({ status }) => status === 'reversed')
  return {
    day,
    paid_count: countOf(paid),
    paid_amount: amountOf(paid),
    fees: textFromMinor(paid.reduce((sum, { fees }) => sum + BigInt(fees), 0n)),
    failed_count: countOf(rows.filter(({ status }) => status === 'failed')),
    reversed_count: countOf(reversed),
    reversed_amount: amountOf(reversed),
  }
}

/** The most frequent first; those that are nothing in particular last. */
function kindsOf(rows: readonly Row[], kindOf: (row: Row) => string): [kind: string, rows: Row[]][] {
  return [...Map.groupBy(rows, kindOf)].toSorted(
    ([kind, some], [other, others]) =>
      Number(kind === '') - Number(other === '') || countOf(others) - countOf(some),
  )
}

function sharesOf(rows: readonly Row[]) {
  const [ended, successful] = [countOf(rows), countOf(rows.filter(isPaid))]
  return { ended, successful, share: Math.round((successful / ended) * 10_000) / 10_000 }
}

function failuresOf(rows: readonly Row[]): Static<typeof FailureFigures>[] {
  const failed = rows.filter(({ status, failure_code: code }) => status === 'failed' && code !== '')
  return kindsOf(failed, ({ failure_code: code }) => code).map(([code, some]) => ({
    failure_code: code as Static<typeof FailureFigures>['failure_code'],
    count: countOf(some),
  }))
}

function isPaid({ status }: Row): boolean {
  return status === 'successful'
}

function countOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { many }) => sum + many, 0)
}

function amountOf(rows: readonly Row[]): string {
  return textFromMinor(rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n))
}
