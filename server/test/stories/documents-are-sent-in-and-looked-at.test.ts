import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  newAdmin,
  newMember,
  newMerchant,
  type Reply,
  type Service,
  sessionOf,
  startService,
} from '../service.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let admin: string
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
  await newAdmin(service, 'super@documents.test')
  admin = await sessionOf(service, 'super@documents.test')
})
after(() => service.stop())

type Shop = { merchantId: string; cookie: string }
async function openShop(): Promise<Shop> {
  const { merchantId, ownerEmail } = await newMerchant(service)
  return { merchantId, cookie: await sessionOf(service, ownerEmail) }
}

const pdf = (text: string = randomUUID()) => Buffer.from(`%PDF-1.7\n${text}`)
type Wish = { kind?: string; file_name?: string; bytes?: Buffer; content?: string; key?: string }

function upload({ merchantId, cookie }: Shop, { key, bytes = pdf(), ...wish }: Wish = {}): Promise<Reply> {
  return service.call(`/v1/merchants/${merchantId}/documents`, {
    cookie,
    ...(key && { headers: { 'idempotency-key': key } }),
    body: { kind: 'other', file_name: 'paper.pdf', content: bytes.toString('base64'), ...wish },
  })
}

const statusOf = async ({ merchantId, cookie }: Shop) =>
  (await service.call(`/v1/merchants/${merchantId}`, { cookie })).body.data.verification_status
const countOf = async ({ merchantId }: Shop) =>
  (await service.world.sql`select from merchant_documents where merchant_id = ${merchantId}`).count
const decide = ({ merchantId }: Shop, body: object) =>
  service.call(`/v1/admin/merchants/${merchantId}`, { method: 'PATCH', cookie: admin, body })
const idOf = ({ body }: Reply) => String(body.data?.id ?? assert.fail(JSON.stringify(body)))

async function audited(id: string): Promise<string[]> {
  const rows = await service.world.sql<{ action: string }[]>`
    select action from audit_log where subject_id = ${id} order by seq`
  return rows.map(({ action }) => action)
}

test('an owner sends in a certificate; a Super Admin is told, saves it and verifies; the merchant is told', async () => {
  const shop = await openShop()
  const bytes = pdf('the TIN of a shop')
  const sent = await upload(shop, { kind: 'tin_certificate', file_name: 'Cheti "TIN"\r\n.html', bytes })
  assert.equal(inShort(sent), '201')
  const id = idOf(sent)
  const { file_name, content_type, size } = sent.body.data
  assert.deepEqual([file_name, content_type, size], ['Cheti _TIN_.pdf', 'application/pdf', bytes.length])
  assert.equal(await statusOf(shop), 'pending')
  const alerts = await service.world.sql<{ resolved_at: Date | null }[]>`
    select resolved_at from alerts where kind = 'documents_uploaded' and merchant_id = ${shop.merchantId}`
  assert.deepEqual([alerts.length, alerts[0]?.resolved_at], [1, null])

  const list = await service.call(`/v1/admin/merchants/${shop.merchantId}/documents`, { cookie: admin })
  assert.deepEqual(
    (list.body.data.items as { id: string }[]).map((one) => one.id),
    [id],
  )
  const saved = await fetch(`${service.url}/v1/admin/documents/${id}`, { headers: { cookie: admin } })
  assert.deepEqual(Buffer.from(await saved.arrayBuffer()), bytes)
  const told = ['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options']
  assert.deepEqual(
    told.map((name) => saved.headers.get(name)),
    [
      'application/octet-stream',
      'attachment; filename="Cheti _TIN_.pdf"',
      "sandbox; default-src 'none'",
      'nosniff',
    ],
  )
  assert.deepEqual(await audited(id), ['document.uploaded', 'document.read'])

  assert.equal(inShort(await decide(shop, { verification_status: 'verified' })), '200')
  const { body } = await service.call('/v1/merchant/notifications', shop)
  const [notice] = body.data.items as { kind: string }[]
  assert.equal(notice?.kind, 'merchant.verified')
  const [alert] = await service.world.sql<{ resolved_at: Date | null }[]>`
    select resolved_at from alerts where merchant_id = ${shop.merchantId}`
  assert.notEqual(alert?.resolved_at, null)
  const path = `/v1/merchants/${shop.merchantId}/documents/${id}`
  const taken = await service.call(path, { method: 'DELETE', cookie: shop.cookie })
  assert.equal(inShort(taken), '409 invalid_state', 'what a merchant was verified by stays')
})

