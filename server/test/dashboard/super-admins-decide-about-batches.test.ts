import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin } from '../service.ts'
import { type BatchStage, openBatchStage, rowsTo } from '../stories/batches/stage.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { saved } from '../stories/payouts/recipients.ts'
import { type Entered, enterDashboard, onPhone } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let stage: BatchStage
before(async () => {
  // Above ten thousand two people must approve.
  stage = await openBatchStage({ APPROVE_TWICE_ABOVE: '10000' })
})
after(async () => {
  await browser?.close()
  await stage.close()
})

/** A Super Admin at a console of their own. */
async function sitDown(name: string, path = '/admin/live/batches', as = {}): Promise<Entered> {
  const email = `${name}-${randomUUID()}@malipo.test`
  await newAdmin(stage.service, email)
  return await enterDashboard(browser as Browser, stage.service, { email, path, as })
}

async function approve(page: Page, hash: unknown): Promise<void> {
  await page.getByRole('button', { name: 'Approve…' }).click()
  await page.getByLabel('Last 4 characters of the fingerprint').fill(String(hash).slice(-4))
  await page.getByRole('button', { name: /^Approve (TSh|the other)/ }).click()
}

test(
  'all is told before any button; a row is left out, two approve, and the rest is paid',
  options,
  async () => {
    stage.answerBy(() => 'paid')
    const payroll = await stage.openPayroll()
    const name = 'Salaries of November'
    const { id, content_hash: hash } = await payroll.submitBatch(rowsTo(11), { name })
    const { page, complaints } = await sitDown('asha')
    await page.getByRole('link', { name: /^Batches \d/ }).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `TSh 11,000: ${name}` }).waitFor()
    await page.getByText('Never paid before: 11').waitFor()
    await page.getByText('TSh 88,890').waitFor()
    await page.getByText(String(hash)).first().waitFor()
    await page.getByText('Not looked up').first().waitFor()
    await page.getByText('0 of 2').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('button', { name: 'Approve…' }).waitFor()
    // A key opens a form, and decides nothing.
    await page.keyboard.press('a')
    await page.getByLabel('Last 4 characters of the fingerprint').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByLabel('Leave out row 3').check()
    await page.getByText('without 3', { exact: true }).waitFor()
    await page.getByLabel('Rows to leave out (optional)').fill('all')
    await page.getByLabel('Last 4 characters of the fingerprint').fill('zzzz')
    await page.getByRole('button', { name: 'Approve the other rows' }).click()
    await page.getByText('These are not the last 4 of this fingerprint.').waitFor()
    await page.getByText('Write numbers from 1 to 11').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    assert.equal((await stage.dossier(id)).approvals, 0)
    await page.getByLabel('Rows to leave out (optional)').fill('3')
    await page.getByLabel('Last 4 characters of the fingerprint').fill(String(hash).slice(-4))
    await page.getByRole('button', { name: 'Approve the other rows' }).click()
    await page.getByText('Your approval counts. It waits for another.').waitFor()
    await page.getByText('You have approved it. Somebody else must be the second.').waitFor()

    const juma = await sitDown('juma', `/admin/live/batches/${id}`)
    await juma.page.getByText(/left out: 3/).waitFor()
    await juma.page.getByRole('button', { name: 'Approve…' }).click()
    await juma.page.getByText('The first approval leaves out 3.').waitFor()
    await juma.page.getByLabel('Last 4 characters of the fingerprint').fill(String(hash).slice(-4))
    await juma.page.getByRole('button', { name: 'Approve the other rows' }).click()
    await juma.page.getByText('Approved. The rows are being sent.').waitFor()
    assert.equal(stage.provider.payOuts.length, 0)
    await stage.round()
    await stage.round()
    await juma.page.getByText('11 of 11 rows have ended').waitFor()
    assert.equal(stage.provider.payOuts.length, 10)
    assert.deepEqual((await payroll.readBatch(id)).by_status, { REJECTED: 1, SUCCESS: 10 })
    assert.deepEqual([...complaints, ...juma.complaints], [])
  },
)

