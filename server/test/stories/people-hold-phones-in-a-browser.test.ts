import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
import { hostedPage } from './checkout/payer.ts'
import { box, keep, openPage, press, type Wish } from './handsets/phones-in-browser.ts'
import { endStory } from './money/books.ts'
import { openShop, type Shop } from './money/shop.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let shop: Shop
let aheadMs = 0
before(async () => {
  service = await startService({ clock: { now: () => new Date(Date.now() + aheadMs) } })
  shop = await openShop(service)
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

const openPhones = (wish: Wish = {}) => openPage(browser as Browser, service, wish)

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

test(
  'a phone declines, mistypes three times, has nothing, or is ignored until it is over',
  options,
  async () => {
    const { page, handset, phone } = await openPhones()
    const ended = async (reason: string, act: () => Promise<void>) => {
      const { id } = await shop.push({ customer_phone: phone })
      await box(page).waitFor()
      await act()
      assert.equal((await shop.settled(id, 'failed')).failure_code, reason)
      await box(page).waitFor({ state: 'hidden' })
    }
    await ended('declined', () => page.getByRole('button', { name: 'Cancel' }).click())
    await ended('wrong_pin', async () => {
      for (const rest of [2, 1, 0]) {
        await press(page, '0000')
        await page.getByRole('button', { name: 'Send' }).click()
        if (rest > 0) await page.getByText('Wrong PIN. Try again.').waitFor()
      }
    })
    await page.getByRole('button', { name: 'Empty wallet' }).click()
    await page.locator('.money').getByText('TSh 0', { exact: true }).waitFor()
    await ended('insufficient_funds', async () => {
      await press(page, '1234')
      await page.getByRole('button', { name: 'Send' }).click()
    })
    await handset()
      .getByText(/Not enough money\./)
      .waitFor()
    await ended('expired', async () => {
      await page.getByRole('button', { name: 'Ignore it' }).click()
      await box(page).waitFor({ state: 'hidden' })
      // Twice: whoever looked just before it was over comes again only later.
      aheadMs += 90_000
      await page.waitForTimeout(2_000)
      aheadMs += 90_000
    })
  },
)

test('without signal nothing rings; a slow phone rings late', options, async () => {
  const { page, handset, phone } = await openPhones()
  await page.getByRole('button', { name: 'No signal' }).click()
  await handset().getByText('Prompts do not reach this phone.').waitFor()
  const { id } = await shop.push({ customer_phone: phone })
  await page.waitForTimeout(1_000)
  assert.equal(await box(page).isVisible(), false)
  await page.getByRole('button', { name: 'No signal' }).click()
  await page.getByRole('button', { name: 'Slow' }).click()
  await handset().getByText('Send a payment to this number and it rings.').waitFor()
  await page.waitForTimeout(500)
  assert.equal(await box(page).isVisible(), false, 'what was lost does not come later')
  await shop.push({ customer_phone: phone })
  await page.waitForTimeout(1_000)
  assert.equal(await box(page).isVisible(), false)
  aheadMs += 5_000
  await box(page).waitFor()
  // Whoever looks after it does so by the clock, which goes on until they have.
  const going = setInterval(() => {
    aheadMs += 30_000
  }, 500)
  try {
    assert.equal((await shop.settled(id, 'failed')).failure_code, 'expired')
  } finally {
    clearInterval(going)
  }
})

test(
  'a code is picked on the tab that scans, and paid; the page that shows it sees it',
  options,
  async () => {
    const { page, handset, complaints } = await openPhones()
    await page.getByRole('tab', { name: 'Scan' }).click()
    await page.getByText('While this is open, new codes wait').waitFor()
    await page.waitForTimeout(300)
    const { id, path } = await hostedPage(shop, { amount: 12_345 })
    const payer = await (browser as Browser).newPage({ locale: 'en' })
    await payer.goto(`${service.url}${path}`)
    await payer.getByLabel('QR, scanned with another phone').check()
    await payer.getByRole('button', { name: /^Pay TSh/ }).click()
    await payer.getByRole('heading', { name: 'Scan to pay' }).waitFor()
    await handset()
      .getByRole('button', { name: /12,345/ })
      .click()
    await keep(page, 'scan')
    await press(page, '1234')
    await page.getByRole('button', { name: 'Send' }).click()
    await payer.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    await shop.settled(id, 'successful', shop.liveKey)
    await handset()
      .getByText(/You paid TSh\s12,345/)
      .waitFor()
    assert.deepEqual(complaints, [])
  },
)

test('by the keyboard alone: digits, Enter and Esc, in Swahili', options, async () => {
  const { page, handset, phone, complaints } = await openPhones({ lang: 'sw' })
  const paid = await shop.push({ customer_phone: phone })
  await box(page)
    .getByText(/^Lipa TSh\s1,500 kwa Shop/)
    .waitFor()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await page.getByText('Andika tarakimu nne.').waitFor()
  await page.keyboard.type('39')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await shop.settled(paid.id, 'successful')
  await handset()
    .getByText(/Umelipa TSh\s1,500 kwa Shop \d+\. Salio/)
    .waitFor()
  assert.equal(await page.locator(':focus').getAttribute('aria-selected'), 'true')
  const declined = await shop.push({ customer_phone: phone })
  await box(page).waitFor()
  await page.keyboard.press('Escape')
  assert.equal((await shop.settled(declined.id, 'failed')).failure_code, 'declined')
  await page.getByText('inasubiri → imeshindikana (declined)').waitFor()
  // From where the box was, the tabs are one step away.
  await page.keyboard.press('ArrowLeft')
  assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Ombi')
  assert.deepEqual(complaints, [])
})

test(
  'money that is paid out comes in, and numbers that choose go on choosing while they are watched',
  options,
  async () => {
    const { page, phone } = await openPhones()
    await shop.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: 0 } })
    await shop.call('/v1/sandbox/top-up', { body: { amount: '9000.00' } })
    await shop.call('/v1/disbursements/mobile-money', {
      headers: { 'idempotency-key': randomUUID() },
      body: {
        ...{ merchant_id: shop.merchantId, amount: '1000', destination_code: 'MPESA' },
        ...{ destination_name: 'Asha Juma', destination_identifier: phone },
      },
    })
    await page.locator('.money').getByText('TSh 501,000').waitFor()
    await page.getByRole('tab', { name: 'SMS' }).click()
    await page.getByText(/You received TSh\s1,000, Asha Juma\./).waitFor()
    const chip = page.getByRole('link', { name: /0700\s000\s002/ })
    await chip.click()
    const watched = page.getByRole('region', { name: /0700\s000\s002/ })
    await watched.getByText('Malipo ya namba hii yanaisha yenyewe.').waitFor()
    const { collection_id: id } = await shop.collect('wallet-push', { amount: 10, phone: '255700000002' })
    await shop.settled(id, 'failed')
    await watched.getByRole('tab', { name: 'Ujumbe' }).click()
    await watched.getByText(/Hujalipa TSh\s10 kwa Shop \d+\. Ulikataa kwenye simu\./).waitFor()
    await keep(page, 'two')
    assert.equal(await page.locator('.handset').count(), 2)
    assert.ok(page.url().includes(phone))
  },
)

test('a fault that is set is named, and a number that is none is told', options, async () => {
  const { page, complaints } = await openPhones()
  await shop.call('/v1/sandbox/switchboard', { method: 'PATCH', body: { lost: 0.25, twice: 1 } })
  await page.getByText(/^Lost: 25 % of the callbacks of Shop \d+$/).waitFor()
  await page.getByText(/^Sent twice: 100 %/).waitFor()
  await shop.call('/v1/sandbox/switchboard', { method: 'PATCH', body: { lost: 0, twice: 0 } })
  await page.getByText(/^Lost/).waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
  await page.getByLabel('Number').fill('12 34')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByText('Enter a Tanzanian mobile number').waitFor()
  await page.getByLabel('Number').fill('0621 000 111')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.locator('.handset').getByText('HaloPesa').waitFor()
})
