import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { type ManyEared, openManyEared } from '../stories/webhooks/many-eared-shop.ts'
import { openEndpoint } from '../stories/webhooks/own-endpoint.ts'
import { isVerified } from '../stories/webhooks/verified.ts'
import { until } from '../test-clusters.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

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

const enter = (shop: ManyEared, as?: typeof onPhone) =>
  enterDashboard(browser as Browser, service, {
    email: shop.ownerEmail,
    path: `/m/${shop.merchantId}/sandbox/webhooks`,
    ...(as && { as }),
  })

test(
  'an endpoint is added for one shop, told what it asks for and nothing else, and its secret shown once',
  options,
  async () => {
    const [shop, ear] = [await openManyEared(service), await openEndpoint()]
    const { page, complaints } = await enter(shop)
    await page.getByRole('link', { name: 'Add an endpoint' }).click()
    await page.getByLabel('Address', { exact: true }).fill(shop.own.url)
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal((await shop.list()).filter(({ is_default: is }) => !is).length, 0, 'one address twice')

    await page.getByLabel('Address', { exact: true }).fill(ear.url)
    await page.getByText('Only what I choose').click()
    assert.ok(
      await page.getByRole('button', { name: 'Add an endpoint' }).isDisabled(),
      'nothing is chosen yet',
    )
    await page.getByLabel('collection.*', { exact: true }).check()
    await page.getByLabel('Prompt on the phone').check()
    await page.getByLabel('Only payments with this metadata').fill('shop=Kariakoo\ntill=2')
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    await page.getByRole('heading', { name: 'Your signing secret' }).waitFor()
    const secret = (await page.locator('pre').first().textContent()) ?? ''
    assert.deepEqual(await violationsOn(page), [])

    const [added] = (await shop.list()).filter(({ is_default: is }) => !is)
    assert.deepEqual(
      [added?.events, added?.methods, added?.metadata],
      [['collection.*'], ['USSD_PUSH'], { shop: 'Kariakoo', till: '2' }],
    )
    const other = await shop.sell({ metadata: { shop: 'Posta', till: '2' } })
    const own = await shop.sell({ metadata: { shop: 'Kariakoo', till: '2' } })
    const everything = [other, own].map(({ eventId }) => eventId)
    await until(() => everything.every((id) => shop.own.idsSeen().includes(id)))
    await until(() => ear.letters.length > 0)
    // Whoever answers late is told again; so what was heard counts, and not how often.
    assert.deepEqual([...new Set(ear.idsSeen())], [own.eventId])
    const [letter] = ear.letters
    assert.ok(letter && isVerified(letter, secret, service.world.clock.now()), 'signed with what was shown')

    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByText('collection.*, USSD_PUSH, shop=Kariakoo, till=2').waitFor()
    assert.ok(!(await page.content()).includes(secret), 'a secret is shown once')
    assert.deepEqual(
      complaints.filter((one) => !one.includes('status of 422')),
      [],
    )
  },
)

test('on a phone it is tried, switched off, given another secret and deleted', options, async () => {
  const [shop, ear] = [await openManyEared(service), await openEndpoint()]
  const { id, webhook_secret: first } = await shop.add({ url: ear.url })
  const { page, complaints } = await enter(shop, onPhone)
  await page.getByRole('link', { name: ear.url }).click()
  await page.getByRole('heading', { name: ear.url }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The test was delivered.').waitFor()
  assert.equal(ear.letters.length, 1)

  await page.getByRole('button', { name: 'Make the new secret' }).click()
  await page.getByRole('heading', { name: 'Your signing secret' }).waitFor()
  const second = (await page.locator('pre').first().textContent()) ?? ''
  assert.match(second, /^whsec_[^*]+$/)
  assert.notEqual(second, first)

  await page.getByLabel('Send events here').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Switched off by one of you.').waitFor()
  assert.equal((await shop.read(id)).status, 'off')
  assert.deepEqual(await violationsOn(page), [])

  await page.getByRole('button', { name: 'Delete endpoint' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('Nothing more is sent to').waitFor()
  await question.getByRole('button', { name: 'Delete endpoint' }).click()
  await page.getByRole('heading', { name: 'More endpoints' }).waitFor()
  await until(async () => (await shop.call('', id)).status === 404)
  await page.getByText(ear.url).waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})
