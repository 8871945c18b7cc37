import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { readPage } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import { changeMetadata, joinMetadata, type Metadata, storedMetadata, withMetadata } from './metadata.ts'

let stage: Awaited<ReturnType<typeof openToldMerchants>>
before(async () => {
  stage = await openToldMerchants()
})
after(() => stage.database.drop())

async function save(
  metadata: Metadata,
  { merchantId = stage.merchantId, environment = 'live' as Environment } = {},
): Promise<string> {
  const { world } = stage
  const id = world.newId()
  await world.sql`
    insert into customers (id, merchant_id, environment, name, metadata, created_at)
    values (${id}, ${merchantId}, ${environment}, 'Asha', ${storedMetadata(metadata)}, ${world.clock.now()})`
  return id
}

async function find(
  metadata: Metadata,
  {
    merchantId = stage.merchantId,
    environment = 'live' as Environment,
    cursor,
  }: { merchantId?: string; environment?: Environment; cursor?: string } = {},
) {
  const { sql } = stage.world
  const { having } = await withMetadata(sql, 'customers', { merchantId, environment }, { metadata })
  const query = { page_size: 2, ...(cursor !== undefined && { cursor }) }
  const page = await readPage(sql, query, {
    rows: sql`select id, name from customers ${having}
      where merchant_id = ${merchantId} and environment = ${environment}`,
    show: ({ id }: { id: string }) => id,
  })
  return { ...page, items: page.items }
}

const change = (id: string, wish: Record<string, string | null>) =>
  stage.world.sql.begin((tx) => changeMetadata(tx, 'customers', id, wish))

async function read(id: string): Promise<unknown> {
  const [row] = await stage.world.sql<{ metadata: unknown }[]>`
    select metadata from customers where id = ${id}`
  return row?.metadata
}

test('a pair is found exactly, newest first, of one merchant and environment, and a cursor goes on in it', async () => {
  const ids: string[] = []
  for (let number = 0; number < 5; number += 1) {
    ids.unshift(await save({ order: 'A-17', n: String(number) }))
    await save({ order: 'A-170' })
    await save({ other: 'A-17' })
    await save({})
  }
  const foreign = await save({ order: 'A-17' }, { merchantId: stage.strangerId })
  const rehearsed = await save({ order: 'A-17' }, { environment: 'sandbox' })
  const first = await find({ order: 'A-17' })
  assert.deepEqual([first.items, first.total], [ids.slice(0, 2), 5])
  const second = await find({ order: 'A-17' }, { cursor: first.next_cursor ?? '' })
  const third = await find({ order: 'A-17' }, { cursor: second.next_cursor ?? '' })
  assert.deepEqual([second.items, third.items, third.next_cursor], [ids.slice(2, 4), ids.slice(4), null])
  assert.deepEqual((await find({ order: 'A-17' }, { merchantId: stage.strangerId })).items, [foreign])
  assert.deepEqual((await find({ order: 'A-17' }, { environment: 'sandbox' })).items, [rehearsed])
  assert.deepEqual((await find({ order: 'a-17' })).items, [])
})

test('of several pairs all must hold, whichever is rarer and wherever it is named', async () => {
  const [shop, rare] = ['Kariakoo', 'once']
  const both = await save({ shop, rare, third: 'x' })
  for (let number = 0; number < 4; number += 1) await save({ shop, third: 'x' })
  const lone = await save({ rare })
  assert.deepEqual((await find({ shop, rare })).items, [both])
  assert.deepEqual((await find({ rare, shop })).items, [both])
  assert.deepEqual((await find({ third: 'x', rare, shop })).items, [both])
  assert.deepEqual((await find({ third: 'y', rare, shop })).items, [])
  assert.deepEqual((await find({ rare })).items, [lone, both])
  const some = await find({ shop, third: 'x' })
  const more = await find({ shop, third: 'x' }, { cursor: some.next_cursor ?? '' })
  const last = await find({ shop, third: 'x' }, { cursor: more.next_cursor ?? '' })
  assert.deepEqual([...some.items, ...more.items, ...last.items].length, 5)
  assert.equal(last.items[0], both)
})

test('a change merges, null takes away, and what is looked for follows it', async () => {
  const id = await save({ order: 'B-1', table: '4' })
  await change(id, { table: null, waiter: 'Juma', missing: null })
  assert.deepEqual(await read(id), { order: 'B-1', waiter: 'Juma' })
  assert.deepEqual((await find({ table: '4' })).items, [])
  assert.deepEqual((await find({ waiter: 'Juma' })).items, [id])
  await change(id, { order: 'B-2' })
  assert.deepEqual((await find({ order: 'B-1' })).items, [])
  assert.deepEqual((await find({ order: 'B-2' })).items, [id])
  await change(id, { order: null, waiter: null })
  assert.equal(await read(id), null)
  await change(id, JSON.parse('{"__proto__":"odd"}'))
  assert.deepEqual((await find(JSON.parse('{"__proto__":"odd"}'))).items, [id])
  const { sql } = stage.world
  await sql`delete from customers where id = ${id}`
  assert.equal((await sql`select from metadata_words where id = ${id}`).length, 0)
})

test('two who change different keys at once both get their way', async () => {
  const id = await save({ first: '0' })
  const wishes = Array.from({ length: 12 }, (_, number) => ({ [`key${number}`]: String(number) }))
  await Promise.all(wishes.map((wish) => change(id, wish)))
  assert.deepEqual(await read(id), Object.assign({ first: '0' }, ...wishes))
  const words = await stage.world.sql`select from metadata_words where id = ${id}`
  assert.equal(words.length, 13)
})

test('what would become too much is refused, and changes nothing', async () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, number) => [`key${number}`, 'x']))
  const id = await save(many)
  await assert.rejects(change(id, { another: 'x' }), refused(/would have 21 keys; 20 are the most/))
  await change(id, { key0: null, another: 'x' })
  // Ten texts of five hundred letters of two bytes are more than 8 KiB, though each may be that long.
  const long = Object.fromEntries(
    Array.from({ length: 10 }, (_, number) => [`key${number + 1}`, 'é'.repeat(500)]),
  )
  await assert.rejects(change(id, long), refused(/would take \d+ bytes; 8192 are the most/))
  const { key0: _gone, ...kept } = many
  assert.deepEqual(await read(id), { ...kept, another: 'x' })
})

function refused(words: RegExp) {
  return (error: unknown) =>
    error instanceof Refusal && error.code === 'validation_error' && words.test(JSON.stringify(error.details))
}

test('joined, the keys of the first win, and what is too much is left out from the end', () => {
  assert.equal(joinMetadata(null, undefined, {}), null)
  assert.deepEqual(joinMetadata({ a: '1' }, null, { a: '2', b: '2' }, { b: '3', c: '3' }), {
    a: '1',
    b: '2',
    c: '3',
  })
  const twenty = (name: string) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, number) => [`${name}${number}`, 'x']))
  const full = joinMetadata({ own: 'x' }, twenty('link'), twenty('invoice')) ?? {}
  assert.deepEqual(Object.keys(full), ['own', ...Object.keys(twenty('link')).slice(0, 19)])
  const long = joinMetadata({ own: 'x'.repeat(500) }, { big: 'x'.repeat(7700), small: 'y' })
  assert.deepEqual(Object.keys(long ?? {}), ['own', 'small'])
  assert.deepEqual(Object.entries(joinMetadata(JSON.parse('{"__proto__":"1"}'), { a: '2' }) ?? {}), [
    ['__proto__', '1'],
    ['a', '2'],
  ])
})
