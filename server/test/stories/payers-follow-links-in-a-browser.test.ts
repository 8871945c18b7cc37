import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Outcome } from '../../src/providers/providers.ts'
import { type Browser, openBrowser } from '../open-browser.ts'
import { until } from '../test-clusters.ts'
import { type Counter, openCounter } from './checkout/counter.ts'
import { failedFor } from './checkout/every-state.ts'
import { hostedPage } from './checkout/payer.ts'
import { invoicePage, linkPage } from './checkout/sheets.ts'
import { askOnPhone, heading, openOnPhone, type Wish } from './checkout/small-phone.ts'
import { textOfPages } from './invoices/read-pdf.ts'
import { countRows, endStory } from './money/books.ts'
import { succeeded } from './money/own-provider.ts'
import { referenceOf } from './money/shop.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let counter: Counter
before(async () => {
  counter = await openCounter()
})
after(async () => {
  await browser?.close()
  await endStory(counter.service)
})

const open = (wish: Wish) => openOnPhone(browser as Browser, counter.service.url, wish)
const payments = () => countRows(counter.service.world, 'collections')

/** The provider's word about the payment whose page this is. */
async function tell(page: Page, outcome: Outcome = succeeded()): Promise<void> {
  const token = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const [row] = await counter.service.world.sql<{ id: string }[]>`
    select id from collections where public_token = ${token} or page_token = ${token}`
  await counter.provider.tell(counter.service, referenceOf(row?.id), outcome)
}

test('without scripts: from the link to the receipt, one charge, under 20 KB', options, async () => {
  const { path } = await linkPage(counter.shop)
  const before = await payments()
  const { page, complaints, transfers } = await open({ path, scripts: false })
  assert.ok(transfers.bytes() <= 7_000, `${transfers.bytes()} bytes for the first page`)
  await askOnPhone(page)
  await tell(page)
  await page.getByRole('button', { name: 'Check now' }).click()
  await heading(page, 'Paid')
  await page.getByRole('link', { name: /^Print/ }).click()
  await page.waitForURL(/\/r\//)
  await heading(page, 'Paid')
  assert.ok(transfers.bytes() > 2_000 && transfers.bytes() <= 20_000, `${transfers.bytes()} bytes`)
  assert.deepEqual(complaints, [])
  assert.equal(await payments(), before + 1)
})

test(
  'with scripts: the payment is seen by itself, for at most 12 KB; going back shows it still',
  options,
  async () => {
    const { path } = await linkPage(counter.shop)
    const { page, complaints, transfers } = await open({ path })
    await askOnPhone(page)
    assert.ok(transfers.bytes() <= 20_000, `${transfers.bytes()} bytes before`)
    transfers.reset()
    await tell(page)
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: 15_000 })
    assert.ok(transfers.bytes() > 0 && transfers.bytes() <= 12_000, `${transfers.bytes()} bytes`)
    assert.deepEqual(complaints, [])
    await page.goto('about:blank')
    await page.goBack({ waitUntil: 'commit' })
    await heading(page, 'Paid')
  },
)

test('a double tap, another tab and the same number again are one payment', options, async () => {
  const { path } = await linkPage(counter.shop)
  const before = await payments()
  const [one, other] = await Promise.all([open({ path }), open({ path, scripts: false })])
  for (const { page } of [one, other]) await page.getByLabel('Phone number').fill('0712 111 222')
  await one.page.getByRole('button', { name: /^Pay TSh/ }).dblclick()
  await heading(one.page, 'Check your phone')
  await other.page.getByRole('button', { name: /^Pay TSh/ }).click()
  await heading(other.page, 'Check your phone')
  assert.equal(new URL(other.page.url()).pathname, new URL(one.page.url()).pathname)
  assert.equal(await payments(), before + 1)
})

