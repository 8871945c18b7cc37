import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin, type Service, startService } from '../service.ts'
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

test('somebody gets a file of what is kept of them, and is erased, on a phone too', options, async () => {
  await till.dashboard('/v1/customers', 'live', { body: { name: 'Neema Mushi', phone: '0754123987' } })
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/settings`,
    as: onPhone,
  })
  await page.getByRole('link', { name: 'Personal data' }).click()
  await page.getByText('Nobody has asked yet').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal((await sidewaysOn(page))[0], 0)
  await page.getByRole('button', { name: 'Carry it out' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Phone', { exact: true }).fill('0754 123 987')
  await page.getByRole('button', { name: 'Carry it out' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Save the file' }).click({ timeout: 60_000 }),
  ])
  assert.match(file.suggestedFilename(), /^personal-data-.+\.ndjson$/)
  await page.getByLabel('What they ask for').selectOption('erase')
  await page.getByLabel('Phone', { exact: true }).fill('0754 123 987')
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await page.getByText('customers 1, payments 0').nth(1).waitFor({ timeout: 60_000 })
  assert.deepEqual(await violationsOn(page), [])
  const { items } = (await till.dashboard('/v1/customers', 'live')).body.data as { items: unknown[] }
  assert.equal(items.length, 0)
  assert.deepEqual(
    complaints.filter((one) => !/422/.test(one)),
    [],
  )
})

test('an owner takes everything along as a file', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/privacy`,
  })
  await page.getByRole('button', { name: 'Make a file of everything' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Save everything' }).click({ timeout: 60_000 }),
  ])
  assert.match(file.suggestedFilename(), /^export-.+\.ndjson$/)
  assert.deepEqual(await violationsOn(page), [])
  assert.deepEqual(complaints, [])
})

test('a Super Admin chooses how long people are kept', options, async () => {
  const email = 'keeper@malipo.test'
  await newAdmin(service, email)
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email,
    path: '/admin/live/retention',
  })
  const requests = page.getByLabel('Request log')
  await requests.fill('3')
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.reload()
  await page.getByText('Last changed').waitFor()
  assert.equal(await page.getByLabel('Request log').inputValue(), '3')
  assert.deepEqual(complaints, [])
})
