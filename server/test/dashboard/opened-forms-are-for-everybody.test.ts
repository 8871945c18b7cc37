import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeOfSources } from '../../src/dashboard/make-dashboard.ts'
import { type Browser, openBrowser } from '../open-browser.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'
import { sideways } from './looks/look-at-screen.ts'
import { type Everything, makeOneOfEverything } from './looks/one-of-everything.ts'

/** Screens are looked at as they are opened; what a button opens on them is looked at here, where it is narrowest: in Swahili, dark, with large letters. */
const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let everything: Everything
before(async () => {
  if (browser === null) return
  const [made] = await Promise.all([makeOneOfEverything(), makeOfSources()])
  everything = made
})
after(async () => {
  await browser?.close()
  await everything?.close()
})

async function enter(email: string, path: string) {
  const entered = await enterDashboard(browser as Browser, everything.service, {
    email,
    path,
    as: onPhone,
    language: 'sw',
  })
  await entered.page.emulateMedia({ colorScheme: 'dark' })
  return entered
}

async function faultsOf(page: Page, where: string): Promise<string[]> {
  const faults = await violationsOn(page)
  for (const letters of ['100%', '200%']) faults.push(...(await sideways(page, 'phone', where, letters)))
  return faults
}

const opened = (page: Page, name: RegExp) => page.locator('main').getByRole('button', { name }).first()

test('what Super Admins decide by stays within a phone', options, async () => {
  const { ids, adminEmail } = everything
  const faults: string[] = []
  const { page, open } = await enter(adminEmail, '/admin/live')
  for (const [path, button] of [
    [`payments/${ids.collectionId}`, /^Kataa/],
    [`withdrawals/${ids.owedRefundId}`, /^Rudisha tena/],
    [`withdrawals/${ids.waitingWithdrawalId}`, /^Idhinisha/],
    [`batches/${ids.batchId}`, /^Idhinisha/],
  ] as const) {
    await open(`/admin/live/${path}`)
    await opened(page, button).click()
    await page.locator('main form').first().waitFor()
    faults.push(...(await faultsOf(page, path)))
  }
  await open(`/admin/live/discrepancies/${ids.discrepancyId}`)
  await page.locator('main input[type=radio]:enabled').last().check()
  faults.push(...(await faultsOf(page, 'settle')))
  assert.deepEqual(faults, [])
})

test(
  'what a merchant fills in stays within a phone, and a dialog is left at its upper edge',
  options,
  async () => {
    const { ids, ownerEmail, merchantId } = everything
    const here = `/m/${merchantId}/live`
    const { page, open } = await enter(ownerEmail, `${here}/batches/new`)
    await page.getByLabel('Jina', { exact: true }).fill('Mishahara')
    const head = 'reference,amount,destination_code,destination_identifier,destination_name'
    const rows = `${head}\nNOV-1,2.5,MPESA,2.55E+11,Baraka\nNOV-2,1000,MPESA,255754000001,Asha Juma\n`
    const file = { name: 'mishahara.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    await page.getByLabel('Faili la CSV').setInputFiles(file)
    await page.locator('main form button[type=submit]').click()
    await page.getByText('destination_identifier').waitFor()
    const faults = await faultsOf(page, 'rows that are not right')
    await open(`${here}/batches/${ids.doneBatchId}`)
    await opened(page, /^Vichujio/).click()
    faults.push(...(await faultsOf(page, 'filters of rows')))
    await open(`${here}/payments/${ids.paymentId}`)
    await opened(page, /^Rudisha pesa/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('row').first().waitFor()
    faults.push(...(await faultsOf(page, 'refund')))
    const title = await dialog.getByRole('heading').first().boundingBox()
    const cross = await dialog.getByRole('button').first().boundingBox()
    assert.ok(title && cross && cross.x >= title.x + title.width, 'the way out stands beside the title')
    assert.deepEqual(faults, [])
  },
)
