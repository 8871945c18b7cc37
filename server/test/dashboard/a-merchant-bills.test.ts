import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
import { faultsOnPaper, papers, sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { dataOf, type Fields, openShop, referenceOf, type Shop } from '../stories/money/shop.ts'
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

/** A customer pays, and the provider says so. */
async function pay(fields: Fields): Promise<void> {
  const { id } = await shop.push(fields)
  await shop.tell({ reference: referenceOf(id) })
}

test('a link is made, hung up, paid and seen to be paid', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: shop.ownerEmail,
    path: `/m/${shop.merchantId}/sandbox/links`,
  })
  await page.getByText('No links yet').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('link', { name: 'New test link' }).first().click()
  await page.getByRole('button', { name: 'Make test link' }).click()
  await page.getByText('Enter an amount, like 25,000.').waitFor()
  await page.getByLabel('Amount', { exact: true }).and(page.getByRole('textbox')).fill('25,000')
  await page.getByLabel('What for').fill('Order <b>1042</b>')
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Make test link' }).click()
  await page.getByRole('heading', { name: 'Order <b>1042</b>' }).waitFor()
  const [, linkId = ''] = /links\/([^/]+)$/.exec(page.url()) ?? []
  const link = dataOf(await shop.call(`/v1/payment-links/${linkId}`))
  const wa = String(await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href'))
  assert.ok(wa.startsWith('https://wa.me/?text='))
  assert.ok(decodeURIComponent(wa).endsWith(`pay TSh\u00a025,000 here: ${link.public_url}`))
  assert.deepEqual(await violationsOn(page), [])

  await page.getByRole('button', { name: 'Close test link' }).click()
  await page.getByText('Nobody can pay by it now.').waitFor()
  assert.equal(dataOf(await shop.call(`/v1/payment-links/${linkId}`)).status, 'INACTIVE')
  await page.getByRole('button', { name: 'Open test link again' }).click()
  await page.getByRole('button', { name: 'Close test link' }).waitFor()

  await pay({ amount: '25000.00', payment_link_id: linkId })
  // The page hears of it by itself.
  await page.getByText('It was paid, and takes nothing more.').waitFor()
  await page.getByRole('row', { name: /Paid.*TSh.25,000/ }).waitFor()

  await page.goto(`${service.url}/m/${shop.merchantId}/sandbox/links/${linkId}/poster`)
  await page.getByRole('img', { name: /Code that leads/ }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  const faults = await faultsOnPaper(page, papers.sheet)
  assert.deepEqual(
    faults.map((fault) => fault.slice(0, 100)),
    [],
  )
  assert.deepEqual(complaints, [])
})

test('an invoice goes from draft to paid', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: shop.ownerEmail,
    path: `/m/${shop.merchantId}/sandbox/invoices/new`,
  })
  await page.getByRole('textbox', { name: 'Customer' }).fill('Hoteli ya Bahari')
  await page.getByLabel('Phone number').fill('0712 345 678')
  await page.getByLabel('Due').fill('2030-01-31')
  const first = page.getByRole('group', { name: 'Item 1' })
  await first.getByRole('textbox', { name: 'Item 1' }).fill('Honey')
  await first.getByLabel('Quantity').fill('1.250')
  await first.getByLabel('Price each').fill('1,000.01')
  await first.getByLabel('Tax %').fill('18')
  await page.getByRole('button', { name: 'Add item' }).click()
  const second = page.getByRole('group', { name: 'Item 2' })
  await second.getByRole('textbox', { name: 'Item 2' }).fill('Delivery')
  await second.getByLabel('Price each').fill('5000')
  const total = page.getByRole('region', { name: 'Total' })
  await total.getByText('TSh 6,475.01').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.reload()
  await total.getByText('TSh 6,475.01').waitFor()
  await page.getByRole('button', { name: 'Save test draft' }).click()
  await page.getByRole('heading', { name: 'INV-000001' }).waitFor()
  const [, id = ''] = /invoices\/([^/]+)$/.exec(page.url()) ?? []
  assert.equal(dataOf(await shop.call(`/v1/invoices/${id}`)).total, '6475.01')

  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ])
  assert.equal(pdf.suggestedFilename(), 'INV-000001.pdf')
  await page.getByRole('button', { name: 'Send test invoice' }).click()
  await page.getByText('Text message: in the sandbox’s outbox, which nothing leaves.').waitFor()
  await page.getByText('Mail: the customer has no address.').waitFor()
  await page.getByText('It waits to be paid.').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await pay({ amount: '6475.01', invoice_id: id })
  await page.getByText('It is paid.').waitFor()
  await page.getByRole('row', { name: /Paid.*TSh.6,475.01/ }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Cancel test invoice' }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('a statement is narrowed, taken as a file and read on a phone', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: shop.ownerEmail,
    path: `/m/${shop.merchantId}/sandbox/statement`,
    language: 'sw',
    as: onPhone,
  })
  await page.getByText('Salio la mwanzo').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Pakua CSV' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'statement-sandbox.csv')
  assert.deepEqual((await sidewaysOn(page))[0], 0)
  await page.goto(`${service.url}/m/${shop.merchantId}/sandbox/statement?type=deposit`)
  await page.getByText('Hakuna kinacholingana na vichujio hivi').waitFor()
  assert.deepEqual(complaints, [])
})

test('what the service says of a field is said in the language of the form', options, async () => {
  const { page } = await enterDashboard(browser as Browser, service, {
    email: shop.ownerEmail,
    path: `/m/${shop.merchantId}/sandbox/customers/new`,
    language: 'sw',
    as: onPhone,
  })
  await page.getByLabel('Jina').fill('Neema Mrema')
  const phone = page.getByRole('textbox', { name: /^Simu/ })
  await phone.fill('12')
  await page.getByRole('button', { name: 'Hifadhi mteja wa majaribio' }).click()
  await page.getByText('Andika namba ya simu yenye tarakimu 9 hadi 15, mfano +255712345678.').waitFor()
  assert.match((await phone.getAttribute('aria-describedby')) ?? '', /-problem$/)
})
