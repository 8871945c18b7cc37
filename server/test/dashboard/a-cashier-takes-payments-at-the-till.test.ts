import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newMember, type Service, startService } from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { openShop, type Shop } from '../stories/money/shop.ts'
import { enterDashboard, onPhone, openTab } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }
const email = 'cashier@till.test'

let service: Service
let shop: Shop
before(async () => {
  service = await startService()
  shop = await openShop(service)
  await newMember(service, { merchantId: shop.merchantId, email, role: 'cashier' })
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

const path = () => `/m/${shop.merchantId}/sandbox/till`

async function enterTill(language: 'en' | 'sw' = 'en') {
  return await enterDashboard(browser as Browser, service, { email, path: path(), language, as: onPhone })
}

async function press(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).click()
}

async function ask(page: Page, amount: string, phone: string): Promise<void> {
  await press(page, amount)
  await page.getByRole('button', { name: 'Phone' }).click()
  await press(page, phone)
  await page.getByRole('button', { name: /^Test: ask for/ }).click()
}

async function madeAtTill(): Promise<{ status: string }[]> {
  return await service.world.sql<{ status: string }[]>`
    select status from collections where reference like 'T-%' order by id`
}

test(
  'a cashier takes three payments: one paid, one declined, one silent; and has nothing but the till',
  options,
  async () => {
    const { page, complaints, open } = await enterTill()
    const faults = await violationsOn(page)
    await ask(page, '2500', '0700000001')
    await page.getByRole('status').getByText('Paid', { exact: true }).waitFor()
    faults.push(...(await violationsOn(page)))
    await page.getByRole('button', { name: 'Next customer' }).click()

    await ask(page, '800', '0700000002')
    await page.getByRole('status').getByText('The customer declined.').waitFor()
    faults.push(...(await violationsOn(page)))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('TSh 800').waitFor()
    await page.reload()

    await ask(page, '1200', '0700000005')
    await page.getByText('Waiting for the customer').waitFor()
    // As if the customer had been asked long ago.
    await service.world.sql`
    update collections set created_at = created_at - interval '10 minutes'
    where reference like 'T-%' and status = 'processing'`
    await page.getByRole('status').getByText('No answer yet. Do not hand over the goods.').waitFor()
    faults.push(...(await violationsOn(page)))
    await page.getByRole('button', { name: 'Serve the next customer meanwhile' }).click()

    await page.getByRole('button', { name: /^Today/ }).click()
    await page.getByRole('dialog').getByText('1 paid').waitFor()
    for (const word of ['Paid', 'Failed', 'No answer yet'])
      await page.getByRole('dialog').getByText(word, { exact: true }).waitFor()
    await page.getByRole('dialog').getByRole('link', { name: 'Receipt' }).waitFor()
    assert.deepEqual(faults, [])
    assert.deepEqual(
      (await madeAtTill()).map(({ status }) => status),
      ['successful', 'failed', 'processing'],
    )

    for (const elsewhere of ['', '/payments']) {
      await open(`/m/${shop.merchantId}/sandbox${elsewhere}`)
      await page.waitForURL(`**${path()}`)
    }
    assert.deepEqual(complaints, [])
    assert.deepEqual(await sidewaysOn(page), [0, 0])
  },
)

test(
  'a connection that is lost while it is sent charges once, also when the phone is started anew',
  options,
  async () => {
    const before = (await madeAtTill()).length
    const { page } = await enterTill()
    // It arrives, and no answer ever comes back.
    await page.route('**/v1/collections/ussd-push', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await ask(page, '700', '0700000001')
    await page.getByRole('status').getByText('No connection. Do not hand over the goods.').waitFor()
    await page.reload()
    await page.unroute('**/v1/collections/ussd-push')
    await page.getByRole('status').getByText('Paid', { exact: true }).waitFor()
    assert.equal((await madeAtTill()).length, before + 1)
  },
)

/** As if the page had been left alone that long; it is then opened again. */
async function openLater(page: Page, hours: number): Promise<void> {
  await page.evaluate((ms) => {
    const [name = ''] = Object.keys(localStorage).filter((one) => one.startsWith('malipo.till.'))
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}')
    localStorage.setItem(name, JSON.stringify({ ...kept, askedAtMs: kept.askedAtMs - ms }))
  }, hours * 3_600_000)
  await page.reload()
}

test('midnight passes while a customer pays, and the till says that they did', options, async () => {
  const { page } = await enterTill()
  await ask(page, '900', '0700000001')
  await page.getByRole('status').getByText('Paid', { exact: true }).waitFor()
  await service.world.sql`
    update collections set created_at = created_at - interval '1 day' where reference like 'T-%' and amount = 90000`
  await page.reload()
  await page.getByRole('status').getByText('Paid', { exact: true }).waitFor()
  await page.close()
})

test('a till that is opened much later asks nobody for what was asked before', options, async () => {
  const { page } = await enterTill()
  await ask(page, '950', '0700000001')
  await page.getByRole('status').getByText('Paid', { exact: true }).waitFor()
  // Keys are forgotten in the end: from then on the same request would be another payment.
  await service.world.sql`delete from idempotency_keys`
  const before = (await madeAtTill()).length
  let pushes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/ussd-push')) pushes += 1
  })
  await page.reload()
  await page.getByRole('status').getByText('Paid', { exact: true }).waitFor()
  await openLater(page, 24 * 31)
  await page.getByRole('button', { name: 'Phone' }).waitFor()
  assert.deepEqual([pushes, (await madeAtTill()).length], [0, before])
  await page.close()
})

