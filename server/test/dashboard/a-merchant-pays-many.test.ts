import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type BatchStage, openBatchStage, type Payroll, rowsTo } from '../stories/batches/stage.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let stage: BatchStage
let payroll: Payroll
before(async () => {
  stage = await openBatchStage()
  payroll = await stage.openPayroll()
})
after(async () => {
  await browser?.close()
  await stage.close()
})

const head = 'reference,amount,destination_code,destination_identifier,destination_name\n'
const toAsha = 'NOV-1,1000.00,MPESA,255754000001,Asha Juma\n'
const toBaraka = 'NOV-2,2000.00,AIRTEL_MONEY,255784000002,Baraka <b>Mushi</b>\n'
const ofMany = async () =>
  ((await payroll.dashboard('/v1/disbursement-batches', 'live')).body.data.items as { id: string }[]).length

const enter = (path: string, more = {}) =>
  enterDashboard(browser as Browser, stage.service, {
    email: payroll.ownerEmail,
    path: `/m/${payroll.merchantId}/live/${path}`,
    ...more,
  })

const fileOf = (text: string, name = 'salaries.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function chooseRows(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('CSV file').setInputFiles(fileOf(text))
  await page.getByText('salaries.csv,').waitFor()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('heading', { name: 'Check and send' }).waitFor()
}

test('a file is judged row by row, mended, looked at and sent once', options, async () => {
  const { page, complaints } = await enter('withdrawals')
  await page.getByRole('link', { name: 'Batches' }).click()
  await page.getByText('No batches yet').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('link', { name: 'Pay many at once' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Pay many at once' }).waitFor()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the template' }).click(),
  ])
  assert.match(await readFile(await template.path(), 'utf8'), /^\uFEFF?reference,amount,/)

  await page.getByLabel('Name', { exact: true }).fill('Salaries')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByText('Choose a file, or paste the rows.').waitFor()
  await page.getByLabel('CSV file').setInputFiles(fileOf('PK\u0003\u0004', 'salaries.xlsx'))
  await page.getByText('This is a spreadsheet, not CSV.').waitFor()
  assert.deepEqual(await violationsOn(page), [])

  await chooseRows(page, 'Salaries', `${head}${toAsha}NOV-1,2.5,MPESA,2.55E+11,Baraka\n`)
  const problems = page.getByRole('region', { name: /problems$/ }).first()
  await problems.getByText('is that of row 1 already').waitFor()
  await problems.getByText('2.55E+11 was shortened by a spreadsheet').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal(await page.getByRole('button', { name: /^Ask for/ }).count(), 0)

  await page.getByRole('button', { name: 'Change the rows' }).click()
  await chooseRows(page, 'Salaries', head + toAsha + toBaraka)
  const costs = page.getByRole('region', { name: 'What it costs' })
  await costs.getByText('TSh 3,030').waitFor()
  await page.getByText('Never paid before: 2').click()
  await page.getByText('Nothing was ever paid there.').first().waitFor()
  assert.deepEqual(await violationsOn(page), [])
  const send = page.getByRole('button', { name: 'Ask for TSh 3,000 to 2 recipients' })
  await send.click()
  await page.getByText('Say first that you have looked at the rows above.').waitFor()
  assert.equal(await ofMany(), 0, 'nothing is made before somebody has looked')
  await page.reload()
  await page.getByLabel('I have looked at these rows, and they are right').check()
  await send.dblclick()
  await page.getByRole('heading', { level: 1, name: 'Salaries' }).waitFor()
  await page.getByText('It waits for approval. Nothing has been taken from your balance yet.').waitFor()
  await page
    .getByRole('link', { name: '2', exact: true })
    .or(page.getByText('Baraka <b>Mushi</b>'))
    .first()
    .waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal(await ofMany(), 1)
  assert.deepEqual(complaints, [])
})