test('a refusal is told with its reason, and what was sent in can be taken back', async () => {
  const shop = await openShop()
  const id = idOf(await upload(shop))
  assert.equal(inShort(await decide(shop, { note: 'The scan cannot be read.' })), '422 validation_error')
  const refused = await decide(shop, { verification_status: 'unverified', note: 'The scan cannot be read.' })
  assert.equal(inShort(refused), '200')
  const { body } = await service.call('/v1/merchant/notifications', shop)
  const [notice] = body.data.items as { kind: string; text: string }[]
  assert.equal(notice?.kind, 'merchant.not_verified')
  assert.match(notice?.text ?? '', /The scan cannot be read\./)

  const path = (shopId: string) => `/v1/merchants/${shopId}/documents/${id}`
  const stranger = await openShop()
  const theirs = await service.call(path(stranger.merchantId), { method: 'DELETE', cookie: stranger.cookie })
  assert.equal(inShort(theirs), '404 not_found')
  const taken = await service.call(path(shop.merchantId), { method: 'DELETE', cookie: shop.cookie })
  assert.equal(inShort(taken), '200')
  const left = await service.world.sql`select from merchant_document_bytes where document_id = ${id}`
  assert.equal(left.count, 0)
  assert.deepEqual(await audited(id), ['document.uploaded', 'document.removed'])
  const gone = await service.call(`/v1/admin/documents/${id}`, { cookie: admin })
  assert.equal(inShort(gone), '404 not_found')
})

test('with the last document that is taken back nobody is asked to look any more', async () => {
  const shop = await openShop()
  const take = (id: string) =>
    service.call(`/v1/merchants/${shop.merchantId}/documents/${id}`, {
      method: 'DELETE',
      cookie: shop.cookie,
    })
  const isTold = async () =>
    (
      await service.world.sql`
        select from alerts where kind = 'documents_uploaded' and merchant_id = ${shop.merchantId} and resolved_at is null`
    ).count === 1
  const [first, second] = [idOf(await upload(shop)), idOf(await upload(shop, { kind: 'tin_certificate' }))]
  assert.equal(inShort(await take(first)), '200')
  assert.deepEqual([await isTold(), await statusOf(shop)], [true, 'pending'], 'one is still there')
  assert.equal(inShort(await take(second)), '200')
  assert.deepEqual([await isTold(), await statusOf(shop)], [false, 'unverified'])
  await upload(shop)
  assert.deepEqual([await isTold(), await statusOf(shop)], [true, 'pending'], 'and the next is news again')
})

test('whatever is no PDF, PNG or JPEG of at most 5 MiB is refused, and nothing is kept', async () => {
  const shop = await openShop()
  const html = Buffer.from('<html><script>alert(1)</script>')
  const large = Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024)])
  const wishes: Wish[] = [
    { bytes: html, file_name: 'page.pdf' },
    { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { bytes: large },
    { content: 'not base64!' },
    { content: `${pdf().toString('base64')}\n` },
    { content: '' },
    { kind: 'passport' },
    { file_name: '' },
  ]
  for (const wish of wishes) assert.equal(inShort(await upload(shop, wish)), '422 validation_error')
  const huge = await upload(shop, { bytes: Buffer.concat([pdf(), Buffer.alloc(6 * 1024 * 1024)]) })
  assert.equal(inShort(huge), '413 body_too_large')
  assert.deepEqual([await countOf(shop), await statusOf(shop)], [0, 'unverified'])
  const full = Buffer.concat([pdf(), randomBytes(5 * 1024 * 1024)]).subarray(0, 5 * 1024 * 1024)
  assert.equal(inShort(await upload(shop, { bytes: full })), '201', 'exactly 5 MiB')
})

test('ten are kept and no more, however many come at once; the same file is one', async () => {
  const shop = await openShop()
  const same = pdf()
  const [first, again] = [await upload(shop, { bytes: same }), await upload(shop, { bytes: same })]
  assert.equal(idOf(first), idOf(again))
  const key = randomUUID()
  const [once, twice] = [
    await upload(shop, { bytes: same, kind: 'tin_certificate', key }),
    await upload(shop, { bytes: same, kind: 'tin_certificate', key }),
  ]
  assert.deepEqual([idOf(once), twice.headers.get('idempotent-replayed')], [idOf(twice), 'true'])
  // As many as one caller may have waiting for their turn, and one whose turn it is.
  const answers = await Promise.all(Array.from({ length: 11 }, () => upload(shop)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 8, answers.map(inShort).join())
  assert.ok(answers.every((one) => ['201', '409 invalid_state'].includes(inShort(one))))
  assert.equal(await countOf(shop), 10)
})

test('members see that documents are there and never the files; nobody but Super Admins reads those', async () => {
  const shop = await openShop()
  const id = idOf(await upload(shop))
  await newMember(service, { merchantId: shop.merchantId, email: 'viewer@documents.test', role: 'viewer' })
  const viewer = await sessionOf(service, 'viewer@documents.test')
  const list = await service.call(`/v1/merchants/${shop.merchantId}/documents`, { cookie: viewer })
  assert.deepEqual(
    (list.body.data.items as { id: string }[]).map((one) => one.id),
    [id],
  )
  for (const cookie of [viewer, shop.cookie])
    assert.equal(inShort(await service.call(`/v1/admin/documents/${id}`, { cookie })), '403 forbidden')
  assert.equal(inShort(await upload({ ...shop, cookie: viewer })), '403 forbidden')
})
