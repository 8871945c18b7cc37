import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin } from '../service.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { declined, pendingWithCode, succeeded, workOnce } from '../stories/money/own-provider.ts'
import { balanceOf, dataOf, type Fields } from '../stories/money/shop.ts'
import { blocked, openPayoutStage, type PayoutStage, silence } from '../stories/payouts/stage.ts'
import type { Till } from '../stories/payouts/till.ts'
import { type Entered, enterDashboard } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
  stage.provider.script.collect = pendingWithCode
})
after(async () => {
  await browser?.close()
  await stage.close()
})

/** A payment that waits for clearance. */
async function held(till: Till, body: Fields = {}): Promise<string> {
  const { id, provider_reference: reference } = await till.push(
    { amount: '7000.00', ...body },
    { key: till.liveKey },
  )
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, { ...succeeded(), hold: 'look first' } as never)
  return String(id)
}

/** A code, of which nobody is told who paid. */
async function showCode(till: Till): Promise<{ id: string; reference: string }> {
  const made = await stage.service.call('/v1/collections/dynamic-qr', {
    key: till.liveKey,
    body: { merchant_id: till.merchantId, amount: '1500.00' },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { id, provider_reference: reference } = dataOf(made)
  return { id: String(id), reference: String(reference) }
}

/** A refund as its console shows it, opened from what was just said. */
async function openRefund(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Open the refund' }).click()
  await page.getByRole('button', { name: 'Approve…' }).or(page.getByText('Somebody else decides')).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function sitDown(path: string): Promise<Entered> {
  const email = `asha-${randomUUID()}@malipo.test`
  await newAdmin(stage.service, email)
  return await enterDashboard(browser as Browser, stage.service, { email, path })
}

test('a held payment is cleared, and its money is with the business', options, async () => {
  const till = await stage.openTill(0n)
  await stage.service.world.sql`update merchants set hold_threshold = 200000 where id = ${till.merchantId}`
  const { provider_reference: reference } = await till.push({ amount: '5000.00' }, { key: till.liveKey })
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, succeeded())
  const { page, complaints } = await sitDown('/admin/live/held')
  await page.getByRole('link', { name: '0712 345 678' }).click()
  await page.getByRole('heading', { name: 'TSh 5,000 from 0712 345 678' }).waitFor()
  await page.getByText('TSh 2,000').first().waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Decline…' }).click()
  await page.getByRole('button', { name: 'Clear…' }).click()
  await page.getByRole('button', { name: 'Clear TSh 5,000' }).click()
  await page.getByText('Cleared. The money is with the business.').waitFor()
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '5000.00' }))
  assert.deepEqual(complaints, [])
})

test(
  'a held payment is declined with a reason, and its money goes back to whoever paid',
  options,
  async () => {
    const till = await stage.openTill(0n)
    const id = await held(till)
    const { page, complaints } = await sitDown(`/admin/live/payments/${id}`)
    await page.getByRole('button', { name: 'Decline…' }).click()
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    assert.equal((await till.state(id, till.liveKey)).status, 'pending_clearance', 'not without a reason')
    await page.getByLabel('It goes back to the payer').check()
    assert.equal(await page.getByLabel('Name of the recipient').count(), 0, 'who paid is known')
    assert.deepEqual(await violationsOn(page), [])
    await page.getByLabel('Reason').fill('The card was stolen.')
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByText('Declined. A refund to the payer waits for approval.').waitFor()
    assert.equal((await till.state(id, till.liveKey)).status, 'failed')
    assert.deepEqual(await till.balance('live'), balanceOf({}))
    await page.getByRole('button', { name: 'Clear…' }).waitFor({ state: 'detached' })
    const refund = await stage.desk.story(await openRefund(page))
    assert.deepEqual([refund.kind, refund.status], ['refund', 'PENDING_ADMIN_APPROVAL'])
    assert.deepEqual(complaints, [])
  },
)

