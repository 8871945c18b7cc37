import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { password, type Service, startService } from '../service.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { openShop, type Shop } from '../stories/money/shop.ts'
import { openListeningShop } from '../stories/webhooks/listening-shop.ts'
import { openEndpoint } from '../stories/webhooks/own-endpoint.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

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

const enter = (path: string, email = shop.ownerEmail, merchantId = shop.merchantId) =>
  enterDashboard(browser as Browser, service, { email, path: `/m/${merchantId}/sandbox/${path}` })

async function keysNamed(name: string): Promise<number> {
  const [found] = await service.world.sql<{ n: number }[]>`
    select count(*)::integer as n from api_keys where name = ${name}`
  return found?.n ?? 0
}

test(
  'a key is made once though the session ends over its form, works, is replaced and revoked',
  options,
  async () => {
    const { page, complaints } = await enter('keys')
    await page.getByRole('link', { name: 'Create test key' }).click()
    await page.getByLabel('Name').fill('Till <img src=x onerror=alert(1)>')
    await page.getByText('Only what I choose').click()
    await page.getByLabel('See payments').check()
    assert.equal(await page.getByLabel('At a time').count(), 0, 'a key that pays out nothing needs no cap')
    await page.getByLabel('Ask for money to be paid out').check()
    await page.getByLabel('At a time').fill('50,000')
    assert.deepEqual(await violationsOn(page), [])

    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Create test key' }).click()
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Your new key' }).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    assert.equal(await keysNamed('Till <img src=x onerror=alert(1)>'), 1)

    const fresh = (await page.locator('pre').first().textContent()) ?? ''
    const caller = await service.call('/v1/merchant/caller', { key: fresh })
    const { api_key } = caller.body.data as { api_key: { scopes: string[]; payout_caps: { each: string } } }
    assert.deepEqual(api_key.scopes, ['collections:read', 'disbursements:write'])
    assert.equal(api_key.payout_caps.each, '50000.00')

    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('link', { name: /^Till </ }).click()
    await page.getByRole('heading', { name: /^Till <img/ }).waitFor()
    assert.ok(!(await page.content()).includes(fresh), 'a key is shown once')
    assert.deepEqual(await violationsOn(page), [])
    await page.getByLabel('See payments').uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByLabel('See payments').waitFor({ state: 'detached' })
    const narrowed = (await service.call('/v1/merchant/caller', { key: fresh })).body
      .data as typeof caller.body.data
    assert.deepEqual((narrowed.api_key as { scopes: string[] }).scopes, ['disbursements:write'])
    await page.getByLabel('The old key works for').selectOption('0')
    await page.getByRole('button', { name: 'Make the new key' }).click()
    await page.getByRole('heading', { name: 'Your new key' }).waitFor()
    const next = (await page.locator('pre').first().textContent()) ?? ''
    assert.deepEqual(
      await Promise.all(
        [fresh, next].map(async (key) => (await service.call('/v1/merchant/caller', { key })).status),
      ),
      [401, 200],
    )

    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page
      .getByRole('link', { name: /^Till </ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Payments that are under way go on').waitFor()
    await page.getByRole('button', { name: 'Revoke now' }).click()
    await page.getByText('Revoked').waitFor()
    assert.equal((await service.call('/v1/merchant/caller', { key: next })).status, 401)
    assert.deepEqual(
      complaints.filter((one) => !one.includes('status of 401')),
      [],
    )
  },
)

test('a failing webhook is found, fixed, tried again and green', options, async () => {
  let status = 500
  const endpoint = await openEndpoint(() => ({ status, body: '<script>alert(1)</script>' }))
  const listening = await openListeningShop(service, endpoint.url)
  const eventId = await listening.sell()
  await listening.delivery(eventId, ({ attempts }) => attempts > 0)

  const { page, complaints } = await enter('webhooks', listening.ownerEmail, listening.merchantId)
  await page.getByText(endpoint.url).waitFor()
  await page.getByLabel('Status').selectOption('pending')
  await page.getByRole('table').getByText('500').waitFor()
  assert.match(page.url(), /\?status=pending$/)
  assert.deepEqual(await violationsOn(page), [])
  await page
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .first()
    .click()
  await page.getByText('<script>alert(1)</script>').first().waitFor()
  await page.getByText(`webhook-id: ${eventId}`).waitFor()
  assert.deepEqual(await violationsOn(page), [])

  status = 200
  await page.getByRole('button', { name: 'Try again now' }).click()
  await page.getByRole('status').getByText('Delivered').waitFor()

  await page.getByRole('link', { name: 'All deliveries' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The test was delivered.').waitFor()
  await page.getByRole('link', { name: 'Send again' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('1 event is on its way again.').waitFor()
  assert.deepEqual(complaints, [])
})

test(
  'an address is set on a phone, its secret shown once, and refused where it must not be',
  options,
  async () => {
    const endpoint = await openEndpoint()
    const { page, complaints, open } = await enterDashboard(browser as Browser, service, {
      email: shop.ownerEmail,
      path: `/m/${shop.merchantId}/sandbox/webhooks`,
      as: onPhone,
    })
    await page.getByRole('link', { name: 'Set the address' }).click()
    const address = page.getByLabel('Address for test events')
    await address.fill('http://169.254.169.254/')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    await address.fill(endpoint.url)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Your signing secret' }).waitFor()
    const secret = (await page.locator('pre').first().textContent()) ?? ''
    assert.match(secret, /^whsec_[^*]+$/)
    assert.deepEqual(await violationsOn(page), [])
    await open(`/m/${shop.merchantId}/sandbox/webhooks/settings`)
    await page.getByText('whsec_****').waitFor()
    assert.ok(!(await page.content()).includes(secret))

    await open(`/m/${shop.merchantId}/sandbox/webhooks/check`)
    await page.getByRole('button', { name: 'Run the check' }).click()
    // This endpoint takes everything, forged or not.
    await page.getByText('Not ready yet').waitFor({ timeout: 60_000 })
    await page.getByRole('region', { name: 'A forged signature' }).getByText('To mend').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    assert.deepEqual(
      complaints.filter((one) => !one.includes('status of 422')),
      [],
    )
  },
)
