import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin, type Service, startService } from '../service.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { openShop, type Shop } from '../stories/money/shop.ts'
import { until } from '../test-clusters.ts'
import { enterDashboard } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let shop: Shop
before(async () => {
  service = await startService()
  shop = await openShop(service)
})
after(async () => {
  await browser?.close()
  await service.stop()
})

async function paid(amount: number, status: string): Promise<string> {
  const { collection_id } = await shop.collect('wallet-push', {
    ...{ amount, phone: '0712345678', simulate_status: 'successful' },
  })
  await until(async () => (await shop.state(collection_id)).fiscal_status === status)
  return String(collection_id)
}

test(
  'receipts are switched on, seen on payments, and asked for again where they were refused',
  options,
  async () => {
    const here = `/m/${shop.merchantId}/sandbox`
    const { page, complaints, open } = await enterDashboard(browser as Browser, service, {
      email: shop.ownerEmail,
      path: `${here}/settings`,
    })
    await page.getByRole('link', { name: 'Fiscal receipts' }).click()
    await page.getByLabel('Issue a receipt for every payment').check()
    await page.getByLabel('TIN').fill('12')
    await page.getByLabel('Name of the business').fill('Duka la Asha')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be the nine digits of a TIN').waitFor()
    await page.getByLabel('TIN').fill('123-456-789')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Registered', { exact: true }).waitFor()
    assert.deepEqual(await violationsOn(page), [])

    const issued = await paid(1_500, 'ISSUED')
    await open(`${here}/payments/${issued}`)
    await page.getByRole('link', { name: 'Check it at the authority' }).waitFor()
    assert.deepEqual(await violationsOn(page), [])

    const refused = await paid(9_101, 'FAILED')
    await open(`${here}/payments/${refused}`)
    await page.getByText('its tax code is not yours').waitFor()
    await page.getByRole('button', { name: 'Ask again' }).click()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Ask again' }).click()
    const [receipt] = await service.world.sql<{ id: string }[]>`
    select id from fiscal_receipts where collection_id = ${refused}`
    await until(async () => (await shop.events(receipt?.id)).length === 2)

    // What a restore forgets, and the authority does not.
    const { sql } = service.world
    await sql`delete from fiscal_receipts where collection_id = ${issued}`
    await sql`update fiscal_lanes set last_number = 0 where merchant_id = ${shop.merchantId}`
    await paid(2_500, 'QUEUED')
    const lost = 'the authority has some that our records have lost'
    await until(async () => (await sql`select from fiscal_lanes where behind_since is not null`).count === 1)
    await open(`${here}/fiscal`)
    await page.getByText(lost).waitFor()
    assert.deepEqual(await violationsOn(page), [])

    const email = `asha-${randomUUID()}@malipo.test`
    await newAdmin(service, email)
    const admin = await enterDashboard(browser as Browser, service, { email, path: '/admin/sandbox/fiscal' })
    await admin.page.getByText('its tax code is not yours').first().waitFor()
    await admin.page.getByText(lost).first().waitFor()
    assert.deepEqual(await violationsOn(admin.page), [])
    // The browser tells of the TIN that was refused, as it should be.
    const others = [...complaints, ...admin.complaints].filter((one) => !one.includes('422'))
    assert.deepEqual(others, [])
  },
)