test('or it stays with the provider, where whoever declines says so', options, async () => {
  const till = await stage.openTill(0n)
  const id = await held(till)
  const { page, complaints } = await sitDown(`/admin/live/payments/${id}`)
  await page.getByRole('button', { name: 'Decline…' }).click()
  await page.getByLabel('It stays with the provider').check()
  await page.getByLabel('Reason').fill('Returned over their counter.')
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.getByText('Declined. The money stays with the provider: return it outside.').waitFor()
  const queue = await stage.desk.call(`/v1/admin/withdrawals?merchant_id=${till.merchantId}`, 'live')
  assert.deepEqual(dataOf(queue).items, [])
  assert.deepEqual(complaints, [])
})

test('where nobody knows who paid, it is asked where the money goes', options, async () => {
  const till = await stage.openTill(0n)
  const { id, reference } = await showCode(till)
  await stage.provider.tell(stage.service, reference, { ...succeeded(), hold: 'look first' } as never)
  const { page, complaints } = await sitDown(`/admin/live/payments/${id}`)
  await page.getByRole('button', { name: 'Decline…' }).click()
  await page.getByLabel('It goes back to the payer').check()
  await page.getByLabel('Reason').fill('Nobody ordered it.')
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.getByText('is required: nobody knows who paid').first().waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByLabel('Bank account').check()
  await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'CRDB Bank' })
  await page.getByLabel('Account number').fill('0150 123 456')
  await page.getByLabel('Name of the recipient').fill('Asha Juma')
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.getByText('Declined. A refund to the payer waits for approval.').waitFor()
  const refund = await stage.desk.story(await openRefund(page))
  assert.deepEqual(
    [refund.destination_code, refund.destination_identifier, refund.destination_name],
    ['CRDB', '0150123456', 'Asha Juma'],
  )
  assert.deepEqual(
    complaints.filter((one) => !/422/.test(one)),
    [],
  )
})

test(
  'a refund to a payer that did not arrive is sent once more, by another that is approved',
  options,
  async () => {
    const till = await stage.openTill(0n)
    const id = await held(till)
    const { refund_id: first } = dataOf(
      await stage.desk.call(`/v1/admin/collections/${id}/decline`, 'live', { body: { note: 'Odd.' } }),
    )
    stage.provider.script.payOut = () => declined
    await stage.desk.decide(first, 'approve')
    await stage.work()
    const { page, complaints } = await sitDown(`/admin/live/withdrawals/${first}`)
    await page.getByText('it waits for the payer').waitFor()
    await page.getByRole('button', { name: 'Return again…' }).click()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByLabel('Note (optional)').fill('Their line was down.')
    await page.getByRole('button', { name: 'Return TSh 7,000 again' }).click()
    await page.getByText('Another refund to the payer waits for approval.').waitFor()
    await page.getByRole('button', { name: 'Return again…' }).waitFor({ state: 'detached' })
    const second = await openRefund(page)
    stage.provider.script.payOut = () => succeeded()
    await stage.desk.decide(second, 'approve')
    await stage.work()
    assert.equal((await stage.desk.story(second)).status, 'SUCCESS')
    assert.deepEqual(complaints, [])
  },
)

