import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { repository, temporaryFolder } from '../run-service.ts'
import type { Service } from '../service.ts'
import { payerOf } from '../stories/checkout/payer.ts'
import { findProgram } from './find-programs.ts'
import { forgeEvent } from './forge-event.ts'
import { type Language, readGuideOf } from './read-guide.ts'
import { type Business, eventually, openBusiness, openStage, type Program, startProgram } from './stage.ts'

let service: Service
let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  ;[service, folder] = await Promise.all([openStage(), temporaryFolder()])
})
after(async () => {
  await service.stop()
  await folder.remove()
})

const shops: [string, Language, (port: number) => string[]][] = [
  ['shop', 'ts', () => ['shop.js']],
  ['php-shop', 'php', (port) => ['-S', `127.0.0.1:${port}`, 'shop.php']],
]

describe('a shop is paid by what is signed and successful, once', { concurrency: true }, () => {
  for (const [name, language, words] of shops) {
    test(name, async () => {
      const { command, missing } = await findProgram(language)
      assert.ok(command !== undefined, missing)
      const business = await openBusiness(service)
      const environment = { ...business.environment, ORDERS: join(folder.path, 'orders') }
      const place = { folder: join(repository, 'examples', name), environment }
      const shop = await startProgram(command, words, place)
      try {
        await business.asOwner('/v1/merchant/webhook-config', 'PATCH', {
          webhook_url: `${shop.url}/malipo-events`,
        })
        await isPaidOnce(shop)
        await isNotPaidByAForgery(shop, business)
        await isNotPaidByTestMoney(shop, business)
        await isNotPaidByAFailure(shop)
        await refusesNonsense(shop)
      } finally {
        await shop.stop()
      }
    })
  }
})

describe('a shop that was given no secret believes nobody', { concurrency: true }, () => {
  for (const [name, language, words] of shops) {
    test(name, async () => {
      const { command, missing } = await findProgram(language)
      assert.ok(command !== undefined, missing)
      const { environment } = await openBusiness(service)
      const place = {
        folder: join(repository, 'examples', name),
        environment: { ...environment, MALIPO_WEBHOOK_SECRET: '', ORDERS: join(folder.path, 'unguarded') },
      }
      const shop = await startProgram(command, words, place)
      try {
        const { id } = await order(shop)
        const { send, now } = forge(shop, id)
        assert.equal((await send('', now)).status, 401)
        assert.equal(await statusOf(shop, id), 'waiting')
      } finally {
        await shop.stop()
      }
    })
  }
})

/** What a browser does: take the form of the first product, and send it. */
async function order(shop: Program, times = 1) {
  const text = await (await fetch(shop.url)).text()
  const [, id = ''] = /name="order" value="([^"]+)"/.exec(text) ?? []
  const body = new URLSearchParams({ product: 'kanga', order: id }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      fetch(`${shop.url}/orders`, { method: 'POST', body, headers, redirect: 'manual' }),
    ),
  )
  const pages = new Set(answers.map((answer) => answer.headers.get('location') ?? String(answer.status)))
  return { id, pages: [...pages] }
}

const deliveries = (shop: Program, id: string) =>
  shop
    .printed()
    .split('\n')
    .filter((line) => line.includes(id))

async function statusOf(shop: Program, id: string): Promise<string> {
  const text = await (await fetch(`${shop.url}/orders/${id}`)).text()
  return /data-status="(\w+)"/.exec(text)?.[1] ?? text
}

async function pay(page: string, phone: string): Promise<void> {
  await payerOf(service).send(new URL(page).pathname, { method: 'USSD_PUSH', phone })
}

async function isPaidOnce(shop: Program): Promise<void> {
  const { id, pages } = await order(shop, 2)
  assert.equal(pages.length, 1, `a double tap made ${pages.join(' and ')}`)
  assert.equal(await statusOf(shop, id), 'waiting')
  await pay(String(pages[0]), '0700000001')
  // The event decides: nobody looks at the page of the order meanwhile.
  await eventually('the order is delivered', () => deliveries(shop, id).length > 0)
  assert.equal(await statusOf(shop, id), 'paid')
  assert.equal(deliveries(shop, id).length, 1)
}

const forge = (shop: Program, reference: string) =>
  forgeEvent(`${shop.url}/malipo-events`, { reference, amount: '15000.00', environment: 'live' })

async function isNotPaidByAForgery(shop: Program, { secret }: Business): Promise<void> {
  const { id } = await order(shop)
  const { body, send, now } = forge(shop, id)
  assert.equal((await send('whsec_c29tZWJvZHkgZWxzZQ==', now)).status, 401)
  assert.equal((await send(secret, now - 3600)).status, 401)
  assert.equal((await fetch(`${shop.url}/malipo-events`, { method: 'POST', body })).status, 401)
  assert.equal(await statusOf(shop, id), 'waiting')
  assert.equal(deliveries(shop, id).length, 0)
}

