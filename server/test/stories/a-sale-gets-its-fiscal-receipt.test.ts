import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Reply, type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { textOfPages } from './invoices/read-pdf.ts'
import { endStory } from './money/books.ts'
import { dataOf, type Fields, openShop, type Shop } from './money/shop.ts'

let service: Service
let shop: Shop
let quiet: Shop
before(async () => {
  service = await startService()
  shop = await openShop(service)
  quiet = await openShop(service)
})
after(() => endStory(service))

const settingsPath = '/v1/merchant/fiscal-settings'
const change = (at: Shop, body: Fields): Promise<Reply> =>
  at.dashboard(settingsPath, 'sandbox', { method: 'PATCH', body })
const settings = async (at: Shop) => dataOf(await at.call(settingsPath))

async function paid(at: Shop, amount = 1_500): Promise<string> {
  const { collection_id } = await at.collect('wallet-push', {
    ...{ amount, phone: '0712345678', simulate_status: 'successful' },
  })
  await at.settled(collection_id, 'successful')
  return String(collection_id)
}

async function inState(id: string, status: string): Promise<Fields> {
  await until(async () => (await shop.state(id)).fiscal_status === status)
  return await shop.state(id)
}

async function receiptOf(id: string): Promise<Fields> {
  const { items } = dataOf(await shop.call(`/v1/fiscal/receipts?collection_id=${id}`)) as { items: Fields[] }
  return items[0] ?? assert.fail(`${id} has no receipt`)
}

test('who has not switched it on owes nobody a receipt', async () => {
  const id = await paid(quiet)
  const { fiscal_status, verification_code, verification_url, fiscal_note } = await quiet.state(id)
  assert.deepEqual(
    [fiscal_status, verification_code, verification_url, fiscal_note],
    ['OFF', null, null, null],
  )
  assert.equal((await settings(quiet)).is_enabled, false)
})

test('what is missing or wrong is told by its field', async () => {
  const problems = async (body: Fields) => {
    const answer = await change(quiet, body)
    assert.equal(answer.status, 422, JSON.stringify(answer.body))
    return (answer.body.error.details as { field: string }[]).map(({ field }) => field)
  }
  assert.deepEqual(await problems({ is_enabled: true }), ['tin'])
  assert.deepEqual(await problems({ is_enabled: true, tin: '123456789' }), ['business_name'])
  assert.deepEqual(await problems({ tin: '12345678', business_name: 'Duka' }), ['tin'])
  assert.deepEqual(await problems({ tin: '123456789', business_name: 'Duka', vrn: '12' }), ['vrn'])
  assert.deepEqual(await problems({ tin: '123456789', business_name: 'Duka', tax_code: 'STANDARD' }), ['vrn'])
})

test('a payment after switching on gets a number, a code and an event, and is shown with them', async () => {
  const before = await paid(shop)
  const on = dataOf(
    await change(shop, {
      ...{ is_enabled: true, tin: '123-456-789', vrn: '40-012345-a', business_name: 'Duka la Asha' },
      tax_code: 'STANDARD',
    }),
  )
  assert.deepEqual([on.is_enabled, on.tin, on.vrn, on.last_number], [true, '123456789', '40012345A', 0])
  const id = await paid(shop, 1_180)
  const seen = await inState(id, 'ISSUED')
  const {
    id: receiptId,
    verification_code,
    verification_url,
    number,
    day_number,
    tax,
    amount,
  } = await receiptOf(id)
  assert.deepEqual([number, day_number, amount, tax], [1, 1, '1180.00', '180.00'])
  assert.deepEqual([seen.verification_code, seen.verification_url], [verification_code, verification_url])
  assert.equal((await shop.read(id)).fiscal_status, 'ISSUED')
  assert.deepEqual(await shop.events(receiptId), ['fiscal_receipt.issued'])
  const [event] = await service.world.sql<{ body: string }[]>`
    select body from events where resource_id = ${String(receiptId)}`
  assert.equal(JSON.parse(event?.body ?? '').data.verification_code, verification_code)
  assert.equal((await shop.state(before)).fiscal_status, 'OFF')
  const after = await settings(shop)
  assert.deepEqual([after.registration_status, after.last_number], ['REGISTERED', 1])
  for (const odd of ['%00', 'a%00b', 'F'.repeat(500), 'nobody'])
    assert.equal((await fetch(`${service.url}/sandbox/verify/${odd}`)).status, 404, odd)
  const checked = await fetch(service.url + new URL(String(verification_url)).pathname)
  assert.equal(checked.status, 200)
  assert.match(await checked.text(), new RegExp(String(verification_code)))
})