test(
  'a discrepancy is settled with both sides in view, and what is not open is absent',
  options,
  async () => {
    const till = await stage.openTill(0n)
    const push = async () => {
      const { provider_reference: reference } = await till.push({}, { key: till.liveKey })
      await workOnce(stage.service)
      return reference
    }
    const failed = await push()
    await stage.provider.tell(stage.service, failed, declined)
    await stage.provider.tell(stage.service, failed, succeeded(150_000n))
    const other = await push()
    await stage.provider.tell(stage.service, other, succeeded(1n))
    const { page, complaints, open } = await sitDown('/admin/live/discrepancies')
    await page.getByRole('link', { name: 'Paid, after it had failed here' }).click()
    await page.getByRole('heading', { level: 1, name: 'Paid, after it had failed here' }).waitFor()
    await page.getByText('failed TSh\u00a01,500').first().waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByLabel('Accept what they say').check()
    await page.getByLabel('Note').fill('Seen in their portal, receipt 4711.')
    await page.getByRole('button', { name: 'Settle' }).click()
    await page.getByText('Settled: Accept what they say').waitFor()
    assert.deepEqual(await till.balance('live'), balanceOf({ available: '1500.00' }))
    await page.reload()
    await page.getByText('Seen in their portal, receipt 4711.').waitFor()
    await page.getByText(/^by asha-[\w-]+$/).waitFor()
    await open('/admin/live/discrepancies')
    await page.getByRole('link', { name: 'Paid with another amount' }).click()
    await page.getByLabel('Keep what we hold').waitFor()
    assert.equal(await page.getByLabel('Accept what they say').count(), 0)
    assert.deepEqual(complaints, [])
  },
)

test('late money of a code is returned by settling it, to where somebody says', options, async () => {
  const till = await stage.openTill(0n)
  const { id, reference } = await showCode(till)
  for (const word of [declined, succeeded(150_000n)])
    await stage.provider.tell(stage.service, reference, word)
  const [late] = await stage.desk.discrepancies(id)
  const { page, complaints } = await sitDown(`/admin/live/discrepancies/${late?.id}`)
  await page.getByLabel('Accept what they say').check()
  assert.equal(await page.getByLabel('Name of the recipient').count(), 0, 'nothing goes back by it')
  await page.getByLabel('Return the money to the payer').check()
  await page.getByLabel('Network').selectOption({ label: 'Airtel Money' })
  await page.getByLabel('Phone number').fill('0687 654 321')
  await page.getByLabel('Name of the recipient').fill('Baraka Saidi')
  assert.deepEqual(await violationsOn(page), [])
  await page.getByLabel('Note', { exact: true }).fill('He came with the message on his phone.')
  await page.getByRole('button', { name: 'Settle' }).click()
  await page.getByText('Settled: Return the money to the payer').waitFor()
  const queue = await stage.desk.call(
    `/v1/admin/withdrawals?kind=refund&merchant_id=${till.merchantId}`,
    'live',
  )
  const [refund] = dataOf(queue).items as Fields[]
  assert.deepEqual(
    [refund?.destination_code, refund?.destination_identifier, refund?.destination_name],
    ['AIRTEL_MONEY', '255687654321', 'Baraka Saidi'],
  )
  assert.deepEqual(complaints, [])
})

test('the end of an unclear payout is told, and one that never left is sent again', options, async () => {
  const till = await stage.openTill()
  const lost = await stage.sent(till, silence, { destination_name: 'Lost' })
  for (let round = 0; round < 40 && (await till.status(lost.id)) === 'PROCESSING'; round += 1)
    await stage.later()
  assert.equal(await till.status(lost.id), 'NEEDS_RECONCILIATION')
  const turnedAway = await stage.sent(till, blocked, { destination_name: 'Turned Away' })
  const { page, complaints, open } = await sitDown('/admin/live/unclear')
  await page.getByRole('link', { name: 'Lost' }).click()
  await page.getByText('Sending again is not offered').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByLabel('Not paid out').check()
  await page.getByLabel('Note').fill('Their support looked: never arrived.')
  await page.getByRole('button', { name: 'Say so' }).click()
  await page.getByText('Its end is written down.').waitFor()
  assert.equal(await till.status(lost.id), 'FAILED')
  await open(`/admin/live/withdrawals/${turnedAway.id}`)
  stage.provider.script.payOut = () => succeeded()
  await page.getByText('the provider cannot pay it twice').waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('It is being sent again.').waitFor()
  await stage.work()
  assert.equal(await till.status(turnedAway.id), 'SUCCESS')
  assert.equal(new Set(stage.sentUnder(turnedAway.reference).map(({ reference }) => reference)).size, 1)
  assert.deepEqual(complaints, [])
})