test(
  'a number that never answers: help, then that nobody knows, no other way; a cut line; late money is seen',
  options,
  async () => {
    const { path } = await linkPage(counter.shop)
    const { page } = await open({ path })
    await askOnPhone(page)
    counter.pass(15_000)
    await page.getByText('No request?').waitFor()
    counter.pass(105_000)
    await heading(page, 'No answer yet. Do not pay again.')
    assert.equal(await page.getByRole('radio').count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Try again' }).count(), 0)
    await page.context().setOffline(true)
    await page.getByText('No connection. Nothing is lost.').waitFor()
    await tell(page)
    await page.context().setOffline(false)
    await heading(page, 'Paid')
  },
)

test('a reason is told in the language that is asked for, and it is tried again', options, async () => {
  for (const { path } of [await hostedPage(counter.shop), await linkPage(counter.shop)]) {
    const { page } = await open({ path, scripts: false })
    await askOnPhone(page)
    await tell(page, failedFor('declined'))
    const { pathname } = new URL(page.url())
    await page.goto(`${counter.service.url}${pathname}?lang=sw`)
    await heading(page, 'Hujalipa. Mixx by Yas inasema hujakatwa pesa.')
    await page.getByText('Ulikataa kwenye simu.').waitFor()
    await page.getByRole('link', { name: 'Jaribu tena' }).click()
    await page.getByLabel('Namba ya simu').waitFor()
    await page.close()
  }
})

test(
  'who leaves without paying has ended a hosted payment, and is led back to the shop',
  options,
  async () => {
    const { id, path } = await hostedPage(counter.shop, { cancel_url: 'https://shop.example/basket' })
    const { page } = await open({ path, scripts: false })
    await page.getByRole('button', { name: /^Back to Shop/ }).click()
    await heading(page, 'You left without paying.')
    const address = await page.getByRole('link', { name: /^Return to Shop/ }).getAttribute('href')
    assert.equal(new URL(String(address)).searchParams.get('status'), 'failed')
    assert.equal((await counter.shop.state(id, counter.shop.liveKey)).status, 'failed')
  },
)

test(
  'a code is paid by scan; one that has run out is not shown, and a new one is begun',
  options,
  async () => {
    const { path } = await linkPage(counter.shop)
    for (const scripts of [true, false]) {
      const { page, transfers, complaints } = await open({ path, scripts })
      await page.getByLabel('QR, scanned with another phone').check()
      transfers.reset()
      await page.getByRole('button', { name: /^Pay TSh/ }).click()
      await heading(page, 'Scan to pay')
      await page.waitForLoadState()
      assert.ok(transfers.bytes() <= 12_000, `${transfers.bytes()} bytes with the code`)
      counter.provider.script.lookUp = () => ({ kind: 'pending', providerStatus: 'PENDING' })
      counter.pass(15 * 60_000)
      const anew = page.getByRole('link', { name: 'New code' })
      // The page also opens itself again, which may come in between.
      const again = () => page.reload().catch(() => null)
      await until(async () => (await again()) !== null && (await anew.count()) === 1)
      counter.provider.script.lookUp = undefined
      await heading(page, 'Code expired. Do not scan it.')
      assert.equal(await page.locator('img.code').count(), 0)
      await anew.click()
      await page.getByLabel('QR, scanned with another phone').check()
      await page.getByRole('button', { name: /^Pay TSh/ }).click()
      await heading(page, 'Scan to pay')
      await tell(page)
      await page.reload()
      await heading(page, 'Paid')
      assert.deepEqual(complaints, [])
      await page.close()
    }
  },
)

test(
  'an invoice on the page, on its print and as PDF says the same, and is paid by its link',
  options,
  async () => {
    const { path } = await invoicePage(counter.shop)
    const { page, complaints, transfers } = await open({ path, scripts: false })
    assert.ok(transfers.bytes() <= 7_000, `${transfers.bytes()} bytes for the first page`)
    const figures = [
      'TSh 25,000',
      'TSh 4,800.75',
      'TSh 29,800.75',
      'TSh 4,500',
      'TSh 34,300.75',
      'Neema Mrema',
    ]
    const facts = [
      'Mchele',
      'Maharage ya soya yaliyochaguliwa',
      'Asante sana',
      '31 January 2099',
      'INV-000001',
    ]
    const plain = (text: string) => text.replace(/\s+/g, ' ')
    const onScreen = plain(await page.locator('main').innerText())
    await page.emulateMedia({ media: 'print' })
    const onPaper = plain(await page.locator('main').innerText())
    assert.doesNotMatch(onPaper, /Pay this invoice|PDF/, 'nobody presses paper')
    const file = await fetch(`${counter.service.url}${path}/invoice.pdf?lang=en`)
    const inFile = plain(textOfPages(Buffer.from(await file.arrayBuffer())).join(' '))
    for (const text of [...figures, ...facts])
      assert.deepEqual(
        [onScreen, onPaper, inFile].map((one) => one.includes(text)),
        [true, true, true],
        text,
      )
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Pay this invoice' }).click()
    await askOnPhone(page, '0712 333 444')
    await tell(page)
    await page.goto(`${counter.service.url}${path}`)
    await heading(page, 'Already paid. Nothing is left to pay.')
    assert.equal(await page.getByRole('button').count(), 0)
    assert.deepEqual(complaints, [])
  },
)
