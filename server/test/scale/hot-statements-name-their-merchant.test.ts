import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { byIndex, type Database, prepareSpread } from '../../src/database/database.ts'
import { readTables } from '../../src/database/spread/read-tables.ts'
import { assertBooksHold } from '../stories/money/books.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { offencesIn, type Plan } from './judge-statement.ts'
import { type Overheard, overhearStatements } from './overhear-statements.ts'
import { statementsOfAllMerchants } from './statements-of-all-merchants.ts'
import { type AtWork, twoShopsAtWork } from './two-shops-at-work.ts'

let work: AtWork
/** One whose tables were made fit, on which the shops work, and one as it is everywhere else. */
let fit: TestDatabase
let usual: TestDatabase
let sql: Database
let heard: Overheard[]
let columns: Map<string, string[]>
before(async () => {
  fit = await createTestDatabase()
  usual = await createTestDatabase()
  sql = fit.sql
  await prepareSpread(sql)
  work = await twoShopsAtWork(fit)
  const ears = overhearStatements()
  const collections = await work.takeIn()
  await work.lookAround(collections, await work.payOut())
  ears.stop()
  heard = ears.heard().filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text))
  const tables = await readTables(sql)
  columns = new Map(tables.map((table) => [table.name, table.columns.map(({ name }) => name)]))
})
after(async () => {
  await work.service.stop()
  await fit.drop()
  await usual.drop()
})

/** How the server would go about a statement whatever its values are. */
async function planOf(text: string): Promise<Plan> {
  const [row] = await sql.unsafe(`explain (generic_plan, verbose, format json) ${text}`)
  return (row?.['QUERY PLAN'] as [{ Plan: Plan }])[0].Plan
}

const judge = async (text: string) =>
  offencesIn(text, await planOf(text), (table) => columns.get(table) ?? [])
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const pieces = Object.values(statementsOfAllMerchants).flat()

test('the statements of a day were heard', () => {
  for (const part of [
    'insert into collections (',
    'insert into idempotency_keys (',
    'for update of c skip locked',
    'update collections c',
    'insert into ledger_entries (',
    'from ledger_accounts',
    'insert into events (',
    'insert into webhook_attempts',
    'insert into withdrawals (',
    'update withdrawals w',
    'from webhook_deliveries d join events e',
  ])
    assert.ok(
      heard.some(({ text }) => text.includes(part)),
      part,
    )
  assert.ok(heard.length > 80, String(heard.length))
})

test('every statement says of which merchants it is, or stands among those of all merchants', async () => {
  const offences: string[] = []
  for (const { text } of heard) {
    const line = inOneLine(text)
    if (pieces.some((piece) => line.includes(piece))) continue
    for (const offence of await judge(text)) offences.push(`${offence}: ${line.slice(0, 300)}`)
  }
  assert.deepEqual(
    offences,
    [],
    'bind it by merchant_id, or give it a place in statements-of-all-merchants.ts and docs/scale.md',
  )
})

test('each kind of statement of all merchants has its plan on the page', async () => {
  const page = await readFile(new URL('../../../docs/scale.md', import.meta.url), 'utf8')
  const [, part = ''] = page.split('## Statements of all merchants\n')
  for (const kind of Object.keys(statementsOfAllMerchants)) assert.ok(part.includes(`| ${kind} |`), kind)
})

test('rows that are named by id and merchant are found by their id, on young tables too', async () => {
  for (const [part, table] of [
    ['for update of c skip locked', 'collections'],
    ['returning c.id, c.merchant_id', 'collections'],
    ['insert into webhook_attempts', 'webhook_deliveries'],
    ['awaits_batch = m.awaits_batch', 'withdrawals'],
  ] as const) {
    const { text } = heard.find((one) => one.text.includes(part)) ?? assert.fail(part)
    const ways = await usual.sql.begin(byIndex, async (tx) => {
      const [row] = await tx.unsafe(`explain (generic_plan, verbose, format json) ${text}`)
      return waysTo(table, (row?.['QUERY PLAN'] as [{ Plan: Plan }])[0].Plan)
    })
    assert.ok(ways.length > 0, part)
    for (const way of ways) assert.match(way, /_pkey\d*$/, `${part} goes by ${way}`)
  }
})

test('what says of which merchants it is costs nothing where tables are not spread', async () => {
  const { text } = heard.find((one) => one.text.includes('of_merchants(c.')) ?? assert.fail()
  const plan = JSON.stringify(await usual.sql.unsafe(`explain (generic_plan, verbose) ${text}`))
  assert.doesNotMatch(plan, /of_merchants|merchant_id = ANY/)
})

function waysTo(table: string, plan: Plan): string[] {
  const inner = (plan.Plans ?? []).flatMap((one) => waysTo(table, one))
  const name = plan['Index Name']
  return typeof name === 'string' && name.startsWith(table) ? [name, ...inner] : inner
}

test('a statement that forgets the merchant is found, whatever it does', async () => {
  const some = `array['${work.shops[0]?.merchantId}']::uuid[]`
  const forgetful: [offence: RegExp, text: string][] = [
    [/looks at collections/, 'select * from collections where id = $1::uuid'],
    [
      /looks at events/,
      `select 1 from webhook_deliveries d join events e on e.id = d.event_id where d.merchant_id = any(${some})`,
    ],
    [
      /writes collection_history/,
      "insert into collection_history (collection_id, seq, to_status, source, at) select $1::uuid, 1, 'created', 'caller', $2::timestamptz",
    ],
    [
      /locks beside withdrawals/,
      'select w.id from unnest($1::uuid[], $2::uuid[]) as asked (id, merchant_id) join withdrawals w on w.id = asked.id and w.merchant_id = asked.merchant_id for update of w',
    ],
    [
      /gives back/,
      `update collections set moves = 1 where merchant_id = any(${some}) returning id, (select count(*) from pricing_rules)`,
    ],
    [/looks at collections/, `update collections set moves = 1 where id = $1::uuid`],
  ]
  for (const [offence, text] of forgetful) assert.match((await judge(text)).join('; '), offence, text)
  const mindful = `select c.id from collections c join events e on e.resource_id = c.id and e.merchant_id = c.merchant_id where c.merchant_id = $1::uuid`
  assert.deepEqual(await judge(mindful), [])
})

test('what the shops did adds up', async () => {
  await assertBooksHold(work.service.world)
})
