import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser, watchComplaints } from '../open-browser.ts'
import { newMerchant, password, type Service, startService } from '../service.ts'

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

async function openPage(path: string) {
  const page = await (browser as Browser).newPage()
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

test('the front page leads to the reference, which shows every part of the interface', options, async () => {
  const { page, complaints } = await openPage('/')
  assert.equal(await page.getByRole('link', { name: /^Handsets/ }).getAttribute('href'), '/simulator')
  await page.getByRole('link', { name: /API reference/ }).click()
  for (const part of ['Sign-in', 'Merchants', 'Members', 'API keys', 'Customers', 'Administration']) {
    // It is large, and drawn by the browser.
    await page.getByText(part, { exact: true }).first().waitFor({ timeout: 60_000 })
  }
  assert.deepEqual(complaints, [])
})

test('an invited stranger follows the link, signs up and joins', options, async () => {
  const { page, complaints } = await openPage(await invite('juma@shop.test'))
  await page.getByLabel('E-mail').fill('juma@shop.test')
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Name, if you are new').fill('Juma')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText(/You now act for Shop \d+ as finance\./).waitFor()
  assert.deepEqual(complaints, [])

  const me = await service.call('/v1/me', { cookie: await service.signIn('juma@shop.test', password) })
  assert.equal((me.body.data.merchants as unknown[]).length, 1)
})

test('a link that was already used says so', options, async () => {
  const { page } = await openPage('/invitations/used-up')
  await page.getByLabel('E-mail').fill('amina@shop.test')
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Name, if you are new').fill('Amina')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('Ask for a new one.').waitFor()
})

test(
  'all of it in Swahili, asked for on the page: a wrong word, the right one, and joining',
  options,
  async () => {
    const { page, complaints } = await openPage(await invite('neema@shop.test'))
    await page.getByRole('link', { name: 'Soma kwa Kiswahili' }).click()
    await page.getByRole('heading', { name: 'Jiunge na biashara' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'sw')
    await page.getByLabel('Barua pepe').fill('neema@shop.test')
    await page.getByLabel('Nenosiri').fill('not the right one')
    await page.getByRole('button', { name: 'Jiunge' }).click()
    await page.getByText('Barua pepe, nenosiri au namba ya uthibitisho si sahihi.').waitFor()
    await page.getByLabel('Nenosiri').fill(password)
    await page.getByLabel('Jina, kama wewe ni mgeni').fill('Neema')
    await page.getByRole('button', { name: 'Jiunge' }).click()
    await page.getByText(/Sasa unafanya kazi kwa niaba ya Shop \d+ kama mhusika wa fedha\./).waitFor()
    // The browser itself remarks on the sign-in that was refused.
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('status of 401')),
      [],
    )
    await page.getByRole('link', { name: 'Read in English' }).click()
    await page.getByRole('heading', { name: 'Join a merchant' }).waitFor()
  },
)

test('what fills a page stays within it, on a small phone and in the dark', options, async () => {
  const { page } = await openPage('/?lang=sw')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/?lang=sw', '/invitations/x?lang=sw', '/reset-password?token=x&lang=en']) {
    await page.goto(`${service.url}${path}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path)
  }
  const background = 'getComputedStyle(document.body).backgroundColor'
  assert.equal(await page.evaluate(background), 'rgb(245, 247, 246)')
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.equal(await page.evaluate(background), 'rgb(15, 22, 19)')
})

test('a forgotten password is replaced through the mailed link', options, async () => {
  const shop = await newMerchant(service)
  await service.call('/v1/auth/request-password-reset', { body: { email: shop.ownerEmail } })
  const [mail] = await service.world.sql<{ body_sealed: Buffer }[]>`
    select body_sealed from mails where recipient = ${shop.ownerEmail}`
  const link = /https?:\S+/.exec(service.world.vault.open(mail?.body_sealed ?? Buffer.alloc(0)))?.[0] ?? ''
  const { pathname, search } = new URL(link)
  const { page, complaints } = await openPage(`${pathname}${search}`)
  await page.getByLabel('New password').waitFor()
  // The token of the link must still be there in the other language.
  await page.getByRole('link', { name: 'Soma kwa Kiswahili' }).click()
  await page.getByRole('link', { name: 'Read in English' }).click()
  await page.getByLabel('New password').fill('another long one')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your password is changed.').waitFor()
  assert.deepEqual(complaints, [])
  await service.signIn(shop.ownerEmail, 'another long one')
})
