import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import {
  newAdmin,
  newMember,
  newPerson,
  password,
  type Service,
  sessionOf,
  startService,
} from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { endStory } from '../stories/money/books.ts'
import { openShop, type Shop } from '../stories/money/shop.ts'
import { enterDashboard, onPhone } from './enter-dashboard.ts'

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
  await endStory(service)
})

const enter = (path: string, email = shop.ownerEmail, as = {}) =>
  enterDashboard(browser as Browser, service, { email, path: `/m/${shop.merchantId}/sandbox/${path}`, as })

/** Like a PDF as far as anybody looks at it here. */
const paper = (name: string, text = name) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${text}`),
})

test('a colleague is invited as viewer, joins, and finds nothing to do', options, async () => {
  const { page, complaints } = await enter('team')
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('link', { name: 'Invite somebody' }).click()
  await page.getByLabel('Email').fill('viewer@team.test')
  await page.getByRole('region', { name: /role Viewer may do/ }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('heading', { name: 'viewer@team.test is invited' }).waitFor()
  const link = new URL((await page.locator('pre').textContent()) ?? '')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /viewer@team\.test.*Viewer.*Invited/ }).waitFor()
  assert.deepEqual(complaints, [])

  await newPerson(service, 'viewer@team.test')
  const joined = await (browser as Browser).newPage({ locale: 'en' })
  await joined.goto(`${service.url}${link.pathname}`)
  await joined.getByLabel('Email').fill('viewer@team.test')
  await joined.getByLabel('Password').fill(password)
  await joined.getByRole('button', { name: 'Sign in', exact: true }).click()
  await joined.waitForURL(`**/m/${shop.merchantId}/live`)
  for (const place of ['payments', 'team', 'settings', 'settings/verification', 'links', 'withdrawals']) {
    await joined.goto(`${service.url}/m/${shop.merchantId}/sandbox/${place}`)
    await joined.getByRole('heading', { level: 1 }).waitFor()
    const doing = joined.locator('main').getByText(/^(New|Invite|Save|Send in|Ask|Take back|Create)\b/)
    assert.equal(await doing.count(), 0, `${place}: ${await doing.allTextContents()}`)
  }
})

test('a role is changed in an open tab; the last owner stays; somebody is let go', options, async () => {
  const email = 'cashier@team.test'
  await newMember(service, { merchantId: shop.merchantId, email, role: 'cashier' })
  const till = await enter('till', email)
  const { page, complaints } = await enter('team')
  await page.getByRole('link', { name: /\(you\)$/ }).click()
  await page.getByText('The last owner stays one.').waitFor()
  assert.equal(await page.getByRole('button', { name: /Save the role|Remove/ }).count(), 0)

  await page.getByRole('link', { name: 'Team' }).last().click()
  await page.getByRole('link', { name: 'cashier', exact: true }).click()
  await page.getByRole('heading', { name: 'Taken at the till today' }).waitFor()
  await page.getByLabel('Role', { exact: true }).selectOption('finance')
  await page.getByRole('region', { name: /role Finance may do/ }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Save the role' }).click()
  await page.getByRole('definition').getByText('Finance').waitFor()
  await till.open(`/m/${shop.merchantId}/sandbox/withdrawals`)
  await till.page.getByRole('heading', { level: 1, name: 'Withdrawals' }).waitFor()

  await page.getByRole('button', { name: 'Remove from the team' }).click()
  await page.getByText('API keys go on working').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Remove now' }).click()
  await page.getByRole('heading', { name: 'Team' }).waitFor()
  await page.getByRole('link', { name: 'cashier', exact: true }).waitFor({ state: 'detached' })
  const cookie = await sessionOf(service, email)
  const left = await service.call(`/v1/merchants/${shop.merchantId}`, { cookie })
  assert.equal(left.status, 403)
  assert.deepEqual(complaints, [])
})

test('documents are refused, sent in, taken back and decided about, on a phone', options, async () => {
  const { page, complaints } = await enter('settings', shop.ownerEmail, onPhone)
  await page.getByRole('link', { name: 'Verification' }).click()
  await page.getByText('Not verified yet.').waitFor()
  const file = page.getByLabel('File')
  await file.setInputFiles({ ...paper('x.html'), mimeType: 'text/html' })
  await page.getByRole('button', { name: 'Send in' }).click()
  await page.getByText('This is not a PDF, PNG or JPEG file.').waitFor()
  // It says that it is a PDF, and the service looks for itself.
  await file.setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
  await page.getByRole('button', { name: 'Send in' }).click()
  await page.getByText('must be a PDF, PNG or JPEG file').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  for (const kind of ['tin_certificate', 'business_registration', 'other']) {
    await page.getByLabel('What is it?').selectOption(kind)
    await file.setInputFiles(paper(`${kind}.pdf`))
    await page.getByRole('button', { name: 'Send in' }).click()
    await page.getByRole('status').getByText(`${kind}.pdf was sent in.`).waitFor()
  }
  await page.getByText('Your documents are being looked at.').waitFor()
  assert.equal(await page.getByText('still missing').count(), 0)
  await page.getByRole('button', { name: 'Take back other.pdf' }).click()
  await page.getByRole('button', { name: 'Take back now' }).click()
  await page.getByRole('button', { name: 'Take back other.pdf' }).waitFor({ state: 'detached' })
  assert.deepEqual(await violationsOn(page), [])

  await newAdmin(service, 'super@team.test')
  const decided = await service.call(`/v1/admin/merchants/${shop.merchantId}`, {
    method: 'PATCH',
    cookie: await sessionOf(service, 'super@team.test'),
    body: { verification_status: 'verified' },
  })
  assert.equal(decided.status, 200, JSON.stringify(decided.body))
  await page.reload()
  await page.getByText('Verified. Live money can be withdrawn.').waitFor()
  assert.equal(await page.getByRole('button', { name: /Take back/ }).count(), 0)
  assert.deepEqual(await sidewaysOn(page), [0, 0])
  assert.deepEqual(
    complaints.filter((one) => !one.includes('status of 422')),
    [],
  )
})

test('what payers will see follows what is typed, and is then what they see', options, async () => {
  const { page, complaints } = await enter('settings')
  await page.getByLabel('Name for payers').fill('Duka la Asha')
  await page.getByLabel('Phone number for help').fill('12')
  await page.getByRole('region', { name: 'Preview' }).getByText('Pay Duka la Asha').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Phone number for help').fill('0755 000 111')
  await page.getByLabel('Show a bar in a colour of our own').check()
  await page.getByLabel('Colour', { exact: true }).fill('#b01e6b')
  await page.getByLabel('Language of pages and mails').selectOption('sw')
  await page.getByRole('region', { name: 'Preview' }).getByText('Lipa Duka la Asha').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Saved.').waitFor()
  const { data } = (await shop.dashboard(`/v1/merchants/${shop.merchantId}`)).body
  assert.deepEqual(
    [data.display_name, data.brand_colour, data.support_phone, data.support_email, data.language],
    ['Duka la Asha', '#b01e6b', '255755000111', null, 'sw'],
  )
  assert.deepEqual(
    complaints.filter((one) => !one.includes('status of 422')),
    [],
  )
})

test('a viewer who types the address of a form is told that it is not for them', options, async () => {
  const email = 'looks@team.test'
  await newMember(service, { merchantId: shop.merchantId, email, role: 'viewer' })
  const { page, complaints, open } = await enter('team/invite', email)
  const title = page.getByRole('heading', { level: 1, name: 'You may not do this here' })
  await title.waitFor()
  assert.deepEqual(await violationsOn(page), [])
  for (const place of ['payments/new', 'withdrawals/new', 'invoices/new', 'keys', 'webhooks/settings']) {
    await open(`/m/${shop.merchantId}/sandbox/${place}`)
    await title.waitFor()
    assert.equal(await page.locator('main form').count(), 0, place)
  }
  await open(`/m/${shop.merchantId}/sandbox/team`)
  assert.equal(await title.count(), 0)
  assert.deepEqual(complaints, [])
})
