import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { password, type Service, sessionOf, startService, testSecret } from '../service.ts'
import { colourViolationsOn, sidewaysOn, textsOn, violationsOn } from './checkout/look-at-page.ts'
import { box, keep, newNumber, openPage } from './handsets/phones-in-browser.ts'
import { endStory } from './money/books.ts'
import { openShop, type Shop } from './money/shop.ts'
import { totpCode } from './parts/totp.ts'

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

/** Names, figures and codes. */
const sameInAll =
  /^(malipo|Malipo|M-Pesa.*|Airtel Money.*|Mixx by Yas.*|Shop \d+|,? ?TSh [\d,.]+|, 0[\d ]+|SMS|[0-9A-F]{8}|\d+:\d+:\d+|\([a-z_]+\)|Soma kwa Kiswahili|Read in English)$/

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

test('whatever a shop calls itself is text, on the phone and beside it', options, async () => {
  const nasty = '<img src=x onerror=alert(1)>{amount}'
  await service.world.sql`update merchants set name = ${nasty} where id = ${shop.merchantId}`
  const { page, phone, handset, complaints } = await openPage(browser as Browser, service, {})
  await shop.push({ customer_phone: phone })
  await box(page).getByText(nasty).waitFor()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await handset().locator('.sms').getByText(nasty).waitFor()
  await handset().getByRole('tab', { name: 'Scan' }).click()
  await shop.collect('dynamic-qr', { amount: '4321.00' })
  await handset().getByRole('button', { name: nasty }).first().click()
  await box(page).getByText(nasty).waitFor()
  assert.equal(await page.locator('main img').count(), 0)
  assert.deepEqual(complaints, [])
})

test('in production one signs in first, with the second factor where there is one', options, async () => {
  const production = await startService({
    environment: {
      ...{ NODE_ENV: 'production', BASE_URL: 'http://localhost', RATE_LIMIT: 'on' },
      ...{ DATABASE_URL: 'postgres://elsewhere/malipo', MALIPO_SECRET: testSecret },
    },
  })
  try {
    const own = await openShop(production)
    const cookie = await sessionOf(production, own.ownerEmail)
    const post = (path: string, body: unknown) =>
      production.call(`/v1/auth/two-factor/${path}`, { cookie, body })
    const uri = String((await post('enable', { password })).body.data.totp_uri)
    assert.equal((await post('verify-totp', { code: totpCode(uri) })).status, 200)
    const page = await (browser as Browser).newPage({ locale: 'en' })
    const address = production.url.replace('127.0.0.1', 'localhost')
    await page.goto(`${address}/simulator`)
    await page.getByRole('heading', { name: 'Sign in to your handsets' }).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByLabel('E-mail').fill(own.ownerEmail)
    await page.getByLabel('Password').fill('not the right one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('E-mail or password is wrong.').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Now give the code').waitFor()
    await page.getByLabel('Code from your authenticator app').fill(totpCode(uri))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(/^Sandbox of Shop \d+\. No real money\.$/).waitFor()
    await own.push({ customer_phone: '255712345678' })
    await box(page)
      .getByText(/^Lipa TSh\s1,500/)
      .waitFor()
  } finally {
    await endStory(production)
  }
})
