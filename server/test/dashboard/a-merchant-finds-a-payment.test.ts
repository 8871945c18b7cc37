import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { password, type Service, startService } from '../service.ts'
import { endStory } from '../stories/money/books.ts'
import { openShop, type Shop } from '../stories/money/shop.ts'
import { enterDashboard } from './enter-dashboard.ts'

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

test('filters survive reloading, Back and a pasted address', options, async () => {
  await shop.push({})
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: shop.ownerEmail,
    path: `/m/${shop.merchantId}/sandbox/payments`,
  })
  await page.locator('tbody tr').first().waitFor()
  await page.getByLabel('Status').selectOption('failed')
  await page.getByText('No payment fits these filters').waitFor()
  assert.match(page.url(), /\?status=failed$/)
  await page.reload()
  await page.getByText('No payment fits these filters').waitFor()
  await page.goBack()
  await page.locator('tbody tr').first().waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'payments-sandbox.csv')
  assert.match(await readFile(await file.path(), 'utf8'), /^\ufeff\w+,[^\n]+\n[^\n]+/)
  assert.deepEqual(complaints, [])
})

test(
  'a session that ends in an open tab is asked for over it, and what was asked goes on',
  options,
  async () => {
    const { page } = await enterDashboard(browser as Browser, service, {
      email: shop.ownerEmail,
      path: `/m/${shop.merchantId}/sandbox/payments`,
    })
    await page.locator('tbody tr').first().waitFor()
    await page.context().clearCookies()
    await page.getByLabel('Status').selectOption('processing')
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },
)