test('a batch is paused and resumed, and whoever comes late reads who was first', options, async () => {
  const payroll = await stage.openPayroll()
  const { id, content_hash: hash } = await payroll.submitBatch(rowsTo(3))
  const path = `/admin/live/batches/${id}`
  const [asha, juma] = [await sitDown('asha', path), await sitDown('juma', path, onPhone)]
  for (const { page } of [asha, juma]) await page.getByRole('button', { name: 'Approve…' }).waitFor()
  assert.deepEqual(await violationsOn(juma.page), [])
  await approve(asha.page, hash)
  await asha.page.getByText('Approved. The rows are being sent.').waitFor()
  await approve(juma.page, hash)
  await juma.page.getByText(/^Decided by asha-.*, \d\d:\d\d$/).waitFor()
  await asha.page.getByRole('button', { name: 'Pause…' }).click()
  await asha.page.getByLabel('Why it is paused').fill('The network is in trouble.')
  await asha.page.getByRole('button', { name: 'Pause it' }).click()
  await asha.page.getByText('Paused. What was not sent stays set aside.').waitFor()
  const owner = await enterDashboard(browser as Browser, stage.service, {
    email: payroll.ownerEmail,
    path: `/m/${payroll.merchantId}/live/batches/${id}`,
  })
  await owner.page.getByText('The network is in trouble.').waitFor()
  await asha.open('/admin/live/batches?wait=paused')
  await asha.page.getByRole('link', { name: 'Salaries' }).click()
  await asha.page.getByRole('button', { name: 'Resume…' }).click()
  assert.deepEqual(await violationsOn(asha.page), [])
  await asha.page.getByRole('button', { name: 'Go on sending' }).click()
  await asha.page.getByText('It goes on.').waitFor()
  assert.equal((await payroll.readBatch(id)).status, 'PROCESSING')
  assert.deepEqual(
    [...asha.complaints, ...juma.complaints, ...owner.complaints].filter((one) => !one.includes('409')),
    [],
  )
})

test(
  'rows to a recipient that cools are approved before their time, once it is said why',
  options,
  async () => {
    const payroll = await stage.openPayroll()
    const fresh = await saved(payroll)
    const toFresh = { reference: 'FRESH', amount: '1000.00', recipient_id: fresh.id }
    const { id, content_hash: hash } = await payroll.submitBatch([...rowsTo(1), toFresh])
    const { page, complaints } = await sitDown('asha', `/admin/live/batches/${id}`)
    await page.getByText('M-Pesa 0754 123 456').waitFor()
    await page.getByRole('button', { name: 'Approve…' }).click()
    const early = page.getByLabel('Approve before their time')
    await page.getByText('not long ago (rows 2) are not ready').waitFor()
    assert.equal(await early.isChecked(), false)
    // Left out it needs nothing of the kind.
    await page.getByLabel('Leave out row 2').check()
    await early.waitFor({ state: 'detached' })
    await page.getByLabel('Leave out row 2').uncheck()
    await early.check()
    await page.getByLabel('Last 4 characters of the fingerprint').fill(String(hash).slice(-4))
    await page.getByRole('button', { name: 'Approve TSh 2,000' }).click()
    await page.locator('input[name=note]:invalid').waitFor()
    assert.equal((await stage.dossier(id)).status, 'PENDING_ADMIN_APPROVAL')
    assert.deepEqual(await violationsOn(page), [])
    await page.getByLabel('Note', { exact: true }).fill('The owner knows them.')
    await page.getByRole('button', { name: 'Approve TSh 2,000' }).click()
    await page.getByText('Approved. The rows are being sent.').waitFor()
    assert.deepEqual((await payroll.readBatch(id)).by_status, { PROCESSING: 2 })
    assert.deepEqual(complaints, [])
  },
)