/** Test events go to the same address, with the same secret, unless the account says otherwise: whoever has a sandbox key makes them. */
async function isNotPaidByTestMoney(shop: Program, { environment }: Business): Promise<void> {
  const { id } = await order(shop)
  const { MALIPO_KEY: key, MALIPO_MERCHANT: merchant_id } = environment
  const body = { merchant_id, amount: 15_000, phone: '0700000001', reference: id }
  const headers = { 'idempotency-key': randomUUID() }
  const asked = await service.call('/v1/collections/wallet-push', { key, body, headers })
  assert.equal(asked.status, 202)
  await eventually('the shop was told of the test', async () => {
    const told = await service.call('/v1/merchant/webhook-deliveries?page_size=1', { key })
    const [latest] = told.body.data.items as { status: string }[]
    return latest?.status === 'delivered'
  })
  assert.equal(await statusOf(shop, id), 'waiting')
  assert.equal(deliveries(shop, id).length, 0)
}

async function isNotPaidByAFailure(shop: Program): Promise<void> {
  const { id, pages } = await order(shop)
  const path = new URL(String(pages[0])).pathname
  await pay(String(pages[0]), '0700000002')
  const payer = payerOf(service)
  await eventually('the payment is declined', async () => /Not paid/.test((await payer.load(path)).heading))
  await payer.post(`${path}/leave`, '')
  await eventually('the order has failed', async () => (await statusOf(shop, id)) === 'failed')
  assert.equal(deliveries(shop, id).length, 0)
}

async function refusesNonsense(shop: Program): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (body: string) =>
    fetch(`${shop.url}/orders`, { method: 'POST', body, headers, redirect: 'manual' })
  assert.equal((await send('product=kanga&order=../../etc')).status, 400)
  assert.equal((await send('product=gold&order=0198c0de-0000-7000-8000-000000000001')).status, 400)
  assert.equal((await fetch(`${shop.url}/orders/0198c0de-0000-7000-8000-000000000002`)).status, 404)
}

test('a till prints a receipt for what was paid, and nothing of the kind for what was not', async () => {
  const { command, missing } = await findProgram('python')
  assert.ok(command !== undefined, missing)
  const { environment } = await openBusiness(service)
  const till = (...words: string[]) => run(command, ['till.py', ...words], environment)
  const gateway = createServer((_, response) => response.writeHead(504).end('<html>Gateway timeout</html>'))
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const silent = { ...environment, MALIPO_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}` }
  const [paid, declined, unknown, unanswered] = await Promise.all([
    till('sell', '2500', '0700000001', 'Chai'),
    till('sell', '2500', '0700000002', 'Chai'),
    till('sell', '2500', '0700000005', 'Chai', '--seconds', '2'),
    run(command, ['till.py', 'sell', '2500', '0700000001', 'Chai'], silent),
  ])
  gateway.close()
  assert.match(paid.printed, /^RECEIPT\nChai +2500 TZS\n/)
  assert.match(declined.printed, /^NOT PAID: /)
  assert.match(unknown.printed, /^NOT KNOWN YET: processing/)
  assert.match(unanswered.printed, /^NOT KNOWN YET: the service did not answer.* look up till-/)
  assert.deepEqual([paid.code, declined.code, unknown.code, unanswered.code], [0, 1, 2, 2])
  const day = await till('day')
  const [head, ...rows] = day.printed.trim().split(/\r?\n/)
  assert.match(head ?? '', /^id,type,direction,amount/)
  assert.equal(rows.length, 1)
  assert.match(rows[0] ?? '', /,collection,credit,2500\.00,/)
})

function run(command: string, words: string[], environment: Record<string, string>) {
  const cwd = join(repository, 'examples', 'python-till')
  const env = { PATH: process.env.PATH, ...environment }
  return new Promise<{ code: number; printed: string }>((resolve) => {
    execFile(command, words, { cwd, env, timeout: 60_000 }, (error, printed) => {
      resolve({ code: error === null ? 0 : Number(error.code), printed })
    })
  })
}

test('the guide shows the examples as they are', async () => {
  const guide = await readGuideOf('docs/guides/examples.md')
  const shown = guide.samples.flatMap(({ fences }) => fences).filter(({ file }) => file !== undefined)
  assert.deepEqual(
    shown.map(({ file }) => file),
    ['examples/shop/shop.js', 'examples/php-shop/shop.php', 'examples/python-till/till.py'],
  )
  for (const { file = '', text } of shown)
    assert.equal(`${text}\n`, await readFile(join(repository, file), 'utf8'))
})
