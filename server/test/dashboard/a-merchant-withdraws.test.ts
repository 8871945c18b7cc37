import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { password, type Service, startService } from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { type Desk, openDesk } from '../stories/payouts/desk.ts'
import { openTill, type Till } from '../stories/payouts/till.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let till: Till
let desk: Desk
before(async () => {
  service = await startService()
  till = await openTill(service)
  desk = await openDesk(service)
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

test('the cost is told while typing, and a session that ends in the form asks once', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/withdrawals`,
  })
  await page.getByText('No withdrawals yet').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('link', { name: 'Withdraw', exact: true }).first().click()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Enter an amount, like 25,000.').waitFor()
  await page.getByLabel('Network').selectOption('MPESA')
  await page.getByLabel('Phone number').fill('0712 345 678')
  await page.getByLabel('Name of the recipient').fill('Asha <b>Mushi</b>')
  await page.getByRole('button', { name: 'Check the name' }).click()
  const registered = page.getByText('Registered to ASHA JUMA: another name.')
  await registered.waitFor()
  const costs = page.getByRole('region', { name: 'What it costs' })
  await page.getByLabel('Amount').fill('900,000')
  await costs.getByText('Not enough: TSh 809,000 short.').waitFor()
  await page.getByLabel('Amount').fill('10,000')
  await costs.getByText('1.0 % of TSh 10,000').waitFor()
  await costs.getByText('TSh 10,100').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.reload()
  await costs.getByText('TSh 89,900').waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('heading', { name: 'Check and send' }).waitFor()
  await page.getByText('Asha <b>Mushi</b>').waitFor()
  await registered.waitFor()
  assert.deepEqual(await violationsOn(page), [])

  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Ask for TSh 10,000' }).click()
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  assert.equal((await till.list()).length, 0)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'TSh 10,000 to Asha <b>Mushi</b>' }).waitFor()
  const [asked, ...more] = await till.list()
  assert.deepEqual([asked?.status, more], ['PENDING_ADMIN_APPROVAL', []])
  assert.ok(page.url().endsWith(String(asked?.id)))
  assert.equal((asked?.name_check as { match?: string } | null)?.match, 'different')
  await registered.waitFor()
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByText('You cancelled it. Nothing has left your balance.').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.deepEqual(
    complaints.filter((one) => !one.includes('401')),
    [],
  )
})

test('a merchant answers a question on a phone in Swahili, and is paid', options, async () => {
  const { id } = await till.submit()
  const question = 'Mpokeaji ni nani?'
  assert.equal((await desk.decide(id, 'request-info', { note: question })).status, 200)
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/withdrawals`,
    language: 'sw',
    as: onPhone,
  })
  await page.getByRole('listitem').filter({ hasText: 'Jibu linahitajika' }).getByRole('link').click()
  await page.getByText(question).first().waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByLabel('Jibu lako').fill('Ni mwenye nyumba: kodi ya duka.')
  await page.getByRole('button', { name: 'Tuma jibu' }).click()
  await page.getByText('Jibu lako limetumwa. Inasubiri idhini tena.').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  const { history } = await till.read(id)
  assert.equal(history.at(-1)?.note, 'Ni mwenye nyumba: kodi ya duka.')

  assert.equal((await desk.decide(id, 'approve')).status, 200)
  // The page hears of it by itself.
  await page.getByText('Mpokeaji amelipwa.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Ghairi kutoa pesa' }).count(), 0)
  assert.equal((await sidewaysOn(page))[0], 0)
  assert.deepEqual(complaints, [])
})
