import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser, watchComplaints } from '../open-browser.ts'
import { type Counter, openCounter } from './checkout/counter.ts'
import { hostedPage } from './checkout/payer.ts'
import { watchTransfers } from './checkout/watch-transfers.ts'
import { endStory } from './money/books.ts'
import { succeeded } from './money/own-provider.ts'
import { type Fields, referenceOf } from './money/shop.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let counter: Counter
/** The shop's own site, where its customers come back to. */
const site = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>Shop</title><h1>Thank you</h1><p>${request.url?.slice(0, 6)}</p>`)
})
let siteUrl: string
before(async () => {
  counter = await openCounter()
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
after(async () => {
  await browser?.close()
  site.close()
  await endStory(counter.service)
})

type Wish = { path: string; scripts?: boolean; language?: string }

async function open({ path, scripts = true, language = 'en' }: Wish) {
  const page = await (browser as Browser).newPage({ javaScriptEnabled: scripts, locale: language })
  const complaints = watchComplaints(page, counter.service.url)
  const transfers = await watchTransfers(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`${counter.service.url}${path}`)
  return { page, complaints, transfers }
}

const hosted = (body: Fields = {}) => hostedPage(counter.shop, body)
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const approve = (id: string) => counter.provider.tell(counter.service, referenceOf(id), succeeded())

async function pay(page: Page, phone = '0712 345 678'): Promise<void> {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: /^Pay TSh/ }).click()
  await heading(page, 'Check your phone')
}

test('without scripts: from the choice to the receipt, one charge, under 20 KB', options, async () => {
  const { id, path } = await hosted()
  const { page, complaints, transfers } = await open({ path, scripts: false })
  await pay(page)
  await approve(id)
  await page.getByRole('button', { name: 'Check now' }).click()
  await heading(page, 'Paid')
  assert.ok(transfers.bytes() > 2_000 && transfers.bytes() <= 20_000, `${transfers.bytes()} bytes`)
  assert.deepEqual(complaints, [])
  assert.deepEqual(await counter.shop.events(id), ['collection.successful'])
})

test('with scripts: the page shows the payment by itself, for at most 12 KB', options, async () => {
  const { id, path } = await hosted()
  const { page, complaints, transfers } = await open({ path })
  await page.getByLabel('Phone number').fill('0700')
  await page.getByText('Looks like Mixx by Yas. A ported number works too.').waitFor()
  await pay(page)
  assert.ok(transfers.bytes() <= 20_000, `${transfers.bytes()} bytes before`)
  transfers.reset()
  await approve(id)
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: 15_000 })
  assert.ok(transfers.bytes() > 0 && transfers.bytes() <= 12_000, `${transfers.bytes()} bytes`)
  assert.deepEqual(complaints, [])
})

test('a double tap and two tabs begin one payment', options, async () => {
  const { path } = await hosted()
  const before = counter.provider.orders.length
  const [one, other] = await Promise.all([open({ path }), open({ path, scripts: false })])
  for (const { page } of [one, other]) await page.getByLabel('Phone number').fill('0712345678')
  await one.page.getByRole('button', { name: /^Pay TSh/ }).dblclick()
  await heading(one.page, 'Check your phone')
  await other.page.getByRole('button', { name: /^Pay TSh/ }).click()
  await heading(other.page, 'Check your phone')
  await one.page.waitForTimeout(400)
  assert.equal(counter.provider.orders.length, before + 1)
})

test(
  'the way back to the shop works under our policy, and whoever comes back sees that it is paid',
  options,
  async () => {
    const { id, path } = await hosted({ redirect_url: `${siteUrl}/paid?a=1`, cancel_url: `${siteUrl}/left` })
    const { page } = await open({ path })
    await pay(page)
    await approve(id)
    await heading(page, 'Paid')
    await page.getByText(/in \d s/).waitFor()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.getByText(/in \d s/).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: /^Return to Shop/ }).click()
    await heading(page, 'Thank you')
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {
      ...{ a: '1', collection_id: id, reference: 'Order 1042', status: 'successful' },
    })
    // A page that was kept as it was is not loaded again.
    await page.goBack({ waitUntil: 'commit' })
    await heading(page, 'Paid')
  },
)

test(
  'a number that never answers: help, then that nobody knows, no other way to pay; late money is seen',
  options,
  async () => {
    const { id, path } = await hosted()
    const { page, complaints } = await open({ path })
    await pay(page)
    counter.pass(15_000)
    await page.getByText('No request?').waitFor()
    counter.pass(105_000)
    await heading(page, 'No answer yet. Do not pay again.')
    assert.equal(await page.getByRole('radio').count(), 0)
    await approve(id)
    await heading(page, 'Paid')
    assert.deepEqual(complaints, [])
  },
)

test('a cut line is told, and the page recovers by itself', options, async () => {
  const { id, path } = await hosted()
  const { page } = await open({ path })
  await pay(page)
  await page.context().setOffline(true)
  await page.getByText('No connection. Nothing is lost.').waitFor()
  await approve(id)
  await page.context().setOffline(false)
  await heading(page, 'Paid')
})

test('a code is shown, saved and paid by scan', options, async () => {
  const { id, path } = await hosted()
  const { page, complaints } = await open({ path })
  await page.getByLabel('QR, scanned with another phone').check()
  await page.getByRole('button', { name: /^Pay TSh/ }).click()
  await heading(page, 'Scan to pay')
  const width = 'document.querySelector("img.code").naturalWidth'
  await page.waitForFunction(`${width} > 0`)
  assert.match(
    String(await page.getByRole('link', { name: 'Save picture' }).getAttribute('href')),
    /code\.png$/,
  )
  await approve(id)
  await heading(page, 'Paid')
  assert.deepEqual(complaints, [])
})

test('what is wrong is told beside the field, first of all, and nothing is begun', options, async () => {
  const { id, path } = await hosted()
  const { page } = await open({ path, scripts: false })
  await page.getByLabel('Phone number').fill('12')
  await page.getByRole('button', { name: /^Pay TSh/ }).click()
  await heading(page, 'There is a problem')
  assert.match(await page.title(), /^Error: Pay Shop/)
  await page.getByRole('link', { name: 'Enter a Tanzanian mobile number, like 0712 345 678' }).click()
  assert.equal(await page.getByLabel('Phone number').inputValue(), '12')
  assert.equal((await counter.shop.state(id, counter.shop.liveKey)).status, 'created')
})

test(
  'a phone of the simulated network rings in a browser, and pays when its PIN is typed',
  options,
  async () => {
    const { page, complaints } = await open({ path: '/simulator?phones=255754444000' })
    await page.locator('.money').waitFor()
    const { id } = await counter.shop.push({ customer_phone: '255754444000' })
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('1234')
    await page.keyboard.press('Enter')
    await counter.shop.settled(id, 'successful')
    await page.getByText(/Umelipa TSh\s1,500 kwa Shop/).waitFor()
    assert.deepEqual(complaints, [])
  },
)
