import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from '../stories/money/books.ts'
import { openTill, type Till } from '../stories/payouts/till.ts'
import { enterDashboard } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let till: Till
before(async () => {
  service = await startService()
  till = await openTill(service, 100_000_000n)
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

const enter = (path: string) =>
  enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/${path}`,
  })

const withdrawals = '**/v1/merchant/withdrawals'
const pushes = '**/v1/collections/ussd-push'

/** It arrives, and no answer ever comes back. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

async function review(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Network').selectOption('MPESA')
  await page.getByLabel('Phone number').fill('0712 345 678')
  await page.getByLabel('Name of the recipient').fill('Asha')
  await page.getByLabel('Amount').fill(amount)
  await page.getByText(`1.0 % of TSh ${amount}`).waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('heading', { name: 'Check and send' }).waitFor()
}

/** What stands in front of the service turns a request away; its own words are not ours. */
const turnedAway = {
  'who is in a hurry': {
    status: 429,
    headers: { 'retry-after': '60' },
    contentType: 'application/json',
    body: '{"success":false,"error":{"code":"rate_limited","message":"Too many requests.","details":null}}',
  },
  'a network that wants to be paid first': {
    status: 403,
    contentType: 'text/html',
    body: '<h1>Buy a bundle</h1>',
  },
}

for (const [what, answer] of Object.entries(turnedAway))
  test(`an answer that was lost stays unknown when ${what} is turned away after it`, options, async () => {
    const before = (await till.list()).length
    const { page } = await enter('live/withdrawals/new')
    await review(page, '10,000')
    let asked = 0
    await page.route(withdrawals, async (route) => {
      asked += 1
      await (asked === 1 ? loseAnswer(route) : route.fulfill(answer))
    })
    await page.getByRole('button', { name: 'Ask for TSh 10,000' }).click()
    await page.getByRole('alert').waitFor()
    await page.unroute(withdrawals)
    await page.getByRole('button', { name: 'Ask for TSh 10,000' }).click()
    await page.getByRole('heading', { name: 'TSh 10,000 to Asha' }).waitFor()
    assert.equal((await till.list()).length, before + 1)
    await page.close()
  })

test(
  'whoever changes what may have arrived is told that it did, before anything else is asked for',
  options,
  async () => {
    const before = (await till.list()).length
    const { page } = await enter('live/withdrawals/new')
    await review(page, '11,000')
    await page.route(withdrawals, loseAnswer)
    await page.getByRole('button', { name: 'Ask for TSh 11,000' }).click()
    await page.getByRole('alert').getByText('Nobody knows whether it arrived.').waitFor()
    await page.unroute(withdrawals)
    await page.getByRole('button', { name: 'Change' }).click()
    await review(page, '12,000')
    await page.getByRole('button', { name: 'Ask for TSh 12,000' }).click()
    await page.getByRole('alert').getByText('What you sent from here before did arrive.').waitFor()
    assert.equal((await till.list()).length, before + 1)
    await page.close()
  },
)

test(
  'a payment whose answer was lost is the same payment after the page was opened anew',
  options,
  async () => {
    const asked = async () => {
      const { sql } = service.world
      return (await sql`select id from collections where merchant_id = ${till.merchantId}`).length
    }
    const before = await asked()
    const { page } = await enter('sandbox/payments/new')
    await page.getByLabel('Amount').fill('7,000')
    await page.getByRole('textbox', { name: 'Phone' }).fill('0700 000 005')
    await page.getByLabel('Description (optional)').fill('Two chairs')
    await page.route(pushes, loseAnswer)
    await page.getByRole('button', { name: 'Send test request' }).click()
    await page.getByRole('alert').waitFor()
    await page.unroute(pushes)
    await page.reload()
    await page.getByRole('button', { name: 'Send test request' }).waitFor()
    assert.equal(await page.getByLabel('Amount').inputValue(), '7,000')
    assert.equal(await page.getByLabel('Description (optional)').inputValue(), 'Two chairs')
    await page.getByRole('button', { name: 'Send test request' }).click()
    await page.getByText('A request is on 0700 000 005.').waitFor()
    assert.equal(await asked(), before + 1)

    await page.goBack()
    await page.getByRole('button', { name: 'Send test request' }).waitFor()
    assert.equal(await page.getByLabel('Amount').inputValue(), '', 'what was sent is not offered again')
    await page.close()
  },
)