test(
  'rows that are pasted once more are known again, dropped files are read, and a batch is cancelled',
  options,
  async () => {
    const { page, complaints } = await enter('batches/new')
    await page.getByLabel('Name', { exact: true }).fill('Again')
    const dropped = await page.evaluateHandle(`(() => {
    const carried = new DataTransfer()
    carried.items.add(new File([${JSON.stringify(head + toAsha)}], 'dropped.csv', { type: 'text/csv' }))
    return carried
  })()`)
    await page.getByLabel('CSV file').dispatchEvent('drop', { dataTransfer: dropped })
    await page.getByText('dropped.csv,').waitFor()
    await page.getByText('I paste them').click()
    await page.getByLabel('Rows', { exact: true }).fill((head + toAsha + toBaraka).replaceAll(',', '\t'))
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByText('The same rows were asked for in the last 7 days.').waitFor()
    await page.getByLabel('I have looked at these rows, and they are right').check()
    await page.getByRole('button', { name: /^Ask for/ }).click()
    await page.getByText('Say first that you have looked at the rows above.').waitFor()
    await page.getByLabel('Send the same rows once more, so that everybody is paid twice').check()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('button', { name: /^Ask for/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Again' }).waitFor()
    // A row of it cannot be taken back alone.
    await page.getByRole('link', { name: '1', exact: true }).click()
    await page.getByRole('link', { name: 'Again, row 1' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Cancel withdrawal' }).count(), 0)
    await page.getByRole('link', { name: 'Again, row 1' }).click()
    await page.getByRole('button', { name: 'Cancel batch' }).click()
    await page.getByText('All 2 rows end here').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click()
    await page.getByText('You cancelled it. Nothing has left your balance.').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    assert.deepEqual(complaints, [])
  },
)

test('people watch a batch go, look at what failed, save it and try it again', options, async () => {
  stage.answerBy(({ amount }) => (amount === 100_000n ? 'paid' : 'declined'))
  const rows = rowsTo(4, (at) => (at < 3 ? {} : { amount: '1500.00', destination_name: 'Neema Komba' }))
  const { id } = await payroll.submitBatch(rows, { name: 'Suppliers' })
  const { page, complaints, open } = await enter(`batches/${id}`)
  await page.getByText('0 of 4 rows have ended').waitFor()
  assert.equal((await stage.approve(id)).status, 200)
  await page.getByText('It is approved. The money of all rows is set aside').waitFor()
  await open(`/m/${payroll.merchantId}/live/batches`)
  await page
    .getByRole('row', { name: /Suppliers/ })
    .getByText('0 of 4 rows have ended')
    .waitFor()
  await page.getByRole('link', { name: 'Suppliers' }).click()
  await page.getByText('This page follows by itself.').waitFor()
  await stage.round()
  await stage.round()
  // Nobody presses anything: it is read again and again.
  await page.getByText('4 of 4 rows have ended').waitFor()
  await page.getByText('Every row has ended. Below is what became of each.').waitFor()
  await page.getByRole('link', { name: 'Failed 1' }).click()
  await page.getByRole('row', { name: /Neema Komba/ }).waitFor()
  await page.waitForURL('**?status=FAILED')
  assert.equal(await page.getByRole('row').count(), 2)
  assert.deepEqual(await violationsOn(page), [])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  assert.equal(file.suggestedFilename(), 'Suppliers-FAILED.csv')
  assert.equal(lines.length, 2)
  await page.getByRole('button', { name: 'Try failed rows again' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByText('A new batch is made of the 1 row that failed').waitFor()
  // What is read anew after it takes its time: until then the page goes by what it knows.
  const { promise: readAnew, resolve: letRead } = Promise.withResolvers<void>()
  await page.route(`**/v1/disbursement-batches/${id}`, async (route) => {
    await readAnew
    await route.continue()
  })
  await asked.getByRole('button', { name: 'Make the new batch' }).click()
  await page.getByRole('heading', { level: 1, name: 'Suppliers (retry)' }).waitFor()
  await page.getByRole('link', { name: 'the batch before' }).click()
  await page.getByRole('heading', { level: 1, name: 'Suppliers', exact: true }).waitFor()
  await page.getByText('4 of 4 rows have ended').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Try failed rows again' }).count(), 0)
  letRead()
  assert.deepEqual(complaints, [])
})

test('rows are found by their metadata, and what is found is what is saved', options, async () => {
  const { id } = await payroll.submitBatch(
    rowsTo(3, (at) => ({ amount: '1300.00', metadata: { branch: at === 1 ? 'Mwenge' : 'Kariakoo' } })),
    { name: 'Branches' },
  )
  const { page, complaints } = await enter(`batches/${id}`)
  const rows = page.getByRole('row')
  await rows.nth(3).waitFor()
  await page.getByLabel('Status').selectOption('PENDING_ADMIN_APPROVAL')
  await page.waitForURL('**?status=PENDING_ADMIN_APPROVAL')
  await page.getByRole('textbox', { name: 'Metadata' }).fill('branch=Mwenge')
  await page.getByRole('textbox', { name: 'Metadata' }).press('Enter')
  await rows.nth(2).waitFor({ state: 'detached' })
  await rows.nth(1).waitFor()
  assert.equal(await rows.count(), 2)
  assert.deepEqual(await violationsOn(page), [])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  assert.equal((await readFile(await file.path(), 'utf8')).trim().split('\r\n').length, 2)
  await page.getByRole('textbox', { name: 'Metadata' }).fill('branch=Nowhere')
  await page.getByRole('textbox', { name: 'Metadata' }).press('Enter')
  await page.getByText('No row fits these filters').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Filters (2)' }).click()
  assert.equal((await sidewaysOn(page))[0], 0)
  assert.deepEqual(await violationsOn(page), [])
  assert.deepEqual(complaints, [])
})

test('why a row was not paid is told in Swahili', options, async () => {
  stage.answerBy(() => 'declined')
  const { id } = await payroll.submitBatch(
    rowsTo(2, () => ({ amount: '1700.00' })),
    { name: 'Vibarua' },
  )
  assert.equal((await stage.approve(id, { except: [1] })).status, 200)
  await stage.round()
  await stage.round()
  const { page, complaints } = await enter(`batches/${id}`, { language: 'sw' })
  await page.getByRole('row').getByText('Msimamizi mkuu alikataa.').waitFor()
  await page.getByRole('row').getByText('M-Pesa').first().waitFor()
  assert.equal(await page.getByText('Super Admin').count(), 0)
  assert.deepEqual(complaints, [])
})

test('a question about a batch is answered on a phone in Swahili', options, async () => {
  const { id } = await payroll.submitBatch(
    rowsTo(2, () => ({ amount: '1100.00' })),
    { name: 'Posho' },
  )
  const note = 'Hawa ni akina nani?'
  assert.equal((await stage.decide(stage.desk, id, 'request-info', { note })).status, 200)
  const { page, complaints } = await enter('', { language: 'sw', as: onPhone })
  const needs = page.getByRole('region', { name: 'Yanakuhitaji' })
  await needs.getByText('Kundi lina swali kwako').waitFor()
  await needs.getByRole('link', { name: 'Jibu' }).click()
  await page.getByText(note).first().waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal((await sidewaysOn(page))[0], 0)
  await page.getByLabel('Jibu lako').fill('Ni wapishi wetu.')
  await page.getByRole('button', { name: 'Tuma jibu' }).click()
  await page.getByText('Jibu lako limetumwa.').waitFor()
  assert.equal((await payroll.readBatch(id)).status, 'PENDING_ADMIN_APPROVAL')
  assert.deepEqual(complaints, [])
})
