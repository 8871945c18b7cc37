import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeAdmin } from '../../src/operator/operator.ts'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin, password } from '../service.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { succeeded } from '../stories/money/own-provider.ts'
import { balanceOf } from '../stories/money/shop.ts'
import { openPayoutStage, type PayoutStage } from '../stories/payouts/stage.ts'
import { type Entered, enterDashboard } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(async () => {
  await browser?.close()
  await stage.close()
})

/** A Super Admin at a console of their own. */
async function sitDown(name: string, path = '/admin/live'): Promise<Entered> {
  const email = `${name}-${randomUUID()}@malipo.test`
  await newAdmin(stage.service, email)
  return await enterDashboard(browser as Browser, stage.service, { email, path })
}

async function approve(page: Page, lastFour: string): Promise<void> {
  await page.getByRole('button', { name: 'Approve…' }).click()
  await page.getByLabel('Last 4 characters of the account').fill(lastFour)
  await page.getByRole('button', { name: /^Approve TSh/ }).click()
}

test('of two who approve at once one pays, and the other reads who decided', options, async () => {
  stage.provider.script.payOut = () => succeeded()
  const till = await stage.openTill()
  const { id } = await till.submit()
  const path = `/admin/live/withdrawals/${id}`
  const [asha, juma] = [await sitDown('asha', path), await sitDown('juma', path)]
  for (const { page } of [asha, juma]) await page.getByRole('button', { name: 'Approve…' }).waitFor()
  await approve(asha.page, '5678')
  await asha.page.getByText('Approved. It is being sent.').waitFor()
  await approve(juma.page, '5678')
  await juma.page.getByText(/^Decided by asha-.*, \d\d:\d\d$/).waitFor()
  assert.equal(await juma.page.getByRole('button', { name: 'Approve…' }).count(), 0)
  await stage.work()
  assert.equal(stage.provider.payOuts.length, 1)
  assert.equal(await till.status(id), 'SUCCESS')
  assert.deepEqual(asha.complaints, [])
})

test(
  'a question is asked and answered, the end of the account is asked for, and it is paid',
  options,
  async () => {
    stage.provider.script.payOut = () => succeeded()
    const till = await stage.openTill()
    const { id } = await till.submit({ destination_name: 'Neema Komba', amount: '25000' })
    const { page, complaints, open } = await sitDown('asha')
    await page.getByRole('link', { name: 'Neema Komba' }).click()
    await page.getByText('New recipient: never paid by this business before').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('button', { name: 'Ask…' }).click()
    await page.getByLabel('Question').fill('Who is Neema?')
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByText('The question is with the business.').waitFor()
    assert.equal((await till.answerInfo(id, { message: 'Our supplier of maize.' })).status, 200)
    await open(`/admin/live/withdrawals/${id}`)
    await page.getByText('Our supplier of maize.').first().waitFor()
    await approve(page, '1111')
    await page.getByText('These are not the last 4 of this account.').waitFor()
    assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL')
    assert.deepEqual(await violationsOn(page), [])
    await page.getByLabel('Last 4 characters of the account').fill('5678')
    await page.getByRole('button', { name: 'Approve TSh 25,000' }).click()
    await page.getByText('Approved. It is being sent.').waitFor()
    await stage.work()
    await page.reload()
    await page.getByText('Paid out', { exact: true }).first().waitFor()
    assert.deepEqual(complaints, [])
  },
)

test('a withdrawal is rejected with a reason, which the business reads', options, async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ destination_name: 'Unknown Person' })
  const { page, complaints } = await sitDown('asha', `/admin/live/withdrawals/${id}`)
  await page.getByRole('button', { name: 'Reject…' }).click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL', 'not without a reason')
  assert.deepEqual(await violationsOn(page), [])
  await page.getByLabel('Reason').fill('The name is not that of the account.')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText('Rejected. The business can read why.').waitFor()
  assert.equal(await till.status(id), 'REJECTED')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  for (const name of ['Approve…', 'Ask…', 'Reject…'])
    await page.getByRole('button', { name }).waitFor({ state: 'detached' })
  const owner = await enterDashboard(browser as Browser, stage.service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/withdrawals/${id}`,
  })
  await owner.page.getByText('The name is not that of the account.').first().waitFor()
  assert.deepEqual([...complaints, ...owner.complaints], [])
})

test('keys lead through the queue and decide nothing', options, async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ destination_name: 'First Come' })
  const { page, complaints } = await sitDown('asha')
  await page.getByRole('link', { name: 'First Come' }).waitFor()
  await page.getByRole('link', { name: /^Withdrawals \d/ }).waitFor()
  await page.getByRole('link', { name: /^Queue \d/ }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  for (const [key, title] of [
    ['2', 'Batches'],
    ['3', 'Held payments'],
    ['4', 'Discrepancies'],
    ['5', 'Unclear payouts'],
    ['6', 'Blocked'],
    ['1', 'Withdrawals'],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  await page.getByRole('link', { name: 'First Come' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'TSh 10,000 to First Come' }).waitFor()
  await page.getByRole('button', { name: 'Approve…' }).waitFor()
  await page.keyboard.press('a')
  await page.getByLabel('Last 4 characters of the account').waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL')
  await page.keyboard.press('Escape')
  assert.deepEqual(complaints, [])
})

test('nobody is offered to decide about the money of their own business', options, async () => {
  const till = await stage.openTill()
  const { id } = await till.submit()
  const email = till.ownerEmail
  const { world } = stage.service
  await world.sql.begin((tx) => makeAdmin(tx, world, { email, password }))
  const { page } = await enterDashboard(browser as Browser, stage.service, {
    email,
    path: `/admin/live/withdrawals/${id}`,
  })
  await page.getByText('You asked for it yourself. Somebody else decides.').waitFor()
  for (const name of ['Approve…', 'Ask…', 'Reject…'])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
})

test('whoever is no Super Admin finds nothing here', options, async () => {
  const till = await stage.openTill()
  const { page } = await enterDashboard(browser as Browser, stage.service, {
    email: till.ownerEmail,
    path: '/admin/live',
  })
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
})

test('where a second step is needed, that is all there is until somebody has one', options, async () => {
  const { world } = stage.service
  world.decidersNeedSecondFactor = true
  try {
    const { page } = await sitDown('asha')
    await page.getByRole('heading', { name: 'A second step is needed' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Set it up' }).getAttribute('href'), '/account')
    assert.deepEqual(await violationsOn(page), [])
  } finally {
    world.decidersNeedSecondFactor = false
  }
})
