import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { keepBooks } from '../../src/books/keep-books.ts'
import { dayAt } from '../../src/primitives/instant.ts'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin, newMerchant, type Service, sessionOf, startService } from '../service.ts'
import { colourViolationsOn, sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { openTill, type Till } from '../stories/payouts/till.ts'
import { type Entered, enterDashboard, onPhone } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

const email = 'super@console.test'
let service: Service
let till: Till
before(async () => {
  service = await startService()
  till = await openTill(service)
  await newAdmin(service, email)
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

const enter = (path: string, as = {}): Promise<Entered> =>
  enterDashboard(browser as Browser, service, { email, path: `/admin/live${path}`, ...as })

/** Nothing that anybody cannot use, in the light and in the dark. */
async function assertForEverybody(page: Page): Promise<void> {
  assert.deepEqual(await violationsOn(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.deepEqual(await colourViolationsOn(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a business is verified by its documents, and suspended by typing its name', options, async () => {
  const { merchantId, ownerEmail } = await newMerchant(service)
  const cookie = await sessionOf(service, ownerEmail)
  const content = Buffer.from('%PDF-1.7 the TIN of a shop').toString('base64')
  const body = { kind: 'tin_certificate', file_name: 'TIN.pdf', content }
  assert.equal((await service.call(`/v1/merchants/${merchantId}/documents`, { cookie, body })).status, 201)
  const { page, complaints } = await enter('')

  // Two keys lead there from anywhere.
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.getByRole('heading', { name: 'Businesses' }).waitFor()
  await page.getByLabel('Verification').selectOption('pending')
  await page.waitForURL(/verification=pending/)
  await page.getByRole('row').nth(1).waitFor()
  await assertForEverybody(page)
  await page.keyboard.press('Escape')
  await page.locator(`a[href$="/merchants/${merchantId}"]`).click()
  await page.getByText('It sent in documents and waits for you.').waitFor()
  await assertForEverybody(page)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Save / }).click()
  assert.equal((await saving).suggestedFilename(), 'TIN.pdf')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('It may withdraw live money.', { exact: true }).waitFor()

  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await assertForEverybody(page)
  await dialog.getByLabel('Reason').fill('Asked by its owner.')
  await dialog.getByLabel('Type “').fill('another shop')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByText('That is not the name.').waitFor()
  const stateOf = async () =>
    service.world.sql`select verification_status, is_active from merchants where id = ${merchantId}`
  assert.deepEqual([...(await stateOf())], [{ verification_status: 'verified', is_active: true }])
  await dialog.getByLabel('Type “').fill(name)
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Live payments and withdrawals are refused.').waitFor()
  assert.deepEqual([...(await stateOf())], [{ verification_status: 'verified', is_active: false }])
  assert.deepEqual(complaints, [])
})

test('whoever looks at prices reads what those without one of their own pay', options, async () => {
  const shares = await service.world.sql<{ channel: string; share: string; others: string }[]>`
    select channel, (percentage / 10000)::text as share, (flat_fee + processor_charge)::text as others
    from pricing_rules where merchant_id is null order by channel`
  const { page, complaints } = await enter('/pricing')
  await page.getByText('1 % of what is paid out, and nothing of what is taken in or given back').waitFor()
  assert.deepEqual(
    shares.map(({ channel, share, others }) => [channel, Number(share), others]),
    [
      ['BANK_ACCOUNT', 1, '0'],
      ['COLLECTION', 0, '0'],
      ['MOBILE_MONEY', 1, '0'],
      ['PROVIDER_PESA', 1, '0'],
      ['REFUND', 0, '0'],
    ],
    'and so it is',
  )
  assert.deepEqual(complaints, [])
  await page.close()
})

test('about a business of their own somebody reads why, and finds only what stops it', options, async () => {
  const { merchantId, ownerEmail } = await newMerchant(service)
  const { world } = service
  await world.sql`insert into super_admins select id, now() from users where email = ${ownerEmail}`
  const { page, complaints } = await enter(`/merchants/${merchantId}`, { email: ownerEmail })
  await page.getByText('Somebody else verifies it').waitFor()
  for (const name of ['Verify', 'Set threshold'])
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  await world.sql`update merchants set is_active = false where id = ${merchantId}`
  await page.reload()
  await page.getByText('Live payments and withdrawals are refused.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Activate' }).count(), 0)
  await assertForEverybody(page)
  assert.deepEqual(complaints, [])
})

test('a price is tried on past payments, and set as it was tried', options, async () => {
  const { id } = await till.push({}, { key: till.liveKey })
  await till.settled(id, 'successful', till.liveKey)
  const { page, complaints } = await enter(`/pricing?merchant=${till.merchantId}`)
  // The price of now comes late: whatever is typed by then is there afterwards.
  await page.route('**/v1/admin/merchants/*', async (asked) => {
    await page.waitForTimeout(1_500)
    await asked.continue()
  })
  await page.reload()
  await page.getByLabel('Share in percent').fill('2')
  await page.getByLabel('Provider’s charge by steps').fill('ten')
  await page.getByRole('button', { name: 'Try on past payments' }).click()
  await page.getByText('Write each line like 10,000: 300.').waitFor()
  await page.getByLabel('Provider’s charge by steps').fill('')
  await page.getByRole('button', { name: 'Try on past payments' }).click()
  const trial = page.getByRole('region', { name: 'What it would have meant' })
  // Two percent of 1,500, where nothing was charged.
  await trial.getByText('TSh 30').first().waitFor()
  const rules = () =>
    service.world.sql`select percentage::text from pricing_rules where merchant_id = ${till.merchantId}`
  assert.equal((await rules()).length, 0)
  await assertForEverybody(page)
  await page.getByLabel('Name', { exact: true }).fill('Two percent')
  await page.getByRole('button', { name: 'Set this price' }).click()
  await page.getByText('Set as version 1, from').waitFor()
  await page.getByRole('cell', { name: 'Two percent' }).waitFor()
  assert.equal((await rules()).length, 1)
  assert.deepEqual(complaints, [])
})

test(
  'a statement is reconciled, a provider is drained, the books hold, and the audit log too',
  options,
  async () => {
    const { page, complaints, open } = await enter('/reconciliation/new')
    const day = dayAt(new Date(Date.now() - 86_400_000))
    const reference = `MLP${randomUUID().replaceAll('-', '').toUpperCase()}`
    const csv = `reference,amount,currency,state,kind,time\n${reference},5000,TZS,paid,collection,${day}T10:00:00+03:00\n`
    await page.getByLabel('Day', { exact: true }).fill(day)
    await page
      .getByLabel('Statement of the day as CSV')
      .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByLabel('Format of the statement').selectOption('gateway')
    await assertForEverybody(page)
    await page.getByRole('button', { name: 'Reconcile', exact: true }).click()
    await page.getByText('1 difference').waitFor({ timeout: 60_000 })
    await page.getByRole('row').filter({ hasText: reference }).getByText('Extra there').waitFor()
    await assertForEverybody(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save report' }).click()
    assert.match((await saving).suggestedFilename(), new RegExp(`${day}\\.csv$`))

    await open('/admin/live/providers')
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('button', { name: 'Drain' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('They change their machines tonight.')
    await page.getByRole('dialog').getByRole('button', { name: 'Drain' }).click()
    await page.getByText('It gets nothing new; what it carries goes on.').waitFor()
    await assertForEverybody(page)

    await open('/admin/live/books')
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('button', { name: 'Being checked' }).waitFor()
    await keepBooks({ world: service.world, everyMs: 3_600_000 })
    await page.getByText('The books hold.').waitFor()
    await assertForEverybody(page)

    await open('/admin/live/audit?action=provider.drained')
    await page.getByRole('button', { name: 'Verify chain' }).click()
    await page.getByText('The chain holds').waitFor()
    await assertForEverybody(page)
    assert.deepEqual(complaints, [])
  },
)

test('every other screen is for everybody, on a phone and in Swahili too', options, async () => {
  const paths = ['/providers', '/provider-routes', '/float-top-ups', '/reconciliation', '/statement-mappings']
  const { page, complaints, open } = await enter('/alerts', { language: 'sw', as: onPhone })
  const found: unknown[] = []
  for (const path of [...paths, '/operators', '/merchants/new', '/audit', '/books', '/pricing']) {
    await open(`/admin/live${path}`)
    await page.waitForLoadState('networkidle')
    const wrong = [...(await violationsOn(page)), ...(await sidewaysOn(page)).filter((past) => past > 0)]
    if (wrong.length > 0) found.push([path, ...wrong])
  }
  assert.deepEqual(found, [])
  assert.deepEqual(complaints, [])
})
