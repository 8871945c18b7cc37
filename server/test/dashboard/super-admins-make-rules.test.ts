import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newAdmin, type Service, startService } from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { openShop, type Shop, somebody } from '../stories/money/shop.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

const email = 'watcher@malipo.test'
let service: Service
let shop: Shop
before(async () => {
  service = await startService()
  shop = await openShop(service)
  await newAdmin(service, email)
})
after(async () => {
  await browser?.close()
  await endStory(service)
})

const push = () =>
  shop.order('ussd-push', { amount: '1500.00', customer_phone: somebody }, { key: shop.liveKey })

test(
  'a Super Admin makes a rule, tries it on the past, turns it on, and sees what it met',
  options,
  async () => {
    for (const answer of [await push(), await push()]) assert.equal(inShort(answer), '202')
    const { page, complaints } = await enterDashboard(browser as Browser, service, {
      email,
      path: '/admin/live/risk',
    })
    await page.getByRole('link', { name: 'over the hold threshold' }).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByLabel('Name', { exact: true }).fill('Many pushes')
    await page.getByLabel('Business', { exact: true }).fill(shop.merchantId)
    await page.getByLabel('What it does').selectOption('block')
    const make = page.getByRole('button', { name: 'Make the rule' })
    await page.getByRole('button', { name: 'Remove condition 2' }).press('Enter')
    await page.getByRole('button', { name: 'Remove condition 2' }).waitFor({ state: 'detached' })
    assert.equal(await page.locator(':focus').textContent(), 'Add a condition')
    const first = page.getByRole('group', { name: 'Condition 1' })
    await first.getByLabel('Value').fill('one')
    await make.click()
    await first.getByText('must be a whole number from 1 to 999').waitFor()
    await first.getByLabel('Value').fill('1')
    await make.click()
    await page.getByRole('heading', { level: 1, name: 'Many pushes' }).waitFor()

    await page.getByRole('button', { name: 'Try it on the last 90 days' }).click()
    await page.getByText('1 of 2 payments match').waitFor({ timeout: 60_000 })
    await page.getByText('2 payments in 10 minutes from this payer, 1 allowed.').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    assert.equal(inShort(await push()), '202', 'it is off')

    await page.getByLabel('State').selectOption('on')
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Saved. It acts within seconds.').waitFor()
    await page.getByText('Version 2: Block, On').waitFor()
    assert.equal(inShort(await push()), '409 risk_blocked')

    await page.getByRole('link', { name: 'Risk rules', exact: true }).first().click()
    await page.getByRole('link', { name: 'Hits' }).click()
    await page.getByText('4 payments in 10 minutes from this payer, 1 allowed.').waitFor()
    await page.getByText('None was made').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    assert.deepEqual(
      complaints.filter((one) => !/422/.test(one)),
      [],
    )
  },
)

test('a number is put on a list and taken off again, on a phone and in Swahili', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email,
    path: '/admin/live/risk-lists',
    language: 'sw',
    as: onPhone,
  })
  await page.getByText('Hakuna namba kwenye orodha').waitFor()
  const form = page.getByRole('region', { name: 'Iweke kwenye orodha' })
  await form.getByLabel('Orodha').fill('simu-zilizoibwa')
  await form.getByLabel('Namba').fill('0713 777')
  const put = form.getByRole('button', { name: 'Iweke kwenye orodha' })
  await put.click()
  await page.getByText('lazima iwe namba ya simu au ya akaunti').first().waitFor()
  await form.getByLabel('Namba').fill('0713777777')
  await put.click()
  await page.getByText('0713\u00a0777\u00a0777').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal((await sidewaysOn(page))[0], 0)
  await page.getByRole('button', { name: 'Iondoe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Iondoe' }).click()
  await page.getByText('Hakuna namba kwenye orodha').waitFor()
  assert.deepEqual(
    complaints.filter((one) => !/422/.test(one)),
    [],
  )
})

test('a condition is written as JSON or step by step, and goes on where it was', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email,
    path: '/admin/live/risk',
  })
  const [asJson, built] = [page.getByLabel('As JSON'), page.getByLabel('Step by step')]
  const text = page.getByLabel('When', { exact: true })
  await asJson.check()
  assert.match(await text.inputValue(), /"payer_count_10m"/)
  await text.fill('more than one')
  await page.getByLabel('Name', { exact: true }).fill('Nights')
  const make = page.getByRole('button', { name: 'Make the rule' })
  await make.click()
  await page.getByText('This is not JSON.').waitFor()
  const night = { field: 'hour', is: 'less_than', value: '5' }
  await text.fill(JSON.stringify({ not: night }))
  await built.click()
  await page.getByText('This condition says more than can be chosen here').waitFor()
  await text.fill(JSON.stringify({ all: [night] }))
  await built.check()
  const first = page.getByRole('group', { name: 'Condition 1' })
  assert.equal(await first.getByLabel('Look at').inputValue(), 'hour')
  assert.equal(await first.getByLabel('Value').inputValue(), '5')
  await page.getByRole('button', { name: 'Add a condition' }).press('Enter')
  await page.getByRole('group', { name: 'Condition 2' }).waitFor()
  await page.keyboard.type('Seen')
  await make.click()
  await page.getByRole('heading', { level: 1, name: 'Nights' }).waitFor()
  assert.deepEqual(await kept('Nights'), {
    all: [night, { field: 'payer_new', is: 'equals', value: 'true' }],
  })
  assert.deepEqual(complaints, [])
})

test('a group that asks for a list shows who is on it, on a phone and in Swahili', options, async () => {
  const { page, complaints } = await enterDashboard(browser as Browser, service, {
    email,
    path: '/admin/live/risk-lists',
    language: 'sw',
    as: onPhone,
  })
  const form = page.getByRole('region', { name: 'Iweke kwenye orodha' })
  await form.getByLabel('Orodha').fill('walioripotiwa')
  await form.getByLabel('Namba').fill('0713888888')
  await form.getByRole('button', { name: 'Iweke kwenye orodha' }).click()
  await page.getByText('0713\u00a0888\u00a0888').waitFor()
  await page.getByRole('link', { name: 'Kanuni za hatari', exact: true }).first().click()
  await page.getByLabel('Jina', { exact: true }).fill('Walioripotiwa')
  await page.getByLabel('Huangalia').selectOption('payouts')
  await page.getByRole('button', { name: 'Ongeza kundi' }).click()
  const inner = page.getByRole('group', { name: 'Sharti 3.1' })
  await inner.getByLabel('Angalia').selectOption('listed')
  await inner.getByLabel('Orodha').fill('walioripotiwa')
  await inner.getByText('Zilizomo sasa: 0713\u00a0888\u00a0888.').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal((await sidewaysOn(page))[0], 0)
  await page.getByRole('button', { name: 'Ondoa sharti 2' }).click()
  await page.getByLabel('Linatimia kama').selectOption('any')
  await page.getByRole('button', { name: 'Tengeneza kanuni' }).click()
  await page.getByRole('heading', { level: 1, name: 'Walioripotiwa' }).waitFor()
  assert.deepEqual(await kept('Walioripotiwa'), {
    any: [
      { field: 'recipient_count_10m', is: 'more_than', value: '4' },
      { any: [{ field: 'recipient_listed', is: 'equals', value: 'walioripotiwa' }] },
    ],
  })
  assert.deepEqual(complaints, [])
})

async function kept(name: string): Promise<unknown> {
  const [row] = await service.world.sql<{ condition: unknown }[]>`
    select condition from risk_rules where name = ${name} and is_current`
  return row?.condition
}
