import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { choresOf } from '../../src/chores.ts'
import { collectionHistory, collectionTries, keptCollections } from '../../src/collections/collections.ts'
import type { Database } from '../../src/database/database.ts'
import { readPartitions } from '../../src/database/partitions/read-partitions.ts'
import { timeOf } from '../../src/database/partitions/timed-table.ts'
import { keptEvents } from '../../src/events/events.ts'
import { keptWithdrawals, withdrawalHistory } from '../../src/withdrawals/withdrawals.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import type { Plan } from './judge-statement.ts'
import { layInParts } from './lay-in-parts.ts'
import { type Overheard, overhearStatements } from './overhear-statements.ts'
import { type AtWork, twoShopsAtWork } from './two-shops-at-work.ts'

const histories = [collectionHistory, withdrawalHistory, collectionTries, keptEvents]
const payments = [keptCollections, keptWithdrawals]
const dayMs = 24 * 3_600_000
const often = 10_000

let work: AtWork
/** Where there are partitions of some years, and where each is one table, as it was before. */
let parted: TestDatabase
let flat: TestDatabase
let heard: Overheard[]
let heardOfPayments: Overheard[]
before(async () => {
  parted = await createTestDatabase()
  flat = await createTestDatabase()
  for (const { table } of [...histories, ...payments])
    await flat.sql.unsafe(`
      alter table ${table} detach partition ${table}_open;
      drop table ${table};
      alter table ${table}_open rename to ${table};
      grant insert on ${table} to current_user`)
  await layInParts(parted.sql)
  work = await twoShopsAtWork(parted)
  const ears = overhearStatements()
  const collections = await work.takeIn()
  const [payout] = await work.payOut()
  await work.lookAround(collections, [payout ?? ''])
  const [shop] = work.shops
  await shop?.dashboard(`/v1/merchants/${shop.merchantId}/collections/${collections[0]}`, 'live')
  await shop?.dashboard(`/v1/merchant/collections/${collections[0]}/timeline`, 'live')
  await work.desk.story(payout ?? '')
  // A slow machine comes by each of them while it waits for the others. Those that come seldom may go through what is old.
  for (const chore of choresOf(work.service.parts))
    if ('work' in chore && chore.everyMs <= often) await chore.work()
  ears.stop()
  heard = ears.heard().filter(({ text }) => whole(histories).test(text))
  heardOfPayments = ears.heard().filter(({ text }) => whole(payments).test(text))
})
after(async () => {
  await work.service.stop()
  await parted.drop()
  await flat.drop()
})

/** How the server goes about a statement with the values that were heard. */
async function planOf(sql: Database, { text, values }: Overheard, how = 'verbose'): Promise<Plan> {
  const client = await sql.pool.connect()
  try {
    // Young tables are small, and would be read whole.
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
    const { rows } = await client.query({ text: `explain (${how}, format json) ${text}`, values })
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
    client.release()
  }
}

type Kept = readonly { table: string }[]
const namesOf = (kept: Kept) => kept.map(({ table }) => table).join('|')
const whole = (kept: Kept) => new RegExp(`\\b(?:from|join|update|into)\\s+(?:${namesOf(kept)})\\b`)
const partition = new RegExp(`\\b(${namesOf([...histories, ...payments])})(?:_open|_to_\\d+)`, 'g')

