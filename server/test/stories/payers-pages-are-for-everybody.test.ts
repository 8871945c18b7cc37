import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Counter, openCounter } from './checkout/counter.ts'
import {
  makeEveryInvoiceState,
  makeEveryLinkState,
  makeEveryReceiptState,
} from './checkout/every-link-state.ts'
import { type Before, longText, makeEveryState, type Shown } from './checkout/every-state.ts'
import {
  makeEveryClosedState,
  makeEveryRefusedState,
  makeEveryWeatherState,
  rungOut,
} from './checkout/every-trouble.ts'
import { inTabs } from './checkout/in-tabs.ts'
import {
  colourViolationsOn,
  faultsOnPaper,
  papers,
  sidewaysOn,
  textsOn,
  violationsOn,
} from './checkout/look-at-page.ts'
import { endStory } from './money/books.ts'

/** `SCREENSHOTS=screenshots npm test -- payers-pages-are-for-everybody` keeps a picture of every state, for people to look at. */
const folder = process.env.SCREENSHOTS

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let counter: Counter
before(async () => {
  counter = await openCounter()
  await counter.dress({
    ...{ display_name: 'Mama Asha Shop', brand_colour: '#c2410c', support_phone: '0754000111' },
  })
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
})
after(async () => {
  await browser?.close()
  await endStory(counter.service)
})

async function arrive(page: Page, path: string, language: string, first?: Before): Promise<void> {
  const address = new URL(path, counter.service.url)
  address.searchParams.set('auto', '0')
  address.searchParams.set('lang', language)
  await page.goto(address.href)
  if (first === undefined) return
  if (first === 'pay') await page.locator('#phone').fill('0712 345 679')
  if (first === 'ring') await page.locator('#phone').fill(rungOut)
  if (first === 'spoil')
    await page.evaluate(`document.querySelector('[name=attempt]').value = 'none of ours'`)
  await page.locator('main form button').first().click()
  await page.locator(first === 'spoil' ? 'h1' : '.wrong[role=alert]').waitFor()
}

async function keep(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

/** What is the same in every language: names, numbers, and what shops and customers wrote themselves. */
const sameInAll =
  /^(Mama Asha Shop|malipo|TSh [\d,.]+|Mixx by Yas|Order 1042|TX\w{25}|PDF|INV-\d+|[\d.]+ × TSh [\d,.]+)$/
const written = [
  'Ada ya shule',
  'Neema Mrema',
  'Mchele',
  'Maharage ya soya yaliyochaguliwa',
  'Asante sana',
  'Saruji',
  'M'.repeat(60),
  longText,
]

/** Whoever has paid, or is billed, may want it on paper. */
const isPrinted = /^(pay-paid|link-paid|invoice-(sent|paid|void)|receipt)/

async function printFaultsOf(page: Page, where: string): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  for (const [paper, width] of Object.entries(papers)) {
    for (const found of await faultsOnPaper(page, width)) faults.push(`${where} on a ${paper} ${found}`)
    await keep(page, `${where}-${paper}`)
  }
  await page.emulateMedia({ media: 'screen' })
  return faults
}

/** What is not as it should be with one state, in both languages. */
async function faultsOf(page: Page, [name, path, heading, first, says = '']: Shown): Promise<string[]> {
  const faults: string[] = []
  const said: string[][] = []
  for (const language of ['en', 'sw']) {
    const where = `${name}-${language}`
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 360, height: 640 })
    await arrive(page, path, language, first)
    const shown = await page.locator('h1').innerText()
    if (language === 'en' && !shown.startsWith(heading)) faults.push(`${where} is headed ${shown}`)
    for (const found of await violationsOn(page)) faults.push(`${where}: ${found}`)
    said.push(await textsOn(page))
    await keep(page, `${where}-light`)
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const found of await colourViolationsOn(page)) faults.push(`${where} in the dark: ${found}`)
    await keep(page, `${where}-dark`)
    const [plain, large] = await sidewaysOn(page)
    await keep(page, `${where}-large`)
    if (isPrinted.test(name)) faults.push(...(await printFaultsOf(page, where)))
    if (plain !== 0) faults.push(`${where} stands out by ${plain} px`)
    if (large !== 0) faults.push(`${where} stands out by ${large} px in large letters`)
  }
  const [english = [], swahili = []] = said
  if (!english.some((text) => text.startsWith(says))) faults.push(`${name} does not say: ${says}`)
  const untold = swahili.filter(
    (text) => english.includes(text) && !sameInAll.test(text) && !written.includes(text),
  )
  return [...faults, ...untold.map((text) => `${name} says in both languages: ${text}`)]
}

/** Looking takes its time on a busy machine: a page that leaves for the shop or learns of something meanwhile would be another. */
async function holdStill(page: Page): Promise<void> {
  await page.addInitScript(`setInterval = () => 0; EventSource = class { close() {} }`)
}

async function assertForEverybody(states: Shown[]): Promise<void> {
  const faults = await inTabs(browser as Browser, states, faultsOf, undefined, holdStill)
  assert.deepEqual(faults.flat(), [])
}

const promise =
  'axe finds nothing in any state, light or dark; nothing stands out sideways; Swahili is Swahili'

test(`hosted pages: ${promise}`, options, async () => {
  await assertForEverybody(await makeEveryState(counter))
  counter.go()
})

test(`pages of links and of payments on them: ${promise}`, options, async () => {
  await assertForEverybody(await makeEveryLinkState(counter))
  counter.go()
})

test(`pages of invoices and receipts: ${promise}`, options, async () => {
  await assertForEverybody(await makeEveryInvoiceState(counter))
  await assertForEverybody(await makeEveryReceiptState(counter))
})

test(
  `pages while networks are in trouble, of what is refused, and of a suspended merchant: ${promise}`,
  options,
  async () => {
    const { weather } = counter.service.parts
    const { troubled } = weather
    await assertForEverybody(await makeEveryWeatherState(counter))
    weather.troubled = troubled
    await assertForEverybody(await makeEveryRefusedState(counter))
    await assertForEverybody(await makeEveryClosedState(counter))
  },
)