test('what the authority refuses is told, costs no number, and can be asked for again', async () => {
  const refused = await paid(shop, 9_101)
  await inState(refused, 'FAILED')
  const { id, number, failure_reason } = await receiptOf(refused)
  assert.equal(number, null)
  assert.match(String(failure_reason), /tax code/)
  assert.deepEqual(await shop.events(id), ['fiscal_receipt.failed'])
  const next = await paid(shop)
  await inState(next, 'ISSUED')
  assert.equal((await receiptOf(next)).number, 2)
  const again = await shop.dashboard(`/v1/fiscal/receipts/${id}/retry`, 'sandbox', { method: 'POST' })
  assert.equal(dataOf(again).status, 'QUEUED')
  await until(async () => (await shop.events(id)).length === 2)
  assert.deepEqual(await shop.events(id), ['fiscal_receipt.failed', 'fiscal_receipt.failed'])
  const issued = await receiptOf(next)
  const no = await shop.dashboard(`/v1/fiscal/receipts/${issued.id}/retry`, 'sandbox', { method: 'POST' })
  assert.deepEqual([no.status, no.body.error.code], [409, 'invalid_state'])
})

test('the payer sees code and QR on page and paper, in both languages, and is told while there are none', async () => {
  const [issued, refused] = [await paid(shop, 1_180), await paid(shop, 9_101)]
  const { verification_code: code, receipt_url: url } = await inState(issued, 'ISSUED')
  const { receipt_url: emptyUrl } = await inState(refused, 'FAILED')
  const load = async (address: unknown, rest: string) => {
    const answer = await fetch(service.url + new URL(String(address)).pathname + rest)
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  for (const [lang, words, sorry] of [
    ['en', ['Verification code', 'VRN of the seller', '40012345A', 'VAT in it'], /could not be issued/],
    ['sw', ['Namba ya uhakiki', 'VRN ya muuzaji', '123456789', 'VAT iliyomo'], /haikuweza kutolewa/],
  ] as const) {
    const page = String((await load(url, `?lang=${lang}`)).bytes)
    const paper = textOfPages((await load(url, `/receipt.pdf?lang=${lang}`)).bytes).join(' ')
    for (const word of [...words, String(code)]) {
      assert.ok(page.includes(word), `${word} on the page`)
      assert.ok(paper.replaceAll(/\s+/g, ' ').includes(word), `${word} on paper: ${paper}`)
    }
    assert.match(page, /\/verify\.svg"/)
    assert.doesNotMatch(page, /EFD/)
    const without = String((await load(emptyUrl, `?lang=${lang}`)).bytes)
    assert.match(without, sorry)
    assert.doesNotMatch(without, /verify\.svg/)
  }
  const code1 = await load(url, '/verify.svg')
  assert.equal(code1.status, 200)
  assert.match(String(code1.bytes), /^<svg/)
  assert.equal((await load(emptyUrl, '/verify.svg')).status, 404)
})

test('a TIN that is registered stays, one that was refused can be put right', async () => {
  const known = await openShop(service)
  await change(known, { is_enabled: true, tin: '123456788', business_name: 'Duka la Neema' })
  await until(async () => (await settings(known)).registration_status === 'REGISTERED')
  const no = await change(known, { tin: '987654321' })
  assert.deepEqual([no.status, no.body.error.code], [409, 'invalid_state'])
  await change(quiet, { is_enabled: true, tin: '999-999-101', business_name: 'Duka la Juma' })
  await until(async () => (await settings(quiet)).registration_status === 'REFUSED')
  const waiting = await paid(quiet)
  assert.equal((await quiet.state(waiting)).fiscal_status, 'QUEUED')
  assert.equal(dataOf(await change(quiet, { tin: '999999101' })).registration_status, 'PENDING')
  await until(async () => (await settings(quiet)).registration_status === 'REFUSED')
  await change(quiet, { tin: '123456780' })
  await until(async () => (await quiet.state(waiting)).fiscal_status === 'ISSUED')
})

test('what is owed when it is switched off is still issued, and nothing after', async () => {
  await change(quiet, { is_enabled: false })
  assert.equal((await quiet.state(await paid(quiet))).fiscal_status, 'OFF')
})

test('money that goes back leaves the receipt, and says whose turn it is', async () => {
  const { collection_id } = await shop.collect('wallet-push', {
    ...{ amount: 2_000, phone: '0712345678', simulate_status: 'reversed' },
  })
  await shop.settled(collection_id, 'reversed')
  const seen = await inState(String(collection_id), 'ISSUED')
  assert.match(String(seen.fiscal_note), /credit note/)
  const told = await service.world.sql<{ kind: string }[]>`
    select kind from notifications where merchant_id = ${shop.merchantId} and kind like 'fiscal.%'`
  assert.deepEqual(
    told.map(({ kind }) => kind),
    ['fiscal.credit_note_due'],
  )
})
