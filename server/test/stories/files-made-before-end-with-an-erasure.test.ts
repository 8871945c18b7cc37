import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { carryOutRequests, prepareExports } from '../../src/privacy/privacy.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { dataOf, type Fields, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { zuhura } from './privacy/canaries.ts'
import { saveFile } from './privacy/files.ts'

let service: Service
let shop: Shop
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
  shop = await openShop(service)
})
after(() => endStory(service))

const asked = '/v1/merchant/privacy-requests'
const whole = '/v1/merchant/exports'
const post = async (path: string, body?: Fields) =>
  dataOf(await shop.dashboard(path, 'sandbox', { method: 'POST', ...(body && { body }) }))
const standing = async (path: string) => inShort(await shop.dashboard(path, 'sandbox'))
const write = () => prepareExports(service.world, { onError: assert.fail })

test('a file in which somebody still stands ends when they are erased, and that of somebody else stays', async () => {
  const { name, dialled } = zuhura
  await post('/v1/customers', { name, phone: dialled })
  await post('/v1/customers', { name: 'Baraka', phone: '0755000111' })
  const theirs = await post(asked, { kind: 'export', phone: dialled })
  const others = await post(asked, { kind: 'export', phone: '0755000111' })
  await carryOutRequests(service.world)
  const all = await post(whole)
  await write()
  const before = [`${asked}/${theirs.id}/file`, `${asked}/${others.id}/file`, `${whole}/${all.id}/file`]
  for (const file of before) assert.equal(await standing(file), '200', file)

  const underWay = await post(whole)
  const { id } = await post(asked, { kind: 'erase', phone: dialled })
  await carryOutRequests(service.world)
  assert.equal(dataOf(await shop.dashboard(`${asked}/${id}`, 'sandbox')).status, 'DONE')
  const [theirFile = '', otherFile = '', wholeFile = ''] = before
  for (const file of [theirFile, wholeFile]) assert.match(await standing(file), /^4/, file)
  assert.equal(await standing(otherFile), '200')

  await write()
  const text = await saveFile(shop, `${whole}/${underWay.id}/file`, 'sandbox')
  assert.ok(text.includes('Baraka') && !text.includes(name))
})

test('a file that is being written when somebody is erased begins anew', async () => {
  const { sql } = service.world
  const { id } = await post(whole)
  const [before] = await sql<{ lease: number }[]>`
    update data_exports set lease = lease + 1, due_at = ${new Date(Date.now() + 600_000)} where id = ${String(id)} returning lease`
  await sql`insert into data_export_parts (merchant_id, export_id, number, bytes) values (${shop.merchantId}, ${String(id)}, 1, 'old')`
  await post('/v1/customers', { name: 'Neema', phone: '0755000222' })
  await post(asked, { kind: 'erase', phone: '0755000222' })
  await carryOutRequests(service.world)
  const [now] = await sql<{ lease: number; parts: number }[]>`
    select lease, (select count(*)::int from data_export_parts where export_id = x.id) as parts
    from data_exports x where id = ${String(id)}`
  assert.deepEqual(now && { ...now }, { lease: (before?.lease ?? 0) + 1, parts: 0 })
  await write()
  assert.equal(await standing(`${whole}/${id}/file`), '200')
})
