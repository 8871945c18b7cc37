import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { hearEveryStatement } from './hear-every-statement.ts'
import { type Plan, tableOf } from './judge-statement.ts'
import { layInParts } from './lay-in-parts.ts'
import { overhearStatements } from './overhear-statements.ts'
import { pretendToBeFull } from './pretend-to-be-full.ts'
import { readWhole, staySmall } from './read-whole.ts'
import { type AtWork, twoShopsAtWork } from './two-shops-at-work.ts'

let work: AtWork
let sql: Database
let texts: string[]
let taken: string[]
let partial: Set<string>
before(async () => {
  work = await twoShopsAtWork()
  sql = work.service.world.sql
  const ears = overhearStatements()
  await work.lookAround(await work.takeIn(), await work.payOut())
  ears.stop()
  const heard = await hearEveryStatement(work.service)
  taken = heard.taken
  const all = new Set([...ears.heard().map(({ text }) => text), ...heard.texts])
  texts = [...all].filter((text) => /^\s*(select|with|insert|update|delete)\b/i.test(text))
  await layInParts(sql)
  await pretendToBeFull(sql)
  const indexes = await sql<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index where indpred is not null`
  partial = new Set(indexes.map(({ name }) => name))
})
after(() => work.service.stop())

/** What the planner reckons for reading a million rows; a shop has ten thousand of a full table. What costs more reads what is not its own. */
const most = 10_000

/** What of a statement reads so many rows of a table that grows, whatever its values are. */
async function wholesOf(text: string): Promise<string[]> {
  const [row] = await sql.unsafe(`explain (generic_plan, verbose, format json) ${text}`)
  const plan = (row?.['QUERY PLAN'] as [{ Plan: Plan }])[0].Plan
  return [...readsIn(plan)].filter((table) => !(table in staySmall))
}

/** An index of some rows is there to be read whole: it holds what has yet to be done. And who stops after so many rows has not read the others. */
function* readsIn(plan: Plan, isLimited = false): Iterable<string> {
  const { 'Node Type': type, 'Total Cost': cost, 'Index Name': index, 'Relation Name': relation } = plan
  const isMuch = /Scan$/.test(type) && Number(cost) > most && !partial.has(String(index))
  if (isMuch && !isLimited && relation !== undefined) yield tableOf(relation)
  for (const inner of plan.Plans ?? []) yield* readsIn(inner, isLimited || type === 'Limit')
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('nearly everything that can be asked for was asked for, and answered', () => {
  assert.ok(texts.length > 600, String(texts.length))
  assert.ok(new Set(taken).size > 250, String(new Set(taken).size))
})

test('no statement reads the whole of a table that grows', async () => {
  const wholes: string[] = []
  for (const text of texts) {
    const line = inOneLine(text)
    if (Object.keys(readWhole).some((piece) => line.includes(piece))) continue
    for (const table of await wholesOf(text)) wholes.push(`${table}: ${line.slice(0, 300)}`)
  }
  assert.deepEqual(wholes, [], 'lead it to an index, or say in read-whole.ts why it may')
})

test('one that does is seen', async () => {
  const joined = `select c.id from collections c left join collection_tries t on t.id = $1
    where c.id = coalesce(t.collection_id, $1)`
  assert.deepEqual(await wholesOf(joined), ['collections'])
  assert.deepEqual(await wholesOf('select amount from collections where provider_reference like $1'), [
    'collections',
  ])
  assert.deepEqual(await wholesOf('select id from collection_tries where collection_id = $1'), [
    'collection_tries',
  ])
  assert.deepEqual(await wholesOf('select id from collections where id = $1'), [])
})
