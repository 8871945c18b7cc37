import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Service, startService } from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { type Desk, openDesk } from '../stories/payouts/desk.ts'
import { openTill, type Till } from '../stories/payouts/till.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

/** The smallest that anybody still has. */
const onSmallPhone = { viewport: { width: 320, height: 640 }, hasTouch: true }

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

test(
  'a payment is refunded in parts from its screen: one is cancelled, one approved and paid',
  options,
  async () => {
    const { id } = await till.push(
      { amount: '5000.00', customer_phone: '255700000001' },
      { key: till.liveKey },
    )
    const { page, complaints } = await enterDashboard(browser as Browser, service, {
      email: till.ownerEmail,
      path: `/m/${till.merchantId}/live/payments/${id}`,
    })
    const open = page.getByRole('button', { name: 'Refund', exact: true })
    await open.click({ timeout: 60_000 })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Up to TSh 5,000').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await dialog.getByLabel('Amount').fill('none')
    await dialog.getByRole('button', { name: 'Ask for the refund' }).click()
    await dialog.getByText('Enter an amount, like 25,000.').waitFor()
    await dialog.getByLabel('Amount').fill('9,000')
    await dialog.getByRole('button', { name: 'Ask for the refund' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Amount').fill('2,000')
    await dialog.getByLabel('Why').selectOption('not_delivered')
    await dialog.getByLabel('Note').fill('<b>one shirt</b> was missing')
    await dialog.getByRole('button', { name: 'Ask for the refund' }).click()
    const refunds = page.getByRole('region', { name: 'Refunds' })
    await refunds.getByText('Something was not delivered').waitFor()
    await refunds.getByText('TSh 3,000').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await refunds.getByRole('button', { name: 'Cancel refund' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel refund' }).click()
    await refunds.getByText('TSh 5,000').waitFor()
    await open.click()
    await dialog.getByRole('button', { name: 'Ask for the refund' }).click()
    await refunds.getByText('All of it has gone back, or is asked back.').waitFor()
    const { items } = (await till.dashboard('/v1/refunds', 'live')).body.data as { items: { id: string }[] }
    assert.equal((await desk.decide(items[0]?.id, 'approve')).status, 200)
    await refunds.getByText('Paid out').waitFor({ timeout: 60_000 })
    assert.equal(await open.count(), 0)
    assert.deepEqual(
      complaints.filter((one) => !/4(09|22)/.test(one)),
      [],
    )
  },
)

test('a refund that does not go back says why', options, async () => {
  const { id } = await till.push({ amount: '5000.00', customer_phone: '255700000001' }, { key: till.liveKey })
  const { page, open, complaints } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/payments/${id}`,
  })
  await page.getByRole('button', { name: 'Refund', exact: true }).waitFor({ timeout: 60_000 })
  const asked = await till.dashboard('/v1/refunds', 'live', {
    body: { collection_id: id, reason: 'requested' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  const rejected = await desk.decide(asked.body.data.id, 'reject', { note: 'Ask for another number.' })
  assert.equal(rejected.status, 200)
  await open(`/m/${till.merchantId}/live/payments/${id}`)
  await page.getByRole('region', { name: 'Refunds' }).getByText('Ask for another number.').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.deepEqual(complaints, [])
})

test('a question about a refund is answered from the bell, on the smallest phone too', options, async () => {
  const { id: payment } = await till.push(
    { amount: '5000.00', customer_phone: '255700000001' },
    { key: till.liveKey },
  )
  await till.settled(payment, 'successful', till.liveKey)
  const asked = await till.dashboard('/v1/refunds', 'live', {
    body: { collection_id: payment, amount: '3000', reason: 'duplicate', note: 'twice within a minute' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  const { id } = asked.body.data
  assert.equal((await desk.decide(id, 'request-info', { note: 'Which one is the double?' })).status, 200)
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live`,
    as: onSmallPhone,
  })
  await page.getByText('A refund has a question for you').waitFor()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const told = page.getByRole('listitem').filter({ hasText: 'We need more information about a refund' })
  await told.getByRole('link', { name: 'Open the refund' }).click()
  await page.getByRole('heading', { name: /^Refund of TSh 3,000 to / }).waitFor()
  await page.getByText('Which one is the double?').first().waitFor()
  await page.getByText('twice within a minute').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal((await sidewaysOn(page))[0], 0)
  await page.getByLabel('Your answer').fill('The <b>second</b> of 14:05.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Your answer was sent. It waits for approval again.').waitFor()
  await page.getByText('The <b>second</b> of 14:05.').first().waitFor()
  await page.getByRole('button', { name: 'Edit metadata' }).click()
  await page.getByLabel('Key 1').first().fill('order_id')
  await page.getByLabel('Value 1').first().fill('A-17')
  await page.getByRole('button', { name: 'Save metadata' }).click()
  await page.getByRole('button', { name: 'Edit metadata' }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  const { history, metadata } = (await till.dashboard(`/v1/refunds/${id}`, 'live')).body.data as {
    history: { note: string | null }[]
    metadata: unknown
  }
  assert.equal(history.at(-1)?.note, 'The <b>second</b> of 14:05.')
  assert.deepEqual(metadata, { order_id: 'A-17' })
  assert.equal((await desk.decide(id, 'approve')).status, 200)
  // No event tells of the approval: the page looks by itself.
  await page.getByText('The money has gone back.').waitFor({ timeout: 60_000 })
  assert.equal(await page.getByRole('button', { name: 'Cancel refund' }).count(), 0)
  assert.deepEqual(complaints, [])
})

test(
  'who paid by a code is nobody, so that whoever refunds it says where to, and the list finds it',
  options,
  async () => {
    const { id, provider_reference: reference } = await till.collect('dynamic-qr', { amount: '7000' })
    assert.equal((await till.tell({ reference: String(reference) })).status, 200)
    await till.settled(id, 'successful')
    const here = `/m/${till.merchantId}/sandbox`
    const { page, complaints } = await enterDashboard(browser as Browser, service, {
      email: till.ownerEmail,
      path: `${here}/payments/${id}`,
    })
    await page.getByRole('button', { name: 'Refund (test)' }).click({ timeout: 60_000 })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nobody has told us who paid.').waitFor()
    const send = dialog.getByRole('button', { name: 'Ask for the test refund' })
    await send.click()
    await dialog.getByText('Choose where the money goes.').waitFor()
    await dialog.getByText('Enter the name of the recipient.').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await dialog.getByText('Bank account', { exact: true }).click()
    await dialog.getByLabel('Bank', { exact: true }).selectOption('CRDB')
    await dialog.getByLabel('Account number').fill('1000 000 001')
    await dialog.getByLabel('Name of the recipient').fill('Asha Mushi')
    await dialog.getByLabel('Amount').fill('4,000')
    const costs = dialog.getByRole('region', { name: 'What it costs' })
    await costs.getByRole('row', { name: 'Left of the payment after it TSh 3,000' }).waitFor()
    await dialog.getByLabel('Why').selectOption('overpaid')
    assert.deepEqual(await violationsOn(page), [])
    await page.setViewportSize({ width: 320, height: 640 })
    assert.equal((await sidewaysOn(page))[0], 0)
    await page.setViewportSize({ width: 1280, height: 860 })
    await send.click()
    const refunds = page.getByRole('region', { name: 'Refunds' })
    await refunds.getByText('Too much was paid').waitFor()

    await page.getByRole('link', { name: 'Withdrawals', exact: true }).click()
    await page.getByRole('link', { name: 'Refunds', exact: true }).click()
    await page.getByRole('heading', { name: 'Refunds' }).waitFor()
    await page.getByLabel('Why').selectOption('duplicate')
    await page.getByText('No refund fits these filters').waitFor()
    await page.getByLabel('Why').selectOption('overpaid')
    await page.getByLabel('Method').selectOption('MOBILE_MONEY')
    await page.getByText('No refund fits these filters').waitFor()
    await page.getByLabel('Method').selectOption('BANK_ACCOUNT')
    await page
      .getByRole('row', { name: /Asha Mushi CRDB/ })
      .getByRole('link')
      .click()
    await page.getByRole('heading', { name: 'Refund of TSh 4,000 to Asha Mushi' }).waitFor()
    await page.getByText('The money has gone back.').waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Open the payment' }).click()
    await page.getByRole('region', { name: 'Refunds' }).getByRole('link', { name: 'TSh 4,000' }).waitFor()
    assert.deepEqual(complaints, [])
  },
)

test('statements are asked for, downloaded and scheduled, on a phone too', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live/statement`,
    as: onPhone,
  })
  await page.getByRole('link', { name: 'Statements by days' }).click()
  await page.getByText('No statements yet').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal((await sidewaysOn(page))[0], 0)
  await page.getByLabel('After every day').check()
  await page.getByLabel('Who is told by mail').fill('books@shop.test')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('First day').fill(yesterday)
  await page.getByRole('button', { name: 'Prepare' }).click()
  await page.getByRole('button', { name: 'Download CSV' }).waitFor({ timeout: 60_000 })
  assert.deepEqual(await violationsOn(page), [])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  assert.equal(file.suggestedFilename(), `statement-${yesterday}-${yesterday}.pdf`)
  await page.getByRole('link', { name: 'Statements by days' }).click()
  await page.getByRole('link', { name: 'Settlements' }).click()
  await page.getByText('No settled day yet').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.deepEqual(complaints, [])
})
