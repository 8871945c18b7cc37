import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
import { colourViolationsOn, sidewaysOn, textsOn, violationsOn } from './checkout/look-at-page.ts'
import { box, keep, newNumber, openPage } from './handsets/phones-in-browser.ts'
import { endStory } from './money/books.ts'
import { openShop, type Shop } from './money/shop.ts'

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

/** Names and figures. */
const sameInAll =
  /^(malipo|Malipo|M-Pesa.*|Airtel Money.*|Mixx by Yas.*|Shop \d+|,? ?TSh [\d,.]+|, 0[\d ]+|SMS|[0-9A-F]{8}|\d+:\d+:\d+|Soma kwa Kiswahili|Read in English)$/

test('it is for everybody: both languages, light and dark, small and large', options, async () => {
  const faults: string[] = []
  const said: string[][] = []
  for (const lang of ['en', 'sw'] as const) {
    const numbers = [newNumber('754'), newNumber('784'), newNumber('712')]
    const { page } = await openPage(browser as Browser, service, { phones: numbers, lang })
    await shop.call('/v1/sandbox/switchboard', { method: 'PATCH', body: { late: 0.5 } })
    await page.locator('.fault').waitFor()
    const look = async (where: string) => {
      for (const found of await violationsOn(page)) faults.push(`${where}: ${found}`)
      said.push(await textsOn(page))
      await page.emulateMedia({ colorScheme: 'dark' })
      for (const found of await colourViolationsOn(page)) faults.push(`${where} in the dark: ${found}`)
      await keep(page, `${where}-dark`)
      await page.emulateMedia({ colorScheme: 'light' })
      await keep(page, where)
    }
    await look(`idle-${lang}`)
    for (const phone of numbers) await shop.push({ customer_phone: phone })
    await box(page).nth(2).waitFor()
    await page.waitForTimeout(1_600)
    await look(`rings-${lang}`)
    const [plain, large] = await sidewaysOn(page)
    if (plain !== 0 || large !== 0) faults.push(`${lang} stands out by ${plain} and ${large} px`)
    await page.evaluate(`document.documentElement.style.fontSize = ''`)
    await keep(page, `small-${lang}`)
    await page.setViewportSize({ width: 1280, height: 900 })
    for (const phone of numbers) {
      const one = page.locator(`[data-phone="${phone}"]`)
      await one.locator('[data-does=decline]').click()
      await one.getByText('TSh').nth(1).waitFor()
      await one.locator('[data-tab=scan]').click()
    }
    await shop.collect('dynamic-qr', { amount: '1000.00' })
    await page.locator('[data-code]').first().waitFor()
    await look(`scan-${lang}`)
    await page.close()
  }
  assert.deepEqual(faults, [])
  const half = said.length / 2
  const english = said.slice(0, half).flat()
  const same = said
    .slice(half)
    .flat()
    .filter((text) => english.includes(text) && !sameInAll.test(text))
  assert.deepEqual([...new Set(same)], [])
})
