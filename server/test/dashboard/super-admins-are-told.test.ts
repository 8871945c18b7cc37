import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { chores } from '../../src/alerts/alerts.ts'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin } from '../service.ts'
import { violationsOn } from '../stories/checkout/look-at-page.ts'
import { succeeded, workOnce } from '../stories/money/own-provider.ts'
import { dataOf, type Fields } from '../stories/money/shop.ts'
import { openPayoutStage, type PayoutStage, reversed } from '../stories/payouts/stage.ts'
import { type Entered, enterDashboard } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage({ ALERT_AFTER_HOURS: '3' })
  stage.provider.script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
})
after(async () => {
  await browser?.close()
  await stage.close()
})

async function sitDown(path: string, language: 'en' | 'sw' = 'en'): Promise<Entered> {
  const email = `asha-${randomUUID()}@malipo.test`
  await newAdmin(stage.service, email)
  return await enterDashboard(browser as Browser, stage.service, { email, path, language })
}

/** What a worker does every half minute. */
async function watch(): Promise<void> {
  const chore = chores(stage.service.parts).find(({ name }) => name === 'alerts.watch')
  stage.clock.pass(30_000)
  assert.ok(chore && 'work' in chore)
  await chore.work()
}

test('the bell counts what is unread, an alert leads to its cause, and ends with it', options, async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ destination_name: 'Long Waiting' })
  stage.clock.pass(4 * 3_600_000)
  await watch()
  const { page, complaints, open } = await sitDown('/admin/live')
  await page.getByRole('link', { name: 'Alerts: 1 unread' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Withdrawals wait for a decision' })
  await row.getByText('1 have waited too long.').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await row.getByRole('button', { name: 'Mark read' }).click()
  await row.getByRole('button', { name: 'Mark unread' }).waitFor()
  // The bell need not wait for its next round.
  await page.getByRole('banner').getByRole('link', { name: 'Alerts', exact: true }).waitFor()
  await row.getByRole('link').click()
  await page.getByRole('link', { name: 'Long Waiting' }).waitFor()
  assert.equal((await stage.desk.decide(id, 'reject', { note: 'Nobody knows them.' })).status, 200)
  await watch()
  await open('/admin/live/alerts')
  await page.getByText('Nothing needs you').waitFor()
  await page.getByLabel('Over').check()
  await page.getByRole('row').filter({ hasText: 'Withdrawals wait for a decision' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('what went wrong is told in the language of whoever reads it', options, async () => {
  const till = await stage.openTill()
  await till.submit()
  stage.clock.pass(4 * 3_600_000)
  await watch()
  const { page, complaints } = await sitDown('/admin/live/alerts', 'sw')
  await page.getByRole('row').filter({ hasText: 'Maombi ya kutoa pesa yanasubiri uamuzi' }).waitFor()
  assert.equal(await page.getByText('Withdrawals wait').count(), 0)
  assert.deepEqual(complaints, [])
})

test(
  'a callback that could not be carried out is taken up again, and carried out this time',
  options,
  async () => {
    const till = await stage.openTill()
    const { id, provider_reference: reference } = await till.push({}, { key: till.liveKey })
    await workOnce(stage.service)
    await stage.provider.tell(stage.service, reference, succeeded(150_000n))
    await failing(async () => {
      await stage.provider.tell(stage.service, reference, reversed)
      for (let day = 0; day < 12; day += 1) {
        stage.clock.pass(86_400_000)
        await stage.service.parts.callbacks.takeDue()
      }
    })
    const { page, complaints } = await sitDown('/admin/live/blocked')
    const letters = page.getByRole('region', { name: 'Callbacks that could not be carried out' })
    await letters.getByRole('link', { name: 'own' }).click()
    await page.getByRole('heading', { level: 1, name: 'A callback of own' }).waitFor()
    await page.getByText('Error: a bug of ours').waitFor()
    await page.getByText(String(reference)).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('button', { name: 'Settle' }).click()
    assert.equal(await openLetters(), 1, 'nothing is settled that was not chosen')
    await page.getByLabel('Take it up again').check()
    await page.getByLabel('Note').fill('The bug is mended.')
    await page.getByRole('button', { name: 'Settle' }).click()
    await page.getByText('Settled: Take it up again').waitFor()
    stage.clock.pass(1_000)
    await stage.service.parts.callbacks.takeDue()
    assert.equal((await till.state(id, till.liveKey)).status, 'reversed')
    assert.equal(await openLetters(), 0)
    await page.getByRole('link', { name: 'Back to the queue' }).click()
    await page.getByText('Every callback was carried out').waitFor()
    assert.deepEqual(complaints, [])
  },
)

async function openLetters(): Promise<number> {
  const { items } = dataOf(await stage.desk.call('/v1/admin/dead-letters?status=open'))
  return (items as Fields[]).length
}

/** While the work runs, whatever is resolved fails in the transaction that resolves it. */
async function failing(work: () => Promise<void>): Promise<void> {
  const { world } = stage.service
  world.crashPoint = (point) => {
    if (point.endsWith('.resolving')) throw new Error('a bug of ours')
  }
  try {
    await work()
  } finally {
    delete world.crashPoint
  }
}

test('an id leads to what it names, and one that nothing has says so', options, async () => {
  const till = await stage.openTill()
  const payment = await till.push({}, { key: till.liveKey })
  const withdrawal = await till.submit({ destination_name: 'Found By Id' })
  const { page } = await sitDown('/admin/live/books')
  const search = page.getByRole('searchbox')
  const find = async (text: unknown) => {
    await page.keyboard.press('/')
    await search.fill(String(text))
    await search.press('Enter')
  }
  await find(payment.id)
  await page.waitForURL(`**/admin/live/payments/${payment.id}`)
  await page.getByRole('heading', { level: 1, name: 'TSh 1,500 from 0712 345 678' }).waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await find(String(withdrawal.id).toUpperCase())
  await page.waitForURL(`**/admin/live/withdrawals/${withdrawal.id}`)
  await page.getByRole('heading', { level: 1, name: 'TSh 10,000 to Found By Id' }).waitFor()
  const nobodys = randomUUID()
  await find(nobodys)
  await page.getByRole('heading', { level: 1, name: 'Nothing has this id here' }).waitFor()
  await page.getByRole('link', { name: 'Look in the sandbox' }).click()
  await page.waitForURL(`**/admin/sandbox/find/${nobodys}`)
  await page.getByRole('link', { name: 'Look in live' }).waitFor()
  // Anything else is looked for among withdrawals.
  await find('Found By')
  await page.waitForURL(/\/admin\/sandbox\/withdrawals\?search=Found/)
})