/** Every place of a plan at which one of these is, as it would be called if it were one table. */
function* waysTo(plan: Plan, kept: Kept = histories): Iterable<string> {
  const { 'Node Type': node, 'Relation Name': relation = '', Operation: operation = '' } = plan
  const name = relation.replace(partition, '$1')
  if (kept.some(({ table }) => table === name))
    yield [node, operation, name, plan['Scan Direction'], plan['Index Cond'], plan.Filter]
      .map((part) =>
        String(part ?? '')
          .replaceAll(partition, '$1')
          .replaceAll(
            /\b(c|w|h|t|of|later|e|events|collections|withdrawals|\w+_history|\w+_tries)_\d+\./g,
            '$1.',
          ),
      )
      .join(' ')
  for (const inner of plan.Plans ?? []) yield* waysTo(inner, kept)
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('what is said of histories, tries and events all day was heard, and there are partitions', async () => {
  for (const part of [
    'insert into collection_history (merchant_id, collection_id, seq, to_status, source, at)',
    'insert into collection_history (merchant_id, collection_id, seq, from_status,',
    'insert into withdrawal_history (merchant_id, withdrawal_id, seq, to_status,',
    'insert into withdrawal_history (merchant_id, withdrawal_id, seq, from_status,',
    'from collection_history where collection_id =',
    'from withdrawal_history where withdrawal_id =',
    'from collection_history h join collections c',
    'from withdrawal_history h left join users u',
    'insert into collection_tries (id, merchant_id,',
    'left join collection_tries t on t.id =',
    'from collection_tries where collection_id = any(',
  ])
    assert.ok(
      heard.some(({ text }) => inOneLine(text).includes(part)),
      part,
    )
  for (const { table } of histories) assert.ok((await readPartitions(parted.sql, table)).length > 10)
  for (const { table } of payments) assert.ok((await readPartitions(parted.sql, table)).length > 3)
})

test('whoever knows a payment looks into one partition, in the same way as into one table', async () => {
  for (const one of heard) {
    const [before, after] = [await planOf(flat.sql, one), await planOf(parted.sql, one)]
    const [ways, now] = [[...waysTo(before)], [...waysTo(after)]]
    assert.ok(ways.length > 0, one.text)
    if (!isOfEachRow(one.text) && !isFoundAfter(one.text) && !isList(one.text) && !isOpen(one.text))
      assert.deepEqual(now, ways, inOneLine(one.text))
  }
})

/** Whether it looks a history up for each row that it finds elsewhere, and knows no payment beforehand. */
const isOfEachRow = (text: string) => /\b(?:withdrawal_id = w\.id|e\.id = \w+\.event_id)\b/.test(text)

/** A merchant's list goes on from one part to the next. */
const isList = (text: string) => /\bfrom events\s+where merchant_id\b/.test(text)

/** Later tries of a page and events have ids of their own, and are looked for by their payment. */
const isFoundAfter = (text: string) => /\bnumber > 1\b|\bresource_id = \$1\b/.test(text)

/** What is under way on pages has the ids of payments that may be older than it. */
const isOpen = (text: string) => /\bo\.state = 'open'/.test(text)

test('what may hang is looked for in each part among what is open there, in an index', async () => {
  const asked = heard.filter(({ text }) => isOpen(text))
  assert.ok(asked.length > 0)
  for (const one of asked)
    for (const way of waysTo(await planOf(parted.sql, one)))
      assert.match(way, /^Index Scan .*created_at >/, inOneLine(one.text))
})

test('later tries and events of a payment are found by it, in no part from before it', async () => {
  const later = heard.filter(({ text }) => isFoundAfter(text))
  assert.ok(later.length > 1)
  const { table } = collectionTries
  const parts = await readPartitions(parted.sql, table)
  const young = parts.filter(
    ({ to }) => to === null || timeOf(collectionTries, to) > work.clock.now().getTime() - dayMs,
  )
  assert.ok(young.length < parts.length / 2)
  for (const one of later) {
    const [before, now] = [await planOf(flat.sql, one), await planOf(parted.sql, one)].map((plan) => [
      ...waysTo(plan),
    ])
    assert.ok(now && before && now.length <= before.length * young.length, inOneLine(one.text))
    for (const way of now) assert.match(way, /^Index Scan/, inOneLine(one.text))
  }
})

test('what looks for the steps of many payments, or for the events of many deliveries, finds those of each by its key', async () => {
  const each = heard.filter(({ text }) => isOfEachRow(text))
  assert.ok(each.length > 0)
  for (const one of each)
    for (const way of waysTo(await planOf(parted.sql, one)))
      assert.match(
        way,
        /^Index (?:Only )?Scan .*\(?(?:h\.withdrawal_id = w\.id|e\.id = \w+\.event_id)/,
        inOneLine(one.text),
      )
})

/** A payment or payout is named that was known before, or several are. */
const knowsWhich = (text: string) =>
  /\b(?:from|update) (?:collections|withdrawals)(?: [cw])?\s[^(]*?\bwhere (?:[cw]\.)?id = (?:any\()?\$\d/.test(
    text,
  )

/** Whose ids are known once it runs: the parts of the others are in its plan, and are not read. */
const findsOnTheWay = (text: string) =>
  /\bupdate (?:collections|withdrawals) [cw]\b[\s\S]*\bwhere [cw]\.id = m\.id\b|\bwhere c\.id = coalesce\(/.test(
    text,
  )

/** What is due is looked for in each part, among what is due there. */
const isClaim = (text: string) => /\bdue_at <= [\s\S]*\bfor update skip locked/.test(text)

test('whoever knows a payment or a payout reads its part, in the same way as one table', async () => {
  const known = heardOfPayments.filter(({ text }) => knowsWhich(inOneLine(text)))
  assert.ok(known.length > 5, String(known.length))
  for (const one of known) {
    const [before, after] = [await planOf(flat.sql, one), await planOf(parted.sql, one)]
    const [ways, now] = [before, after].map((plan) => [...waysTo(plan, payments)].filter(isByKnownId))
    assert.ok(ways && ways.length > 0)
    assert.deepEqual(now, ways, inOneLine(one.text))
  }
})

/** What is looked up beside it, row by row, has other ids. */
const isByKnownId = (way: string) => /\bid = (?:ANY \()?'/.test(way)

test('of payments that are known only on the way those parts are read in which they are', async () => {
  const found = heardOfPayments.filter(({ text }) => findsOnTheWay(inOneLine(text)))
  assert.ok(found.length > 2, String(found.length))
  for (const one of found) {
    const looks = [...loopsOf(await planOf(parted.sql, asIfLater(one), 'analyze'))]
    assert.ok(looks.length > 3, inOneLine(one.text))
    assert.equal(looks.filter((loops) => loops > 0).length, 1, inOneLine(one.text))
  }
})

test('what is due is claimed in each part from an index that has nothing else', async () => {
  const claims = heardOfPayments.filter(({ text }) => isClaim(text))
  assert.ok(claims.length > 1)
  for (const one of claims)
    for (const way of waysTo(await planOf(parted.sql, one), payments))
      assert.match(
        way,
        /^(?:ModifyTable|Index Scan .*(?:\bdue_at <=|[cw]\.id = due\.id))/,
        inOneLine(one.text),
      )
})

/** How often each place was looked into at which payments or payouts are. */
function* loopsOf(plan: Plan): Iterable<number> {
  if (
    /^(?:collections|withdrawals)_/.test(plan['Relation Name'] ?? '') &&
    plan['Node Type'] !== 'ModifyTable'
  )
    yield Number(plan['Actual Loops'])
  for (const inner of plan.Plans ?? []) yield* loopsOf(inner)
}

/** A step that was written cannot be written again, and a later one can; its number is in the third column. */
const asIfLater = ({ text, values }: Overheard): Overheard => ({
  text,
  values: /\binsert into \w+_history\b/.test(text)
    ? values.map((value, place) =>
        place === 2 ? String(value).replaceAll(/\d+/g, (seq) => `${seq}00`) : value,
      )
    : values,
})
