import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { declined, succeeded, workOnce } from '../stories/money/own-provider.ts'
import { openPayoutStage, type PayoutStage } from '../stories/payouts/stage.ts'
import type { Till } from '../stories/payouts/till.ts'
import { enterDashboard } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let stage: PayoutStage
let till: Till
before(async () => {
  stage = await openPayoutStage()
  stage.provider.script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  till = await stage.openTill()
})
after(async () => {
  await browser?.close()
  await stage.close()
})

const atHome = () =>
  enterDashboard(browser as Browser, stage.service, {
    email: till.ownerEmail,
    path: `/m/${till.merchantId}/live`,
  })

async function ended(amount: string, outcome: Parameters<typeof stage.provider.tell>[2]): Promise<void> {
  const { provider_reference: reference } = await till.push({ amount }, { key: till.liveKey })
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, outcome)
}

/** The figures behind a picture, row by row. */
async function figuresOf(chart: Locator): Promise<string[][]> {
  await chart.getByText('Show as a table').click()
  const rows = await chart.getByRole('table').getByRole('row').all()
  return await Promise.all(
    rows
      .slice(1)
      .map(async (row) =>
        (await row.getByRole('rowheader').or(row.getByRole('cell')).allInnerTexts()).map((text) =>
          text.replaceAll('\u00a0', ' '),
        ),
      ),
  )
}

test('each chart has a table, and it tells what really happened', options, async () => {
  await ended('25000.00', succeeded())
  await ended('5000.00', succeeded())
  await ended('7500.00', declined)
  const { page, complaints } = await atHome()
  const chart = (name: string) => page.getByRole('region', { name }).first()
  const days = await figuresOf(chart('Paid per day'))
  assert.deepEqual(
    days.filter(([, count]) => count !== '0').map(([, ...figures]) => figures),
    [['2', 'TSh 30,000']],
  )
  assert.equal(days.length, 30)
  const networks = await figuresOf(chart('Success by network'))
  assert.deepEqual(
    networks.map(([, ...figures]) => figures.slice(0, 2)),
    [['2', '3']],
  )
  const [reason, ...others] = await figuresOf(chart('Why payments failed'))
  assert.deepEqual([reason?.[1], others], ['1', []])
  assert.deepEqual(await violationsOn(page), [])
  assert.deepEqual(complaints, [])
})

test(
  'what needs somebody stands at home, the bell tells of it, and both are over when it is done',
  options,
  async () => {
    const { id } = await till.submit({ destination_name: 'Grace Lema' })
    assert.equal((await stage.desk.decide(id, 'request-info', { note: 'Who is Grace?' })).status, 200)
    const { page, complaints, open } = await atHome()
    const needs = page.getByRole('region', { name: 'Needs you' })
    await needs.getByText('A withdrawal has a question for you').waitFor()
    await page.getByRole('button', { name: /^Notifications: 1 / }).click()
    const told = page.getByRole('dialog', { name: 'Notifications' })
    // A question about somebody is kept without their name, and told with the whole of it.
    await told.getByText('Who is Grace Lema?').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await open(`/m/${till.merchantId}/live?lang=sw`)
    await page.getByRole('button', { name: /^Taarifa mpya: 1 / }).click()
    await page.getByText('Tunahitaji maelezo zaidi kuhusu ombi la kutoa pesa').waitFor()
    await page.getByText(/^TZS [\d.]+ kwa Grace Lema: Who is Grace Lema\?$/).waitFor()
    await open(`/m/${till.merchantId}/live?lang=en`)
    await page.getByRole('button', { name: /^Notifications: 1 / }).click()
    await told.getByRole('link').first().click()
    await page.waitForURL(`**/live/withdrawals/${id}`)
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    assert.equal((await till.answerInfo(id, { message: 'Our cook.' })).status, 200)
    await open(`/m/${till.merchantId}/live`)
    await page.getByRole('region', { name: 'Paid per day' }).first().waitFor()
    await needs.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  },
)
