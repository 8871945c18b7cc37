import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { password, type Service, startService } from '../service.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { press } from '../stories/handsets/phones-in-browser.ts'
import { endStory } from '../stories/money/books.ts'
import { openShop, type Shop } from '../stories/money/shop.ts'
import { openListeningShop } from '../stories/webhooks/listening-shop.ts'
import { openEndpoint } from '../stories/webhooks/own-endpoint.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let shop: Shop
before(async () => {
  service = await startService()
  shop = await openShop(service)
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

const enter = (path: string, as = {}) =>
  enterDashboard(browser as Browser, service, {
    email: shop.ownerEmail,
    path: `/m/${shop.merchantId}/${path}`,
    as,
  })

test(
  'from an empty business to a timeline by the first steps, answered on the handset',
  options,
  async () => {
    const { page, complaints, open } = await enter('sandbox')
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('0 of 7 done').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await steps.getByRole('link', { name: /^Make a test payment/ }).click()
    await page.getByLabel('Amount').fill('25,000')
    await page.getByRole('textbox', { name: 'Phone' }).fill('0712 345 678')
    await page.getByLabel('Reference (optional)').fill('first-order')
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('button', { name: 'Send test request' }).dblclick()
    await page.getByText('A request is on 0712 345 678.').waitFor()
    assert.deepEqual(await violationsOn(page), [])

    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Answer it on the handset' }).click()
    const handset = await opened
    await press(handset, '1234')
    await handset.getByRole('button', { name: /^(Send|Tuma)$/ }).click()
    await page.getByText('It is paid. Nothing more is due.').waitFor()
    await page.getByText('+TSh 25,000 payment, available TSh').waitFor()
    assert.deepEqual(await violationsOn(page), [])

    await open(`/m/${shop.merchantId}/sandbox`)
    await steps.getByText('2 of 7 done').waitFor()
    await page.getByText('1 payment', { exact: true }).waitFor()
    const rows = await shop.dashboard(`/v1/merchants/${shop.merchantId}/collections`)
    assert.equal((rows.body.data.items as unknown[]).length, 1, 'pressed twice, asked once')
    assert.deepEqual(complaints, [])
  },
)

test('a key is made, used, and what it asked for is told', options, async () => {
  const { page, complaints, open } = await enter('sandbox/keys')
  await page.getByRole('link', { name: 'Create test key' }).click()
  await page.getByLabel('Name').fill('First')
  await page.getByRole('button', { name: 'Create test key' }).click()
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  const key = (await page.locator('pre').first().textContent()) ?? ''
  const body = { merchant_id: shop.merchantId, amount: 1000, phone: '0700000001', reference: 'by-curl' }
  const headers = { 'idempotency-key': randomUUID() }
  const asked = await service.call('/v1/collections/wallet-push', { key, body, headers })
  assert.equal(asked.status, 202)
  await shop.settled(asked.body.data.collection_id, 'successful')
  await open(`/m/${shop.merchantId}/sandbox/payments?reference=by-curl`)
  await page
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .click()
  await page.getByText('POST /v1/collections/wallet-push 202').waitFor()
  await page.getByText('Waiting → Paid, by the callback').waitFor()
  await page.getByText('collection.success announced').waitFor()
  assert.deepEqual(complaints, [])
})

test('tabs of both environments keep their strip and their payments over a reload', options, async () => {
  const { page, complaints } = await enter('sandbox/payments')
  const opened = page.waitForEvent('popup')
  await page.evaluate(`void open('/m/${shop.merchantId}/live/payments')`)
  const live = await opened
  const looksRight = async () => {
    await page.getByText('first-order').waitFor()
    await page.getByText('Sandbox: no real money moves here.').waitFor()
    assert.match(await page.title(), /^\[Sandbox\]/)
    await live.getByText('Test payments are in the sandbox.').waitFor()
    assert.equal(await live.getByText('Sandbox: no real money moves here.').count(), 0)
    assert.doesNotMatch(await live.title(), /Sandbox/)
  }
  await looksRight()
  await Promise.all([page.reload(), live.reload()])
  await looksRight()
  assert.deepEqual(complaints, [])
})

test(
  'with the keyboard alone: signed in, a payment found, its webhook sent again, a code asked for',
  options,
  async () => {
    const endpoint = await openEndpoint()
    const listening = await openListeningShop(service, endpoint.url)
    const eventId = await listening.sell()
    await listening.delivery(eventId, ({ status }) => status === 'delivered')
    const page = await (browser as Browser).newPage({ locale: 'en', viewport: { width: 1280, height: 860 } })
    await page.goto(`${service.url}/m/${listening.merchantId}/sandbox/payments`)
    const { keyboard } = page
    const tabTo = async (name: RegExp) => {
      for (let times = 0; times < 60; times++) {
        const focused = await page.evaluate(
          `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '') + (document.activeElement?.name ?? '')`,
        )
        if (name.test(String(focused))) return
        await keyboard.press('Tab')
      }
      assert.fail(`no way to ${name} with Tab`)
    }
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await tabTo(/^email$/)
    await keyboard.type(listening.ownerEmail)
    await tabTo(/^password$/)
    await keyboard.type(password)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
    await keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
    await keyboard.press('/')
    await keyboard.type('0712345678')
    await page.getByRole('option').first().waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await page.getByText('It is paid.').waitFor()
    await tabTo(/^Send again: collection\.success$/)
    await keyboard.press('Enter')
    await page.getByText('Asked for. What becomes of it shows here.').waitFor()
    await listening.delivery(eventId, ({ attempts, status }) => attempts > 1 && status === 'delivered')
    await keyboard.press('n')
    await page.getByRole('heading', { name: 'New test payment' }).waitFor()
  },
)

test(
  'on a phone a code is shown to be scanned, and a saved customer is asked with what is known',
  options,
  async () => {
    const { page, complaints, open } = await enter('sandbox/payments/new?how=qr', onPhone)
    await page.getByLabel('Amount').fill('1500')
    await page.getByRole('button', { name: 'Show test code' }).click()
    await page.getByRole('img', { name: 'Scan to pay' }).waitFor()
    await page.getByText(/^Valid for \d+/).waitFor()
    assert.deepEqual(await violationsOn(page), [])

    await open(`/m/${shop.merchantId}/sandbox/customers/new`)
    await page.getByLabel('Name').fill('Asha <b>Juma</b>')
    await page.getByLabel('Phone (optional)').fill('0700 000 002')
    await page.getByRole('button', { name: 'Save test customer' }).click()
    await page.getByRole('heading', { name: 'Asha <b>Juma</b>' }).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('link', { name: 'Request test payment' }).click()
    await page.getByLabel('Amount').fill('1,000.50')
    await page.getByRole('button', { name: 'Send test request' }).click()
    await page.getByText('It was not paid. Nothing more is due.').waitFor()
    await page.getByText('Declined on the phone').first().waitFor()
    await page.getByRole('link', { name: 'Ask again' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    assert.deepEqual(complaints, [])
  },
)
