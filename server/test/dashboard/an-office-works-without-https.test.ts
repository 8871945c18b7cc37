import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
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
  await service.stop()
})

/** What a browser hides from pages that came over plain HTTP from another machine. */
const hidden = `
  Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
  delete Crypto.prototype.randomUUID`

test('without a clipboard an id is copied the older way, or selected and said to be', options, async () => {
  const { id } = await shop.push({})
  const { page, complaints, open } = await enterDashboard(browser as Browser, service, {
    email: shop.ownerEmail,
  })
  await page.addInitScript(hidden)
  await open(`/m/${shop.merchantId}/sandbox/payments/${id}`)
  const copy = page.getByRole('button', { name: 'Copy Payment id' })
  await page.evaluate(`addEventListener('copy', () => { window.copied = document.activeElement.value })`)
  await copy.click()
  await page.getByRole('status').getByText('Copied').waitFor()
  assert.equal(await page.evaluate('window.copied'), id)
  await page.evaluate(`document.execCommand = () => false`)
  await copy.click()
  await page.getByText('Selected: copy it yourself').waitFor()
  assert.equal(await page.evaluate('getSelection().toString()'), id)
  assert.deepEqual(complaints, [])
})
