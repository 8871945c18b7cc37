import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newMerchant, password, type Service, startService } from '../service.ts'
import { sidewaysOn, violationsOn } from '../stories/checkout/look-at-page.ts'
import { totpCode } from '../stories/parts/totp.ts'
import { enterDashboard } from './enter-dashboard.ts'

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

async function signIn(email: string, given: string): Promise<Page> {
  const page = await (browser as Browser).newPage({ locale: 'en' })
  await page.goto(`${service.url}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(given)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return page
}

test(
  'a second step is set up with an app, asked for, replaced by a recovery code once, and turned off',
  options,
  async () => {
    const { ownerEmail: email } = await newMerchant(service)
    const { page, complaints } = await enterDashboard(browser as Browser, service, {
      email,
      path: '/account',
    })
    const second = page.getByRole('region', { name: 'Second step' })
    await second.getByLabel('Your password').fill('not the right one')
    await second.getByRole('button', { name: 'Set up the second step' }).click()
    await second.getByRole('alert').waitFor()
    await second.getByLabel('Your password').fill(password)
    await second.getByRole('button', { name: 'Set up the second step' }).click()
    await second.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    const secret = ((await second.locator('p .mono').textContent()) ?? '').replaceAll(' ', '')
    const uri = `otpauth://totp/x?secret=${secret}`
    await second.getByLabel('Code from the app').fill(totpCode(uri))
    await second.getByRole('button', { name: 'Confirm' }).click()
    await second.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    const codes = await second
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allTextContents()
    assert.ok(codes.length >= 8)
    assert.deepEqual(await violationsOn(page), [])
    const file = page.waitForEvent('download')
    await second.getByRole('button', { name: 'Download' }).click()
    assert.match((await file).suggestedFilename(), /recovery-codes/)
    await second.getByRole('button', { name: 'I have kept them' }).click()
    await second.getByText('On', { exact: true }).waitFor()
    assert.ok(!(await page.content()).includes(codes[0] ?? ''))

    const other = await signIn(email, password)
    await other.getByLabel('Code from your app').fill(totpCode(uri))
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.waitForURL(/\/m\//)
    const third = await signIn(email, password)
    await third.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await third.getByLabel('Recovery code').fill(codes[0] ?? '')
    await third.getByRole('button', { name: 'Continue' }).click()
    await third.waitForURL(/\/m\//)
    const fourth = await signIn(email, password)
    await fourth.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await fourth.getByLabel('Recovery code').fill(codes[0] ?? '')
    await fourth.getByRole('button', { name: 'Continue' }).click()
    await fourth.getByRole('alert').waitFor()

    await second.getByText('New recovery codes').click()
    await second.getByLabel('Your password').first().fill(password)
    await second.getByRole('button', { name: 'Make new codes' }).click()
    await second.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    assert.ok(!(await page.content()).includes(codes[1] ?? ''), 'they are others')
    await second.getByRole('button', { name: 'I have kept them' }).click()
    await second.getByText('Turn off the second step').click()
    await second.getByLabel('Your password').last().fill(password)
    await second.getByRole('button', { name: 'Turn it off' }).click()
    await second.getByText('Off', { exact: true }).waitFor()
    assert.deepEqual(
      complaints.filter((one) => !/status of 4\d\d/.test(one)),
      [],
    )
  },
)

test('whoever signs out everywhere else stops open tabs there, at once', options, async () => {
  const { ownerEmail: email, merchantId } = await newMerchant(service)
  const left = await enterDashboard(browser as Browser, service, {
    email,
    path: `/m/${merchantId}/sandbox/keys`,
  })
  await left.page.getByRole('link', { name: 'Create test key' }).first().waitFor()
  const { page, complaints } = await enterDashboard(browser as Browser, service, { email, path: '/account' })
  await page.getByText('This device').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText(/Signed out of \d+ other session/).waitFor()
  await page.getByText('You are signed in nowhere else.').waitFor()
  // The stream may have told it before, and then there is nothing left to press.
  const pressed = left.page.getByRole('link', { name: 'Webhooks' }).click({ timeout: 5_000 })
  await pressed.catch(() => {})
  await left.page.getByRole('heading', { name: 'Your session has ended' }).waitFor()

  await page.getByLabel('Your name').fill('Asha <b>Mushi</b>')
  await page.getByRole('region', { name: 'You', exact: true }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByLabel('Present password').fill(password)
  await page.getByLabel('New password').fill('another long one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password is changed').waitFor()
  await page.getByText('Kiswahili').click()
  await page.getByRole('heading', { name: 'Akaunti yako' }).waitFor()
  assert.deepEqual(await violationsOn(page), [])
  assert.equal((await sidewaysOn(page))[0], 0)
  assert.deepEqual(complaints, [])
  const me = await service.call('/v1/me', { cookie: await service.signIn(email, 'another long one') })
  const { user, language } = me.body.data as { user: { name: string }; language: string }
  assert.deepEqual([user.name, language], ['Asha <b>Mushi</b>', 'sw'])
})
