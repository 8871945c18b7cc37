import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin, newMember, type Service, startService } from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { type Counter, openCounter } from '../stories/money/counter-of-bills.ts'
import { dataOf, type Fields } from '../stories/money/shop.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let at: Counter
before(async () => {
  service = await startService()
  at = await openCounter(service)
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

const enter = (path: string, more = {}) =>
  enterDashboard(browser as Browser, service, {
    email: at.shop.ownerEmail,
    path: `/m/${at.shop.merchantId}/sandbox/${path}`,
    ...more,
  })
const spaced = (number: unknown) => String(number).replace(/^(.{4})(.{3})(.{3})/, '$1\u00a0$2\u00a0$3\u00a0')
const all = async () => dataOf(await at.shop.call('/v1/control-numbers')).items as Fields[]

test('a number is made, found, paid in parts, seen on its payment, and cancelled', options, async () => {
  const { page, complaints, open } = await enter('control-numbers')
  await page.getByText('No control numbers yet').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('link', { name: 'New test control number' }).first().click()
  const make = page.getByRole('button', { name: 'Make test control number' })
  await make.click()
  await page.getByText('Enter an amount, like 25,000.').waitFor()
  await page.getByLabel('How much may be paid?').selectOption('In parts, up to an amount')
  await page.getByLabel('Amount', { exact: true }).fill('25,000')
  await page.getByLabel('What for').fill('Order <b>1042</b>')
  await page.getByLabel('Your reference').fill('A-1042')
  assert.deepEqual(await violationsOn(page), [])
  await make.dblclick()
  const [one, ...others] = await (async () => {
    await page.getByText('The payer types it into the menu for bills').waitFor()
    return await all()
  })()
  assert.deepEqual(others, [], 'two presses make one')
  const number = String(one?.number)
  await page.getByRole('heading', { level: 1, name: spaced(number) }).waitFor()
  const wa = String(await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href'))
  assert.ok(decodeURIComponent(wa).endsWith(`Order <b>1042</b>. Pay with control number ${number}.`), wa)
  assert.deepEqual(await violationsOn(page), [])

  const bill = page.getByRole('region', { name: 'Pay it as a test' })
  await bill.getByLabel('Amount').fill('30000')
  await bill.getByRole('button', { name: 'Pay test bill' }).click()
  await bill.getByText('The network took no money: the amount is too high.').waitFor()
  await bill.getByLabel('Amount').fill('10000')
  await bill.getByRole('button', { name: 'Pay test bill' }).click()
  await bill.getByText('The payer has paid.').waitFor()
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByText('TSh\u00a015,000').waitFor()
  await page.getByRole('row', { name: /Paid.*TSh.10,000/ }).waitFor()
  assert.deepEqual(await violationsOn(page), [])

  await bill.getByRole('link', { name: 'See the payment' }).click()
  await page.getByRole('heading', { level: 1, name: /^Payment of/ }).waitFor()
  await page.getByRole('link', { name: spaced(number) }).click()
  await page.getByRole('heading', { level: 1, name: spaced(number) }).waitFor()

  await page.getByRole('combobox', { name: /^Search/ }).fill(spaced(number))
  await page.getByRole('option', { name: /Control number/ }).waitFor()
  await open(
    `/m/${at.shop.merchantId}/sandbox/control-numbers?number=${number.slice(0, 7)}%20${number.slice(7)}`,
  )
  await page.getByRole('link', { name: spaced(number) }).click()
  await page.getByRole('button', { name: 'Cancel test control number' }).click()
  await page.getByText('It cannot be opened again.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel test control number' }).click()
  await page.getByText('It is cancelled, and takes no payment.').waitFor()
  assert.equal((await at.read(one?.id)).status, 'CANCELLED')
  assert.equal(await page.getByRole('button', { name: 'Cancel test control number' }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('many are made of a file, whole or not at all, and saved with their numbers', options, async () => {
  const before = (await all()).length
  const { page, complaints } = await enter('control-numbers')
  await page.getByRole('link', { name: 'Many from a file (test)' }).first().click()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the template' }).click(),
  ])
  const rows = await readFile(await template.path(), 'utf8')
  const make = page.getByRole('button', { name: 'Make test control numbers' })
  await make.click()
  await page.getByText('Choose a file, or paste the rows.').waitFor()
  const choose = async (text: string, name = 'orders.csv') =>
    await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('PK\u0003\u0004', 'orders.xlsx')
  await page.getByText('This is a spreadsheet, not CSV.').waitFor()

  await choose(`${rows}GIFT,EXACT,1,,,\r\nORDER,EXACT,,,,\r\n`)
  await page.getByText('orders.csv,').waitFor()
  await make.click()
  await page.getByRole('heading', { name: '1 problem' }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal((await all()).length, before, 'none is made where one is wrong')

  // What the template says is taken as it stands.
  await choose(rows)
  await make.click()
  await page.getByRole('heading', { name: '3 control numbers are made' }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const made = (await all()).slice(0, 3)
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n').slice(1)
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(0, 2)),
    made.map((one) => [one.number, one.merchant_reference]).reverse(),
  )
  assert.deepEqual(made.map(({ kind }) => kind).reverse(), ['ORDER', 'ORDER', 'CUSTOMER'])
  await page.getByRole('button', { name: 'Make more' }).click()
  await make.waitFor()
  // The browser tells of the rows that were refused, as it should be.
  assert.deepEqual(
    complaints.filter((one) => !one.includes('status of 422')),
    [],
  )
})

test('an invoice and a customer have numbers, in Swahili and on a phone', options, async () => {
  const { shop } = at
  const invoice = dataOf(
    await shop.dashboard('/v1/invoices', 'sandbox', {
      body: {
        ...{ merchant_id: shop.merchantId, customer_name: 'Hoteli', customer_phone: '0712345678' },
        ...{ due_date: '2099-12-31', items: [{ description: 'Mchele', quantity: '1', unit_price: '3200' }] },
      },
    }),
  )
  dataOf(await shop.dashboard(`/v1/invoices/${invoice.id}/send`, 'sandbox', { method: 'POST', body: {} }))
  const { page, complaints, open } = await enter(`invoices/${invoice.id}`, { language: 'sw', as: onPhone })
  await page.getByRole('button', { name: 'Tengeneza namba ya malipo ya majaribio' }).click()
  const numbers = page.getByRole('region', { name: 'Namba za malipo' })
  const [made] = await (async () => {
    await numbers.getByText('Iko wazi').waitFor()
    return await all()
  })()
  assert.deepEqual([made?.invoice_id, made?.amount], [invoice.id, '3200.00'])
  await numbers.getByRole('link', { name: spaced(made?.number) }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Tengeneza namba ya malipo/ }).count(), 0)
  assert.deepEqual([await violationsOn(page), await sidewaysOn(page)], [[], [0, 0]])

  const customer = dataOf(
    await shop.dashboard('/v1/customers', 'sandbox', { body: { name: 'Asha Juma', phone: '0712345678' } }),
  )
  await open(`/m/${shop.merchantId}/sandbox/customers/${customer.id}`)
  await page.getByRole('link', { name: 'Namba mpya ya malipo ya majaribio' }).click()
  await page.getByText('Kwa Asha Juma.').waitFor()
  assert.deepEqual([await violationsOn(page), await sidewaysOn(page)], [[], [0, 0]])
  await page.getByRole('button', { name: 'Tengeneza namba ya malipo ya majaribio' }).click()
  await page.getByText('Mteja, mara nyingi').waitFor()
  const [theirs] = await all()
  assert.deepEqual(
    [theirs?.kind, theirs?.payment_mode, theirs?.customer_id],
    ['CUSTOMER', 'ANY', customer.id],
  )
  await open(`/m/${shop.merchantId}/sandbox/control-numbers`)
  await page.getByRole('link', { name: spaced(theirs?.number) }).waitFor()
  assert.deepEqual([await violationsOn(page), await sidewaysOn(page)], [[], [0, 0]])
  assert.deepEqual(complaints, [])
})

test('who may only look sees the numbers, and nothing that makes or ends one', options, async () => {
  const made = await at.make({ kind: 'ORDER', amount: '500' })
  const email = 'looks@shop.test'
  await newMember(service, { merchantId: at.shop.merchantId, email, role: 'viewer' })
  const { page, open } = await enter('control-numbers', { email })
  await page.getByRole('link', { name: spaced(made.number) }).waitFor()
  assert.equal(await page.getByRole('link', { name: /New test control number|Many from a file/ }).count(), 0)
  await page.getByRole('link', { name: spaced(made.number) }).click()
  await page.getByRole('heading', { level: 1, name: spaced(made.number) }).waitFor()
  assert.equal(await page.getByRole('button', { name: /Cancel|Pay test bill/ }).count(), 0)
  for (const form of ['new', 'many']) {
    await open(`/m/${at.shop.merchantId}/sandbox/control-numbers/${form}`)
    await page.getByRole('heading', { name: 'You may not do this here' }).waitFor()
  }
})

test('a Super Admin finds whose a number is that a payer has in hand', options, async () => {
  const { number } = await at.make({ kind: 'ORDER', amount: '500' })
  await at.make({ kind: 'CUSTOMER' })
  const email = 'finds@malipo.test'
  await newAdmin(service, email)
  const { page, complaints, open } = await enter('', { email, path: '/admin/sandbox' })
  await page.getByRole('link', { name: 'Control numbers' }).first().click()
  await page.getByRole('link', { name: spaced(number) }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await open(`/admin/sandbox/control-numbers?number=${number}`)
  const found = page.getByRole('link', { name: spaced(number) })
  await found.waitFor()
  assert.equal(await page.locator('[data-row-link]').count(), 1)
  await found.click()
  await page.waitForURL(new RegExp(`/merchants/${at.shop.merchantId}$`))
  assert.deepEqual(complaints, [])
})