test(
  'what could not be sent while the customer waited is not sent when they have gone',
  options,
  async () => {
    const before = (await madeAtTill()).length
    const { page } = await enterTill()
    await page.route('**/v1/collections/ussd-push', (route) => route.abort('connectionreset'))
    await ask(page, '750', '0700000001')
    await page.getByRole('status').getByText('No connection. Do not hand over the goods.').waitFor()
    await page.unroute('**/v1/collections/ussd-push')
    await openLater(page, 0.25)
    await page.getByText('TSh 750 was never asked for').waitFor()
    assert.equal((await madeAtTill()).length, before)
    await page.close()
  },
)

test('something else than the service that says no refuses nothing', options, async () => {
  const before = (await madeAtTill()).length
  const { page } = await enterTill()
  let asked = 0
  await page.route('**/v1/collections/ussd-push', async (route) => {
    asked += 1
    if (asked === 1) await route.fetch()
    await route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Buy a bundle</h1>' })
  })
  await ask(page, '650', '0700000001')
  await page.getByRole('status').getByText('No connection. Do not hand over the goods.').waitFor()
  await page.unroute('**/v1/collections/ussd-push')
  await page.getByRole('status').getByText('Paid', { exact: true }).waitFor()
  assert.equal((await madeAtTill()).length, before + 1)
  await page.close()
})

test('a cashier who is refused after a lost answer is told that it may have arrived', options, async () => {
  const { page } = await enterTill()
  let asked = 0
  await page.route('**/v1/collections/ussd-push', async (route) => {
    asked += 1
    if (asked > 1) return await route.continue()
    await route.fetch()
    await service.world.sql`update memberships set role = 'viewer' where role = 'cashier'`
    await route.abort('connectionreset')
  })
  await ask(page, '550', '0700000001')
  await page.getByText('An earlier attempt may have reached the customer.').waitFor()
  await service.world.sql`update memberships set role = 'cashier' where role = 'viewer'`
  await page.close()
})

test('a code fills the screen, in Swahili, and the outcome is said in it', options, async () => {
  const { page } = await enterTill('sw')
  await press(page, '300')
  await page.getByRole('button', { name: 'QR' }).click()
  await page.getByRole('img', { name: 'Skani ulipe' }).waitFor()
  const box = await page.getByRole('img', { name: 'Skani ulipe' }).boundingBox()
  assert.ok((box?.width ?? 0) > 240, `the code is ${box?.width} px wide`)
  assert.deepEqual(await violationsOn(page), [])
})

test(
  'two tabs are one till: what one has asked for the other shows, and neither asks for more',
  options,
  async () => {
    const before = (await madeAtTill()).length
    const { page } = await enterTill()
    const other = await openTab(page, service.url + path())
    await press(other, '888')
    await page.route('**/v1/collections/ussd-push', (route) => route.abort('connectionreset'))
    await other.route('**/v1/collections/ussd-push', (route) => route.abort('connectionreset'))
    await ask(page, '850', '0700000001')
    for (const tab of [page, other]) {
      await tab.getByRole('status').getByText('No connection. Do not hand over the goods.').waitFor()
      await tab.getByText('TSh 850').waitFor()
    }
    for (const tab of [page, other]) {
      await tab.unroute('**/v1/collections/ussd-push')
      await tab.getByRole('status').getByText('Paid', { exact: true }).waitFor()
    }
    assert.equal((await madeAtTill()).length, before + 1)
    const kept = await page.evaluate(() => Object.entries(localStorage).find(([name]) => /till/.test(name)))
    await other.getByRole('button', { name: 'Next customer' }).click()
    await page.getByRole('button', { name: 'Phone' }).waitFor()

    // A tab is told of what others keep, and not of what is kept in itself: as when it slept through it.
    await other.close()
    await page.evaluate(([name = '', order = '']) => localStorage.setItem(name, order), kept ?? [])
    await ask(page, '777', '0700000001')
    await page.getByText('TSh 850').waitFor()
    assert.equal((await madeAtTill()).length, before + 1)
    await page.close()
  },
)

test('a phone is told how to put this till on its home screen, and no other page', options, async () => {
  const answer = await fetch(`${service.url}${path()}.webmanifest`)
  const { start_url, icons } = (await answer.json()) as { start_url: string; icons: { src: string }[] }
  assert.equal(start_url, path())
  assert.equal(icons.length, 2)
  for (const { src } of icons) {
    const icon = await fetch(service.url + src)
    assert.equal(icon.headers.get('content-type'), 'image/png')
    // Its name stays when its picture changes, so that browsers have to ask again.
    assert.doesNotMatch(icon.headers.get('cache-control') ?? '', /immutable/)
  }
  for (const [lang, name] of [
    ['sw', 'Majaribio'],
    ['en', 'Test till'],
  ]) {
    const told = await fetch(`${service.url}${path()}.webmanifest?lang=${lang}`)
    assert.equal(((await told.json()) as { short_name: string }).short_name, name)
  }
  assert.equal((await service.call('/m/%3Cscript%3E/live/till.webmanifest')).status, 404)
})
