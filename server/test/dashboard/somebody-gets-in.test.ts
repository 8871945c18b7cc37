import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { type Browser, openBrowser, watchComplaints } from '../open-browser.ts'
import { newMerchant, password, type Service, startService } from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
before(async () => {
  service = await startService()
})
after(async () => {
  await browser?.close()
  await service.stop()
})

async function openPage(path: string, as: BrowserContextOptions = { locale: 'en' }) {
  const page = await (browser as Browser).newPage(as)
  const complaints = watchComplaints(page, service.url)
  await page.goto(`${service.url}${path}`)
  return { page, complaints }
}

async function invite(email: string): Promise<string> {
  const shop = await newMerchant(service)
  const cookie = await service.signIn(shop.ownerEmail, password)
  const invited = await service.call(`/v1/merchants/${shop.merchantId}/members`, {
    cookie,
    body: { email, role: 'finance' },
  })
  return new URL(String(invited.body.data.accept_url)).pathname
}

/** The browser itself remarks on what was refused. */
const unasked = (complaints: string[]) => complaints.filter((one) => !/status of 4\d\d/.test(one))

test('somebody signs up, opens a business and begins in its sandbox', options, async () => {
  const { page, complaints } = await openPage('/sign-up')
  await page.getByLabel('Your name').fill('Asha <b>Mushi</b>')
  await page.getByLabel('Email').fill('asha@shop.test')
  await page.getByLabel('Password').fill(password)
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Open a business' }).waitFor()
  await page.getByLabel('Name of the business').fill('Mama Asha <script>')
  await page.getByLabel('Phone number').fill('12')
  await page.getByRole('button', { name: 'Open business' }).click()
  await page.getByRole('alert').waitFor()
  assert.deepEqual(await violationsOn(page), [])
  await page.getByLabel('Phone number').fill('0712 345 678')
  await page.getByRole('button', { name: 'Open business' }).click()
  await page.waitForURL(/\/m\/[^/]+\/sandbox$/)
  await page.getByRole('button', { name: 'Business: Mama Asha <script>' }).waitFor()
  assert.deepEqual(unasked(complaints), [])
})

test('where signing up is closed the page says what to do', options, async () => {
  const closed = await startService({ environment: { SIGN_UP: 'closed' }, database: service.database })
  const { page } = await openPage('/sign-in?lang=sw')
  await page.goto(`${closed.url}/sign-up?lang=sw`)
  await page.getByLabel('Jina lako').fill('Asha')
  await page.getByLabel('Barua pepe').fill('closed@shop.test')
  await page.getByLabel('Nenosiri').fill(password)
  await page.getByRole('button', { name: 'Fungua akaunti' }).click()
  await page.getByText('Omba biashara ikualike').waitFor()
  await closed.stop()
})

test('an invited stranger follows the link, signs up and is in the business', options, async () => {
  const { page, complaints } = await openPage(await invite('juma@shop.test'))
  await page.getByText('I am new here').click()
  await page.getByLabel('Your name').fill('Juma')
  await page.getByLabel('Email').fill('juma@shop.test')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await page.waitForURL(/\/m\/[^/]+\/live$/)
  await page.getByRole('button', { name: /^Business: Shop \d+/ }).waitFor()
  assert.deepEqual(complaints, [])

  const me = await service.call('/v1/me', { cookie: await service.signIn('juma@shop.test', password) })
  assert.equal((me.body.data.merchants as unknown[]).length, 1)
  await page.goto(`${service.url}/invitations/used-up`)
  await page.getByText('You are signed in as juma@shop.test.').waitFor()
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByText('Ask for a new one.').waitFor()
})

test(
  'all of it in Swahili, on a small phone: a wrong password, the right one, and joining',
  options,
  async () => {
    const { merchantId, ownerEmail } = await newMerchant(service)
    const { page, complaints } = await openPage(await invite(ownerEmail), {
      locale: 'en',
      viewport: { width: 320, height: 640 },
    })
    await page.getByRole('button', { name: 'Kiswahili' }).click()
    await page.getByRole('heading', { name: 'Jiunge na biashara' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'sw')
    await page.getByLabel('Barua pepe').fill(ownerEmail)
    await page.getByLabel('Nenosiri').fill('not the right one')
    await page.getByRole('button', { name: 'Ingia', exact: true }).click()
    await page.getByText('Barua pepe, nenosiri au namba ya uthibitisho si sahihi.').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByLabel('Nenosiri').fill(password)
    await page.getByRole('button', { name: 'Ingia', exact: true }).click()
    await page.waitForURL(/\/m\/[^/]+\/live$/)
    assert.ok(!page.url().includes(merchantId), 'it is the other business that one lands in')
    assert.deepEqual(unasked(complaints), [])
  },
)

test('a forgotten password is replaced through the mailed link, once', options, async () => {
  const shop = await newMerchant(service)
  const { page, complaints } = await openPage('/forgot-password')
  await page.getByLabel('Email').fill(shop.ownerEmail)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await page.getByText('a link is on its way').waitFor()
  const [mail] = await service.world.sql<{ body_sealed: Buffer }[]>`
    select body_sealed from mails where recipient = ${shop.ownerEmail}`
  const link = /https?:\S+/.exec(service.world.vault.open(mail?.body_sealed ?? Buffer.alloc(0)))?.[0] ?? ''
  const { pathname, search } = new URL(link)
  await page.goto(`${service.url}${pathname}${search}`)
  // The token of the link must still be there in the other language.
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('New password').fill('another long one')
  assert.deepEqual(await violationsOn(page), [])
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Your password is changed.').waitFor()
  assert.deepEqual(complaints, [])
  await service.signIn(shop.ownerEmail, 'another long one')

  await page.reload()
  await page.getByLabel('New password').fill('yet another one')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('alert').waitFor()
})

test('what fills these pages stays within them, and follows the colours of the device', options, async () => {
  const { page } = await openPage('/sign-up?lang=sw')
  for (const path of ['/sign-up?lang=sw', '/invitations/x?lang=sw', '/reset-password?token=x']) {
    await page.goto(`${service.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(await sidewaysOn(page), [0, 0], path)
  }
  const background = 'getComputedStyle(document.body).backgroundColor'
  assert.equal(await page.evaluate(background), 'rgb(245, 247, 246)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-scheme=dark]').waitFor()
  assert.equal(await page.evaluate(background), 'rgb(15, 22, 19)')
})