test('rows that need approvals of their own get them after the batch, and not before', options, async () => {
  const payroll = await stage.openPayroll()
  const { id, content_hash: hash } = await payroll.submitBatch(rowsTo(2), { approve_rows: true })
  const { page, open, complaints } = await sitDown('asha', `/admin/live/batches/${id}`)
  await page.getByText('Each row needs an approval of its own after this one.').waitFor()
  const [row] = await payroll.rows(id)
  await open(`/admin/live/withdrawals/${row?.id}`)
  await page.getByText('It is decided with all of it.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Approve…' }).count(), 0)
  await page.getByRole('link', { name: 'Open the batch' }).click()
  await approve(page, hash)
  await page.getByText('The rows wait among the withdrawals for their own approvals.').waitFor()
  await open(`/admin/live/withdrawals/${row?.id}`)
  await page.getByRole('button', { name: 'Approve…' }).waitFor()
  assert.deepEqual(complaints, [])
})

test(
  'a question goes to the business and comes back, and the batch is rejected with a reason',
  options,
  async () => {
    const payroll = await stage.openPayroll()
    const { id } = await payroll.submitBatch(rowsTo(2))
    const { page, open, complaints } = await sitDown('asha', `/admin/live/batches/${id}`)
    await page.getByRole('button', { name: 'Ask…' }).click()
    await page.getByLabel('Question').fill('Who are they?')
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByText('The question is with the business.').waitFor()
    assert.equal((await payroll.answerBatch(id, 'Our cooks.')).status, 200)
    await open(`/admin/live/batches/${id}`)
    await page.getByText('Our cooks.').first().waitFor()
    await page.getByRole('button', { name: 'Reject…' }).click()
    await page.getByLabel('Reason').fill('Not ours to pay.')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('Rejected. The business can read why.').waitFor()
    assert.deepEqual((await payroll.readBatch(id)).by_status, { REJECTED: 2 })
    for (const name of ['Approve…', 'Ask…', 'Reject…'])
      await page.getByRole('button', { name }).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  },
)

test('rows that were paid after all are told as such, and as decided by nobody', options, async () => {
  const payroll = await stage.openPayroll()
  const { id } = await payroll.submitBatch(rowsTo(2))
  assert.equal((await stage.approve(id)).status, 200)
  stage.answerBy(() => 'declined')
  for (let round = 0; round < 2; round += 1) await stage.round()
  const { id: again, content_hash: hash } = (await payroll.retryFailed(id)).body.data
  // Somebody has asked before, which is no decision about what is approved now.
  assert.equal((await stage.decide(stage.desk, again, 'request-info', { note: 'Still?' })).status, 200)
  assert.equal((await payroll.answerBatch(again, 'Yes.')).status, 200)
  const { page, complaints } = await sitDown('asha', `/admin/live/batches/${again}`)
  await page.getByRole('button', { name: 'Approve…' }).waitFor()
  const [first] = await payroll.rows(id)
  await stage.tell(String(first?.provider_reference), { kind: 'succeeded', providerStatus: 'PAID' })
  await approve(page, hash)
  await page.getByText('What these rows repeat was paid after all, or nobody knows by now: 1.').waitFor()
  assert.equal(await page.getByText(/^Decided by/).count(), 0)
  assert.deepEqual(await violationsOn(page), [])
  await page.getByLabel('Rows to leave out (optional)').fill('1')
  await page.getByLabel('Last 4 characters of the fingerprint').fill(String(hash).slice(-4))
  await page.getByRole('button', { name: /^Approve (TSh|the other)/ }).click()
  await page.getByText('Approved. The rows are being sent.').waitFor()
  assert.deepEqual((await payroll.readBatch(again)).by_status, { PROCESSING: 1, REJECTED: 1 })
  assert.deepEqual(
    complaints.filter((one) => !one.includes('409')),
    [],
  )
})
