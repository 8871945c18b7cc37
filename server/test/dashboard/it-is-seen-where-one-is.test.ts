import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
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

test('the menu marks the section of whatever is reached from it', options, async () => {
  const here = `/m/${till.merchantId}/live`
  const { page, complaints, open } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `${here}/withdrawals`,
  })
  const menu = page.getByRole('navigation', { name: 'Main menu' }).first()
  for (const [place, section] of [
    ['refunds', 'Withdrawals'],
    ['batches', 'Withdrawals'],
    ['recipients', 'Withdrawals'],
    ['settlements', 'Statement'],
    ['privacy', 'Settings'],
  ]) {
    await open(`${here}/${place}`)
    assert.deepEqual(await menu.locator('[aria-current="page"]').allTextContents(), [section], place)
  }
  assert.deepEqual(complaints, [])
})

test('on a phone the tab where one is stands on the screen, whole', options, async () => {
  const { page } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/recipients`,
    language: 'sw',
    as: onPhone,
  })
  const tab = page.locator('nav a[aria-current="page"]', { hasText: 'Wapokeaji' })
  await tab.waitFor()
  const box = await tab.boundingBox()
  assert.ok(box)
  assert.ok(box.x >= 0 && box.x + box.width <= onPhone.viewport.width, `from ${box.x}, ${box.width} wide`)
})
