import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin, type Service, startService } from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { openTill, type Till } from '../stories/payouts/till.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let till: Till
before(async () => {
  service = await startService()
  till = await openTill(service)
})
after(async () => {
  await browser?.close()
  await service.stop()
})

/** So many screens of a phone somebody leafs through, for more than forty networks. */
const mostScreens = 5

async function isShort(page: Page): Promise<void> {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  assert.ok(height < mostScreens * onPhone.viewport.height, `it is ${height} px long`)
  assert.equal((await sidewaysOn(page))[0], 0)
  assert.deepEqual(await violationsOn(page), [])
}

test('a merchant reads the limits of one network without leafing through all others', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/networks`,
    as: onPhone,
  })
  const banks = page.getByRole('list', { name: 'Banks' })
  const crdb = banks.getByRole('listitem').filter({ hasText: 'CRDB Bank' })
  await crdb.getByText('Unknown').first().waitFor()
  assert.ok((await banks.getByRole('listitem').count()) > 30)
  await isShort(page)
  const limits = crdb.getByText(/^TSh\s.+ to TSh\s/)
  assert.equal(await limits.isVisible(), false)
  await crdb.getByText('CRDB Bank').click()
  await limits.waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.deepEqual(complaints, [])
})

test('a Super Admin pins one on a phone', options, async () => {
  const email = `asha-${randomUUID()}@malipo.test`
  await newAdmin(service, email)
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email,
    path: '/admin/live/networks',
    as: onPhone,
  })
  const halopesa = page.getByRole('listitem').filter({ hasText: 'HaloPesa' })
  await halopesa.getByText('Unknown').first().waitFor()
  await isShort(page)
  await halopesa.getByText('HaloPesa').click()
  await halopesa.getByRole('button').click()
  await page.getByRole('dialog').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.deepEqual(complaints, [])
})
