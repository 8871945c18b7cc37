import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin } from '../service.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { dataOf } from '../stories/money/shop.ts'
import { openPayoutStage, type PayoutStage } from '../stories/payouts/stage.ts'
import { enterDashboard } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
  stage.provider.lookUpName = async () => ({ kind: 'found', name: 'NEEMA KOMBA' })
})
after(async () => {
  await browser?.close()
  await stage.close()
})

test(
  'a recipient is added with its name checked, chosen, approved before its time with a note, blocked and removed',
  options,
  async () => {
    const till = await stage.openTill()
    const here = `/m/${till.merchantId}/live`
    const { page, complaints, open } = await enterDashboard(browser as Browser, stage.service, {
      email: till.ownerEmail,
      path: `${here}/withdrawals`,
    })
    await page.getByRole('link', { name: 'Recipients' }).click()
    await page.getByRole('link', { name: 'Add recipient' }).first().click()
    await page.getByRole('button', { name: 'Save recipient' }).click()
    await page.getByText('Choose where the money goes.').waitFor()
    await page.getByLabel('Network').selectOption('MPESA')
    await page.getByLabel('Phone number').fill('0754 123 456')
    await page.getByLabel('Name of the recipient').fill('Neema Komba')
    await page.getByRole('button', { name: 'Check the name' }).click()
    await page.getByText(/NEEMA KOMBA/).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('button', { name: 'Save recipient' }).click()
    await page.getByText('Saved not long ago.').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('link', { name: 'Withdraw to it' }).click()
    await page.getByLabel('Recipient', { exact: true }).waitFor()
    await page.getByLabel('Amount').fill('25000')
    assert.equal(await page.getByLabel('Phone number').count(), 0)
    await page.getByText('Taken from the balance').first().waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByText('0754 123 456').waitFor()
    await page.getByRole('button', { name: /^Ask for/ }).click()
    await page.getByText('For approval').first().waitFor()
    const [asked] = await till.list()
    const [saved] = dataOf(await till.dashboard('/v1/recipients', 'live')).items as { id: string }[]
    assert.equal(asked?.recipient_id, saved?.id)

    const email = `asha-${randomUUID()}@malipo.test`
    await newAdmin(stage.service, email)
    const path = `/admin/live/withdrawals/${asked?.id}`
    const admin = await enterDashboard(browser as Browser, stage.service, { email, path })
    await admin.page.getByText('Its recipient was saved not long ago.').waitFor()
    await admin.page.getByRole('button', { name: 'Approve…' }).click()
    await admin.page.getByLabel('Last 4 characters of the account').fill('3456')
    await admin.page.getByRole('button', { name: /before its time/ }).click()
    assert.equal(await till.status(asked?.id), 'PENDING_ADMIN_APPROVAL', 'not without a note')
    assert.deepEqual(await violationsOn(admin.page), [])
    await admin.page.getByLabel('Note').fill('Called the owner.')
    await admin.page.getByRole('button', { name: /before its time/ }).click()
    await admin.page.getByText('Approved. It is being sent.').waitFor()
    assert.equal(await till.status(asked?.id), 'PROCESSING')

    await open(`${here}/recipients/${saved?.id}`)
    await page.getByRole('button', { name: 'Block' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await page.getByText('Blocked: nothing can be asked for').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Withdraw to it' }).count(), 0)
    await open(`${here}/recipients`)
    await page.getByLabel('Status').selectOption('READY')
    await page.getByText('No recipient fits these filters').waitFor()
    await page.getByLabel('Status').selectOption('BLOCKED')
    await page
      .getByRole('row', { name: /Neema Komba/ })
      .getByRole('link')
      .click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No recipients yet').waitFor()
    assert.deepEqual([...complaints, ...admin.complaints], [])
  },
)

test(
  'an owner makes it stricter at once and laxer later, and then only saved ones are paid',
  options,
  async () => {
    const till = await stage.openTill()
    const here = `/m/${till.merchantId}/live`
    const { page, complaints, open } = await enterDashboard(browser as Browser, stage.service, {
      email: till.ownerEmail,
      path: `${here}/recipients/settings`,
    })
    await page.getByLabel('Pay saved recipients only').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel(/^Hours before money/).fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Until then new recipients wait 24 hours/).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    const kept = dataOf(await till.dashboard('/v1/merchant/recipient-settings', 'live'))
    assert.deepEqual([kept.recipient_cooling_hours, kept.recipients_only], [24, true])
    await open(`${here}/withdrawals/new`)
    await page.getByText('This business pays saved recipients only.').waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByText('Choose a saved recipient.').waitFor()
    assert.deepEqual(complaints, [])
  },
)
