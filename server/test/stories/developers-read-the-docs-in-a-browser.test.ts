import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser, watchComplaints } from '../open-browser.ts'
import { newMerchant, type Service, startService } from '../service.ts'
import { colourViolationsOn, sidewaysOn, violationsOn } from './checkout/look-at-page.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
before(async () => {
  service = await startService()
})

after(async () => {
  await browser?.close()
  await service.stop()
})

async function open(path: string, given: Parameters<Browser['newPage']>[0] = {}) {
  const page = await (browser as Browser).newPage(given)
  const complaints = watchComplaints(page, service.url)
  await page.goto(`${service.url}${path}`)
  return { page, complaints }
}

async function langOf(page: Page): Promise<string | null> {
  return await page.locator('html').getAttribute('lang')
}

test('the docs lead to every part of the interface', options, async () => {
  const { page, complaints } = await open('/docs')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^API reference/ })
    .click()
  for (const part of ['Sign-in', 'Merchants', 'Members', 'API keys', 'Customers', 'Administration']) {
    await page.getByRole('heading', { name: part }).waitFor()
  }
  assert.deepEqual(complaints, [])
})

test('a developer searches while typing, opens what was found, and sees it', options, async () => {
  const { page, complaints } = await open('/docs')
  assert.equal(await langOf(page), 'en')
  await page.getByRole('searchbox').fill('insufficient bal')
  const found = page.getByRole('search').getByRole('link', { name: /insufficient_balance/ })
  await found.first().waitFor()
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/errors#insufficient_balance')
  assert.ok(await page.locator('#insufficient_balance').isVisible())
  assert.deepEqual(complaints, [])
})

test(
  'a sample is copied as it stands; its language is chosen once, for all samples of all pages',
  options,
  async () => {
    const { page, complaints } = await open('/docs/push')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const sample = page.locator('.sample', { has: page.getByRole('radio') })
    await sample.first().getByText('Python', { exact: true }).click()
    const python = sample.first().locator('.of-python')
    assert.ok(await python.isVisible())
    assert.equal(await sample.first().locator('.of-bash').isVisible(), false)
    await python.getByRole('button', { name: 'Copy' }).click()
    await python.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      await python.locator('code').textContent(),
    )

    await page.goto(`${service.url}/docs/hosted-page`)
    const others = page.locator('.sample .in-python')
    assert.ok((await others.count()) > 0)
    for (const radio of await others.all()) assert.ok(await radio.isChecked())
    await others.first().focus()
    await page.keyboard.press('ArrowLeft')
    assert.ok(await page.locator('.sample .in-php').first().isChecked(), 'arrows change the tab')
    assert.deepEqual(complaints, [])
  },
)

test(
  'the quickstart is Swahili where that is asked for, and what is not translated says so',
  options,
  async () => {
    const { page, complaints } = await open('/docs/quickstart')
    await page.getByRole('link', { name: 'Soma kwa Kiswahili' }).click()
    await page.waitForURL('**/docs/sw/quickstart')
    assert.equal(await langOf(page), 'sw')
    assert.equal(await page.locator('article').getAttribute('lang'), null)
    await page.getByRole('navigation', { name: 'Kurasa zote' }).getByRole('link', { name: 'Push' }).click()
    await page.getByText('Ukurasa huu bado haujatafsiriwa.').waitFor()
    assert.equal(await langOf(page), 'sw')
    assert.equal(await page.locator('article').getAttribute('lang'), 'en')
    await page.getByRole('link', { name: 'Read in English' }).click()
    await page.waitForURL('**/docs/push')
    assert.equal(await langOf(page), 'en')
    assert.deepEqual(complaints, [])
  },
)

test('a call is made from the reference, with a key that this tab alone keeps', options, async () => {
  const shop = await newMerchant(service)
  const { page, complaints } = await open('/docs/reference/collections')
  const form = page.locator('#createDirectWalletPush ~ .try').first()
  await form.locator('summary').click()
  await form.getByLabel('API key').fill(shop.sandboxKey)
  const body = { merchant_id: shop.merchantId, amount: 1000, phone: '255700000001' }
  await form.getByLabel('Body').fill(JSON.stringify(body))
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText(/^202 /).waitFor()
  const status = (await form.locator('.answer p').textContent()) ?? ''
  assert.match(status, /X-Request-Id [\w-]{8,}/)
  const { data } = JSON.parse((await form.locator('.answer pre').textContent()) ?? '')

  const reading = page.locator('#readCollectionStatus ~ .try').first()
  await reading.locator('summary').click()
  assert.equal(await reading.getByLabel('API key').inputValue(), shop.sandboxKey)
  await reading.getByLabel('collection_id').fill(data.collection_id)
  await reading.getByRole('button', { name: 'Send' }).click()
  await reading.getByText(/^200 /).waitFor()
  assert.equal(await page.evaluate('Object.values(localStorage).join().includes("mlp_")'), false)
  assert.deepEqual(complaints, [])

  await form.getByLabel('API key').fill(shop.liveKey)
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('This key is live').waitFor()
  const [count] = await service.world.sql<{ live: number }[]>`
    select count(*)::int as live from collections where environment = 'live'`
  assert.equal(count?.live, 0, 'nothing was sent before the warning was read')
})

