import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { openTill, type Till } from '../stories/payouts/till.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let till: Till
before(async () => {
  service = await startService()
  till = await openTill(service)
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

test('metadata is written, changed and taken away where it stands, on a phone too', options, async () => {
  const { id } = await till.submit({ metadata: { order: 'A-17', table: '4' } })
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/withdrawals/${id}`,
    as: onPhone,
  })
  const card = page.getByRole('region', { name: 'Metadata' })
  await card.getByText('A-17').waitFor()
  await card.getByRole('button', { name: 'Edit metadata' }).click()
  await card.getByLabel('Value 1').fill('A-18')
  await card.getByLabel('Value 2').fill('')
  await card.getByLabel('Key 3').fill('order id')
  await card.getByLabel('Value 3').fill('<b>Juma</b>')
  await card.getByRole('button', { name: 'Save metadata' }).click()
  await card.getByText('Use 1 to 40 letters').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal((await sidewaysOn(page))[0], 0)
  assert.deepEqual((await till.read(id)).metadata, { order: 'A-17', table: '4' })
  await card.getByLabel('Key 3').fill('waiter')
  await card.getByRole('button', { name: 'Save metadata' }).click()
  await card.getByText('<b>Juma</b>').waitFor()
  assert.deepEqual((await till.read(id)).metadata, { order: 'A-18', waiter: '<b>Juma</b>' })
  assert.deepEqual(await violationsOn(page), [])
  assert.deepEqual(complaints, [])
})

test(
  'payments and withdrawals are found by metadata, and what is no pair is not asked for',
  options,
  async () => {
    const words = { branch: 'Kariakoo, Dar', order: `O-${randomUUID().slice(0, 8)}` }
    const { id } = await till.submit({ metadata: words, destination_name: 'Found Person' })
    await till.submit({ metadata: { branch: 'Mwenge' }, destination_name: 'Other Person' })
    const { page, complaints, open } = await enterDashboard(browser as Browser, service, {
      email: till.ownerEmail,
      path: `/m/${till.merchantId}/live/withdrawals`,
    })
    await page.getByText('Other Person').waitFor()
    const field = page.getByLabel('Metadata')
    await field.fill('Kariakoo')
    await field.press('Enter')
    // What the browser itself calls wrong is not asked for.
    await page.locator('input:invalid').waitFor()
    assert.ok(!page.url().includes('metadata'))
    await field.fill(`branch=${words.branch}, order=${words.order}`)
    await field.press('Enter')
    await page.waitForURL('**?metadata=**')
    await page.getByText('Other Person').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Found Person/ }).click()
    await page.waitForURL(`**/withdrawals/${id}`)
    await open(`/m/${till.merchantId}/live/payments?metadata=branch%3DNowhere`)
    await page.getByRole('button', { name: 'Clear filters' }).first().waitFor()
    assert.equal(await page.getByLabel('Metadata').inputValue(), 'branch=Nowhere')
    assert.deepEqual(await violationsOn(page), [])
    assert.deepEqual(complaints, [])
  },
)
