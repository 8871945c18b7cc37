import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { openListeningShop } from '../stories/webhooks/listening-shop.ts'
import { openEndpoint } from '../stories/webhooks/own-endpoint.ts'
import { enterDashboard } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
before(async () => {
  service = await startService()
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

/** What would run, load or break out, were it ever taken for anything but text. */
const evil = [
  '<script>window.hit = 1</script>',
  '<img src=/hit onerror="window.hit = 1">',
  '"><svg onload=window.hit=1>',
  "javascript:window.hit=1//'",
  '{{constructor.constructor("window.hit=1")()}}',
]

test('whatever anybody wrote is text on the screens of developers', options, async () => {
  const endpoint = await openEndpoint(() => ({ status: 500, body: evil.join('\n') }))
  const shop = await openListeningShop(service, endpoint.url)
  for (const name of evil) {
    const made = await shop.dashboard(`/v1/merchants/${shop.merchantId}/api-keys`, 'sandbox', {
      body: { name, environment: 'sandbox' },
    })
    assert.equal(made.status, 201)
  }
  const paid = await shop.push({ merchant_reference: evil[1]?.slice(0, 60), description: evil[0] })
  await shop.tell({ reference: String(paid.provider_reference) })
  const [event] = (await shop.dashboard(`/v1/merchant/events?resource_id=${paid.id}`)).body.data.items as {
    id: string
  }[]
  const delivery = await shop.delivery(String(event?.id), ({ attempts }) => attempts > 0)
  await shop.call('/v1/collections/ussd-push', {
    body: { merchant_id: shop.merchantId, customer_phone: evil[0], amount: evil[2] },
    headers: { 'idempotency-key': randomUUID() },
  })
  await service.parts.requests.written()
  const requests = (await shop.dashboard('/v1/merchant/requests?method=POST')).body.data.items as {
    request_id: string
  }[]

  const home = `/m/${shop.merchantId}/sandbox`
  const { page, complaints, open } = await enterDashboard(browser as Browser, service, {
    email: shop.ownerEmail,
    path: `${home}/keys`,
  })
  for (const name of evil) await page.getByText(name, { exact: true }).waitFor()
  const screens = [
    `webhooks/deliveries/${delivery.id}`,
    `events/${event?.id}`,
    'requests',
    ...requests.slice(0, 3).map(({ request_id }) => `requests/${encodeURIComponent(request_id)}`),
    'sandbox/outbox',
    'sandbox/phones',
  ]
  for (const screen of screens) {
    await open(`${home}/${screen}`)
    await page.getByRole('main').getByText(/.{3}/).first().waitFor()
    await page.locator('[role=status][aria-label=Loading]').first().waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('window.hit'), undefined, screen)
    assert.equal(await page.locator('main script, main img, main svg[onload]').count(), 0, screen)
  }
  await open(`${home}/webhooks/deliveries/${delivery.id}`)
  await page
    .getByText(evil[0] ?? '')
    .first()
    .waitFor()
  assert.deepEqual(complaints, [])
})

test(
  'a request is found by its refusal and told as a call without the key; events are sent again',
  options,
  async () => {
    const endpoint = await openEndpoint()
    const shop = await openListeningShop(service, endpoint.url)
    const eventId = await shop.sell()
    await shop.delivery(eventId, ({ status }) => status === 'delivered')
    await shop.call('/v1/collections/ussd-push', {
      body: { merchant_id: shop.merchantId, customer_phone: "it's", amount: '1' },
      headers: { 'idempotency-key': randomUUID() },
    })
    await service.parts.requests.written()
    const home = `/m/${shop.merchantId}/sandbox`
    const { page, complaints, open } = await enterDashboard(browser as Browser, service, {
      email: shop.ownerEmail,
      path: `${home}/requests?method=POST`,
    })
    await page.getByText(/^4\d\d \w+$/).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    assert.equal(await page.getByRole('cell', { name: 'Dashboard' }).count(), 0)
    await open(`${home}/requests`)
    await page.getByRole('cell', { name: 'API key' }).first().waitFor()
    assert.equal(await page.getByRole('cell', { name: 'Dashboard' }).count(), 0)
    await page.getByLabel('By', { exact: true }).selectOption('Dashboard')
    await page.getByRole('cell', { name: 'Dashboard' }).first().waitFor()
    await open(`${home}/requests?method=POST`)
    await page.getByText(/^4\d\d \w+$/).waitFor()
    await page
      .getByRole('link')
      .filter({ has: page.locator('time') })
      .first()
      .click()
    await page.getByText(/^4\d\d \w+$/).waitFor()
    const call = await page
      .getByRole('figure', { name: 'As a call to try again' })
      .locator('pre')
      .textContent()
    assert.match(call ?? '', /Bearer \$MALIPO_KEY/)
    assert.match(call ?? '', /it'\\''s/)
    assert.ok(!(await page.content()).includes(shop.sandboxKey))
    assert.deepEqual(await violationsOn(page), [])

    await open(`${home}/events`)
    assert.deepEqual(await violationsOn(page), [])
    await page
      .getByRole('link')
      .filter({ has: page.locator('time') })
      .first()
      .click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('on its way again').waitFor()
    await shop.delivery(eventId, () => endpoint.letters.length > 1)
    assert.deepEqual(complaints, [])
  },
)

test(
  'the sandbox is filled, hastened, broken on purpose and said to be; its phones are answered',
  options,
  async () => {
    const shop = await openListeningShop(service, (await openEndpoint()).url)
    const home = `/m/${shop.merchantId}/sandbox/sandbox`
    const { page, complaints, open } = await enterDashboard(browser as Browser, service, {
      email: shop.ownerEmail,
      path: home,
    })
    await page.getByLabel('Amount in TZS').fill('25,000')
    await page.getByRole('button', { name: 'Add test money' }).click()
    await page.getByText(/Available now: TSh.25,000/).waitFor()
    await page.getByLabel('They answer after').fill('600000')
    await page
      .getByRole('region', { name: 'How customers answer' })
      .getByRole('button', { name: 'Save' })
      .click()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel('Sent twice (%)').fill('50')
    await page.getByRole('region', { name: 'Switchboard' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Faults are switched on').waitFor()
    assert.deepEqual(await violationsOn(page), [])

    const { id } = await shop.push({ customer_phone: '0712345678' })
    await open(`${home}/phones`)
    await page.getByText('Faults are switched on').waitFor()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('Answered.').waitFor()
    await page.getByText('No phone is being asked just now').waitFor()
    await shop.settled(id, 'successful')
    await page.getByRole('textbox', { name: 'Phone' }).fill('0712 345 678')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByLabel('Balance in TZS').fill('1,000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    assert.deepEqual(await violationsOn(page), [])

    await open(home)
    const later = await shop.push({ customer_phone: '0754000000' })
    await page.getByLabel('Its id').fill(String(later.id))
    await page.getByRole('button', { name: 'Make it happen now' }).click()
    const hastened = page.getByRole('region', { name: 'Do not wait' })
    await hastened
      .getByText(/^The .+\.$/)
      .or(hastened.getByRole('alert'))
      .waitFor()
    assert.deepEqual(await hastened.getByRole('alert').allTextContents(), [])
    await page.getByRole('button', { name: 'Switch all faults off' }).click()
    await page.getByText('Faults are switched on').waitFor({ state: 'detached' })
    await open(`/m/${shop.merchantId}/live/sandbox`)
    await page.getByText('These tools belong to the sandbox').waitFor()
    // A busy machine says that it is, and is asked again.
    assert.deepEqual(
      complaints.filter((one) => !one.includes('status of 503')),
      [],
    )
  },
)