const looked = [
  '/docs',
  '/docs/webhooks',
  '/docs/sw/quickstart',
  '/docs/reference',
  '/docs/reference/collections',
  '/docs/errors',
  '/docs/search?q=phone',
]

describe('the docs are for everybody', () => {
  for (const path of looked) {
    test(path, options, async () => {
      const { page, complaints } = await open(path)
      assert.deepEqual(await violationsOn(page), [])
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await colourViolationsOn(page), [])
      assert.deepEqual(await sidewaysOn(page), [0, 0])
      assert.deepEqual(complaints, [])
    })
  }

  test('an open form is, too', options, async () => {
    const { page } = await open('/docs/reference/ledger')
    await page.locator('.try summary').first().click()
    assert.deepEqual(await violationsOn(page), [])
  })
})

test('without scripts a guide is read, its tabs change, and the search answers', options, async () => {
  const { page } = await open('/docs/push', { javaScriptEnabled: false })
  const sample = page.locator('.sample', { has: page.getByRole('radio') }).first()
  assert.ok(await sample.locator('.of-bash').isVisible())
  await sample.getByText('PHP', { exact: true }).click()
  assert.ok(await sample.locator('.of-php').isVisible())
  assert.equal(await sample.locator('.of-bash').isVisible(), false)
  await page.getByRole('searchbox').fill('signature')
  await page.getByRole('searchbox').press('Enter')
  await page
    .getByRole('main')
    .getByRole('link', { name: /signature/i })
    .first()
    .click()
  await page.waitForURL(/\/docs\/(?!search)/)
})

test('on paper there is the text, with no code cut off and nothing to press', options, async () => {
  const { page, complaints } = await open('/docs/push', { viewport: { width: 700, height: 900 } })
  await page.emulateMedia({ media: 'print' })
  const cut = await page
    .locator('pre:visible')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
  assert.equal(cut, 0)
  assert.ok((await page.locator('pre:visible').count()) > 3)
  for (const what of ['header', '#menu', '.code button'])
    assert.equal(await page.locator(what).first().isVisible(), false, what)
  assert.deepEqual(complaints, [])
})

test('every link of every page leads to a part that is there, and no guide is heavy', async () => {
  const pages = new Map<string, { ids: Set<string>; links: string[] }>()
  const waiting = ['/docs', '/docs/sw']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const answer = await fetch(`${service.url}${path}`)
    const text = await answer.text()
    assert.equal(answer.status, 200, path)
    const links = Array.from(text.matchAll(/<a [^>]*?href="([^"]*)"/g), ([, href = '']) => href)
    const ids = new Set(Array.from(text.matchAll(/ id="([^"]*)"/g), ([, id = '']) => id))
    pages.set(path, { ids, links })
    waiting.push(
      ...links.map((link) => link.split('#')[0] ?? '').filter((link) => /^\/docs(?!.*\.md$)/.test(link)),
    )
  }
  assert.ok(pages.size > 35, `${pages.size} pages`)
  for (const [path, { links }] of pages) {
    for (const link of links) {
      assert.notEqual(link, 'about:invalid', path)
      const [there = '', id] = link.split('#')
      if (!/^(\/docs|$)/.test(there) || id === undefined) continue
      assert.ok(pages.get(there || path)?.ids.has(id), `${path} leads to ${link}`)
    }
  }
  const elsewhere = new Set([...pages.values()].flatMap(({ links }) => links.filter(leadsElsewhere)))
  assert.ok(elsewhere.has('/openapi.json') && elsewhere.has('/docs/quickstart.md'))
  for (const path of elsewhere) assert.equal((await fetch(`${service.url}${path}`)).status, 200, path)
  const scripts = await Promise.all(['docs', 'try'].map((name) => fetch(`${service.url}/docs/${name}.js`)))
  const script = (await Promise.all(scripts.map((one) => one.text()))).reduce(
    (sum, one) => sum + gzipSync(one).length,
    0,
  )
  for (const path of ['/docs/webhooks', '/docs/examples', '/docs/quickstart']) {
    const text = await (await fetch(`${service.url}${path}`)).text()
    assert.ok(gzipSync(text).length + script < 60_000, path)
  }
})

/** On this service, and no page of the site. */
function leadsElsewhere(link: string): boolean {
  return /^\/(?!docs(?!.*\.md$))/.test(link)
}
