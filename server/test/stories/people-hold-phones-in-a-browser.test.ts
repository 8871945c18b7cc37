import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Browser, openBrowser, watchComplaints } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
import { hostedPage } from './checkout/payer.ts'
import { endStory } from './money/books.ts'
import { openShop, type Shop } from './money/shop.ts'

/** `SCREENSHOTS=screenshots npm test -- people-hold-phones` keeps pictures, for people to look at. */
const folder = process.env.SCREENSHOTS

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let shop: Shop
const aheadMs = 0
before(async () => {
  service = await startService({ clock: { now: () => new Date(Date.now() + aheadMs) } })
  shop = await openShop(service)
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

let phones = 0
/** A number that no other test has. */
function newNumber(): string {
  phones += 1
  return `2557544440${String(phones).padStart(2, '0')}`
}

type Wish = { phones?: string[]; lang?: 'sw' | 'en'; options?: BrowserContextOptions }

async function openPhones({ phones: shown = [newNumber()], lang = 'en', options: given = {} }: Wish = {}) {
  const page = await (browser as Browser).newPage({ viewport: { width: 1280, height: 900 }, ...given })
  const complaints = watchComplaints(page, service.url)
  await page.goto(`${service.url}/simulator?phones=${shown.map((one) => `${one}.${lang}`)}&lang=${lang}`)
  await page.locator('.money').first().waitFor()
  const handset = (at = 0) => page.locator('.handset').nth(at)
  return { page, complaints, handset, phone: shown[0] ?? '', phones: shown }
}

async function keep(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

async function press(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).first().click()
}

const box = (page: Page) => page.getByRole('dialog')

test(
  'a hosted page is paid on the phone: it rings, takes the PIN, and everybody sees it',
  options,
  async () => {
    const { page, complaints, handset, phone } = await openPhones()
    const { id, path } = await hostedPage(shop)
    const payer = await (browser as Browser).newPage({ locale: 'en' })
    await payer.goto(`${service.url}${path}`)
    await payer.getByLabel('Phone number').fill(phone)
    await payer.getByRole('button', { name: /^Pay TSh/ }).click()
    await payer.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await box(page)
      .getByText(/^Pay TSh\s25,000 to Shop \d+\./)
      .waitFor()
    await keep(page, 'rings')
    await press(page, '1234')
    await page.getByRole('button', { name: 'Send' }).click()
    await payer.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    await shop.settled(id, 'successful', shop.liveKey)
    await handset()
      .getByText(/You paid TSh\s25,000 to Shop \d+\. Balance TSh\s475,000\./)
      .waitFor()
    await page.getByText(/A callback was heard: waiting → paid/).waitFor()
    await page.locator('.money').getByText('TSh 475,000').waitFor()
    await keep(page, 'paid')
    await page.getByRole('link', { name: 'Open', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  },
)
